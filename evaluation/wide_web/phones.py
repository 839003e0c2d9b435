"""Phones that never were: facts of real ones with other model numbers and other figures.

English sites write the facts in English.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from typing import TYPE_CHECKING

from samples.catalogue import english_brand, phones, yuan

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evaluation.wide_web.wording import Dice
    from samples.catalogue import Phone


_SUFFIXES = ("", "", "", "i", "c", "e", " Pro", " Plus", " Lite", " 5G", " classic")
_MONTHS = "January February March April May June July August September October November December"
_YUAN_PER_DOLLAR = 7


@cache
def brands() -> tuple[str, ...]:
    """Brands in the words of `samples/facts`, those with most phones first."""
    return tuple(brand for brand, _ in Counter(phone["品牌"] for phone in phones()).most_common())


def model(brand: str, dice: Dice) -> tuple[Phone, str]:
    """The phone whose facts are varied, and the variant's model."""
    base, series = dice.choose(_bases()[brand])
    gap = " " if len(series) > 2 else ""
    return base, f"{series}{gap}{10 + dice.below(9990)}{dice.choose(_SUFFIXES)}"


def variant(brand: str, dice: Dice) -> dict[str, str]:
    """Facts by standard name; the dice must be those that `model` would get."""
    base, name = model(brand, dice)
    price = max(100, yuan(base) * (70 + dice.below(60)) // 1000 * 10)
    low = price * (90 + dice.below(8)) // 1000 * 10
    return {
        **base,
        "手机名": f"{brand} {name}",
        "型号": name,
        "参考价格": f"￥{price}",
        "商家报价": f"￥{low}-￥{price + 10 * dice.below(30)}",
        "重量": f"{75 + dice.below(150)}g",
        "电池容量": f"{10 * (70 + dice.below(430))}mAh",
        "机身尺寸": f"{95 + dice.below(70)}×{43 + dice.below(35)}×{7 + dice.below(12)}mm",
        "主屏尺寸": f"{_inches(base) + dice.below(8) / 10:.1f}英寸",
    }


def _inches(base: Phone) -> float:
    return float(base["主屏尺寸"].removesuffix("英寸"))


@cache
def _bases() -> Mapping[str, list[tuple[Phone, str]]]:
    """By brand: its phones, each with the name of its series (`Galaxy`, `N`, or none)."""
    found: dict[str, list[tuple[Phone, str]]] = defaultdict(list)
    for phone in phones():
        series = re.search(r"[A-Za-z]+", phone["型号"])
        found[phone["品牌"]].append((phone, series[0] if series else ""))
    return found


def english(attribute: str, value: str) -> str:
    """The value in English; empty where it cannot be said."""
    said = _WAYS.get(attribute, _plain)(value)
    return said if said.isascii() else ""


def _plain(value: str) -> str:
    """Without what stands in brackets: that is Chinese more often than not."""
    bare = re.sub(r"[（(].*", "", value).strip()
    return "No" if bare in {"无", "不支持"} else bare.replace("支持", "Yes")


def _released(value: str) -> str:
    year, *month = map(int, re.findall(r"\d+", value))
    return f"{_MONTHS.split()[month[0] - 1]} {year}" if month else str(year)


def _dollars(value: str) -> str:
    return f"$ {int(value.removeprefix('￥')) // _YUAN_PER_DOLLAR}"


def _megapixels(value: str) -> str:
    figure = re.match(r"([\d.]+)(万|亿)", value)
    if figure is None:
        return "No"
    pixels = float(figure[1]) * (100 if figure[2] == "亿" else 0.01)
    return f"{pixels:g} MP"


def _size(value: str) -> str:
    return value.replace("×", " x ").replace("mm", " mm")


_WAYS: dict[str, Callable[[str], str]] = {
    "品牌": english_brand,
    "上市时间": _released,
    "参考价格": _dollars,
    "主屏尺寸": lambda value: value.replace("英寸", " inches"),
    "主屏分辨率": lambda value: value.replace("×", " x ").replace("像素", " pixels"),
    "摄像头像素": _megapixels,
    "机身尺寸": _size,
    "重量": lambda value: value.replace("g", " g"),
    "电池容量": lambda value: value.replace("mAh", " mAh"),
}
