"""A phone's facts as English sites write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from samples.wide_web.phone_variants import english_brand

if TYPE_CHECKING:
    from collections.abc import Callable

_MONTHS = "January February March April May June July August September October November December"
_YUAN_PER_DOLLAR = 7


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
