"""The attributes of the shipped topic, to read values of."""

from __future__ import annotations

from core.topic import Attribute, shipped_topic
from index.values.read import read_value

PHONES = shipped_topic("phones")
ATTRIBUTES = {attribute.name: attribute for attribute in PHONES.attributes}


def attribute(name: str) -> Attribute:
    return ATTRIBUTES[name]


def values_of(raw: str, name: str) -> list[object]:
    return list(read_value(raw, ATTRIBUTES[name]).values)
