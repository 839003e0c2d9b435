"""What people read for a key: 小米 and Xiaomi for xiaomi, 1 TB for 1024 GB."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.building.facet_keys import brand_attribute
from index.building.meaning import number
from index.building.shape import Label
from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.topic import Topic

_GIGABYTES = re.compile(r"([\d.]+) GB")


def labels_of(topic: Topic) -> dict[str, dict[str, Label]]:
    """Of brands, and of words that the topic knows in both languages."""
    names = {one.name: {same[0]: same for same in one.words} for one in topic.attributes}
    if brand := brand_attribute(topic):
        names[brand] = {key: about.names for key, about in BRANDS.brands.items()}
    return {name: _labels(keys) for name, keys in names.items() if keys}


def label_of_key(key: str, written: str) -> Label | None:
    """Of a key that no file has a label for; `written` is what a page wrote. None: the key."""
    if size := _GIGABYTES.fullmatch(key):
        written = _size(float(size[1]))
    return Label(written, written) if written != key else None


def _labels(names: Mapping[str, tuple[str, ...]]) -> dict[str, Label]:
    """The first name of all, and the first that is not Chinese; none where both are the key."""
    labels = {
        key: Label(same[0], next(filter(str.isascii, same), same[0])) for key, same in names.items()
    }
    return {key: label for key, label in labels.items() if label != (key, key)}


def _size(gigabytes: float) -> str:
    if gigabytes >= 1024 and gigabytes % 512 == 0:
        return f"{number(gigabytes / 1024)} TB"
    return f"{number(gigabytes * 1024)} MB" if gigabytes < 1 else f"{number(gigabytes)} GB"
