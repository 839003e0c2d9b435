"""What people read for a key: 小米 and Xiaomi for xiaomi, 1 TB for 1024 GB."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from index.building.facet_keys import brand_attribute
from index.building.meaning import format_number
from index.building.shape import BilingualText
from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Topic

_MOST_KEYS = 5_000  # of an attribute; the others are read as they are
_GIGABYTES = re.compile(r"([\d.]+) GB")


def labels_of(topic: Topic) -> dict[str, dict[str, BilingualText]]:
    """Of brands, and of words that the topic knows in both languages."""
    names = {one.name: {same[0]: same for same in one.words} for one in topic.attributes}
    if brand := brand_attribute(topic):
        names[brand] = {key: about.names for key, about in BRANDS.brands.items()}
    return {name: _labels(keys) for name, keys in names.items() if keys}


class SpellingCounts:
    """How pages write the keys of one attribute."""

    def __init__(self) -> None:
        self._writings: dict[str, Counter[str]] = {}

    def see(self, key: str, written: str) -> None:
        if key in self._writings or len(self._writings) < _MOST_KEYS:
            self._writings.setdefault(key, Counter())[written] += 1

    def labels(self) -> dict[str, BilingualText]:
        """Each key as most write it, where that is not the key itself."""
        best = {
            key: max(seen, key=lambda one: (seen[one], one)) for key, seen in self._writings.items()
        }
        named = {key: _sized(key) or written for key, written in best.items()}
        return {key: BilingualText(name, name) for key, name in named.items() if name != key}


def _labels(names: Mapping[str, tuple[str, ...]]) -> dict[str, BilingualText]:
    """The first name of all, and the first that is not Chinese; none where both are the key."""
    labels = {
        key: BilingualText(same[0], next(filter(str.isascii, same), same[0]))
        for key, same in names.items()
    }
    return {key: label for key, label in labels.items() if label != (key, key)}


def _sized(key: str) -> str:
    """Gigabytes as people say them."""
    found = _GIGABYTES.fullmatch(key)
    gigabytes = float(found[1]) if found else 0.0
    if gigabytes >= 1024 and gigabytes % 512 == 0:
        return f"{format_number(gigabytes / 1024)} TB"
    return f"{format_number(round(gigabytes * 1024, 3))} MB" if 0 < gigabytes < 1 else ""
