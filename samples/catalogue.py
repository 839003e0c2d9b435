"""The sample phones, and which of them a site shows in which order.

What is true of the phones was written down by hand (`samples/facts`). Prices are typical launch
prices in China, rounded (converted where a phone was never sold there); the shops' offers
(商家报价) are made up around them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import yaml

from core.yaml_files import LOADER
from samples.chance import number

Phone = Mapping[str, str]


@cache
def phones() -> tuple[Mapping[str, str], ...]:
    """Every phone's facts by standard attribute name, oldest phone first."""
    lists = (
        entry
        for entry in files("samples").joinpath("facts").iterdir()
        if entry.name.endswith(".yaml")
    )
    facts = (
        phone
        for file in lists
        for phone in yaml.load(file.read_text("utf-8"), Loader=LOADER)  # noqa: S506 - a safe one
    )
    return tuple(MappingProxyType(phone) for phone in sorted(facts, key=_release_then_name))


def _release_then_name(phone: Mapping[str, str]) -> tuple[int, int, str]:
    """A year without a month comes before that year's months."""
    year, *month = map(int, re.findall(r"\d+", phone["上市时间"]))
    return year, month[0] if month else 0, phone["手机名"]


def chosen(host: str, count: int, rank: Callable[[Phone], int]) -> tuple[Phone, ...]:
    """Pick a site's phones: those of the lowest rank first, within a rank in its own order."""
    known = sorted(phones(), key=lambda phone: (rank(phone), number(host, phone["手机名"])))
    if len(known) < count:
        raise ValueError(f"{host} wants {count} phones, but samples/facts has {len(known)}")
    return tuple(known[:count])


def neighbours(shown: tuple[Phone, ...], phone: Phone, count: int) -> tuple[Phone, ...]:
    """The phones that stand behind this one in a site's order, as in "similar phones"."""
    start = shown.index(phone) + 1
    return (shown + shown)[start : start + count]


def yuan(phone: Phone) -> int:
    """The reference price as a number."""
    digits = re.search(r"\d+", phone["参考价格"])
    if digits is None:
        raise ValueError(f"{phone['手机名']}: 参考价格 {phone['参考价格']!r} holds no number")
    return int(digits.group())


_ENGLISH_BRANDS = {
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


def english_brand(brand: str) -> str:
    """As English pages write it; other brands are written alike in both languages (OPPO)."""
    return _ENGLISH_BRANDS.get(brand, brand)
