"""Phones that never were: facts of real ones with other model numbers and other figures."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from typing import TYPE_CHECKING

from samples.catalogue import yuan
from samples.facts import phones

if TYPE_CHECKING:
    from collections.abc import Mapping

    from samples.catalogue import Phone
    from samples.wide_web.dice import Dice

ENGLISH_BRANDS = {
    "诺基亚": "Nokia",
    "三星": "Samsung",
    "苹果": "Apple",
    "索尼爱立信": "Sony Ericsson",
    "小米": "Xiaomi",
    "华为": "Huawei",
    "红米": "Redmi",
    "黑莓": "BlackBerry",
    "魅族": "Meizu",
    "一加": "OnePlus",
    "荣耀": "Honor",
    "摩托罗拉": "Motorola",
    "索尼": "Sony",
    "谷歌": "Google",
    "多普达": "Dopod",
    "联想": "Lenovo",
    "努比亚": "Nubia",
    "中兴": "ZTE",
}
_SUFFIXES = ("", "", "", "i", "c", "e", " Pro", " Plus", " Lite", " 5G", " classic")


@cache
def brands() -> tuple[str, ...]:
    """Brands in the words of `samples.facts`, those with most phones first."""
    return tuple(brand for brand, _ in Counter(phone["品牌"] for phone in phones()).most_common())


def english_brand(brand: str) -> str:
    return ENGLISH_BRANDS.get(brand, brand)


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
