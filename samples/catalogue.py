"""The sample products, and which of them a site shows in which order.

What is true of them was written down by hand (`samples/facts`, a folder per topic). Prices of
phones are typical launch prices in China, rounded (converted where a phone was never sold there);
the shops' offers (商家报价) are made up around them. Prices and GTINs of monitors are made up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

import yaml

from core.topic import Role, shipped_topic
from core.yaml_files import LOADER
from samples.chance import number

Product = Mapping[str, str]
Phone = Product


class IdentityFacts(NamedTuple):
    """Under which attributes a topic's facts have a product's name, its brand and its date."""

    name: str
    brand: str
    date: str


@cache
def naming(topic: str) -> IdentityFacts:
    roles = shipped_topic(topic)
    found = (roles.attribute_of(role) for role in (Role.NAME, Role.BRAND, Role.DATE))
    return IdentityFacts(*(attribute.name for attribute in found if attribute))


@cache
def products(topic: str) -> tuple[Product, ...]:
    """Every product's facts by standard attribute name, the oldest first."""
    lists = (
        entry
        for entry in files("samples").joinpath("facts", topic).iterdir()
        if entry.name.endswith(".yaml")
    )
    facts = (
        product
        for file in lists
        for product in yaml.load(file.read_text("utf-8"), Loader=LOADER)  # noqa: S506 - a safe one
    )
    by = naming(topic)
    in_order = sorted(facts, key=lambda product: (*released(product[by.date]), product[by.name]))
    return tuple(map(MappingProxyType, in_order))


def phones() -> tuple[Phone, ...]:
    return products("phones")


def released(date: str) -> tuple[int, int]:
    """Year and month; a year without a month comes before that year's months."""
    year, *month = map(int, re.findall(r"\d+", date))
    return year, month[0] if month else 0


def chosen(
    topic: str, host: str, count: int, rank: Callable[[Product], int]
) -> tuple[Product, ...]:
    """Pick a site's products: those of the lowest rank first, within a rank in its own order."""
    name = naming(topic).name
    known = sorted(products(topic), key=lambda one: (rank(one), number(host, one[name])))
    if len(known) < count:
        raise ValueError(f"{host} wants {count} {topic}, but samples/facts has {len(known)}")
    return tuple(known[:count])


def neighbours(shown: tuple[Product, ...], product: Product, count: int) -> tuple[Product, ...]:
    """The products that stand behind this one in a site's order, as in "similar phones"."""
    start = shown.index(product) + 1
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
