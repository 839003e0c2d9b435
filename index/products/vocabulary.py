"""Texts that are written in many ways, normalized (`tidy`, `folded`, `compact`); brands."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.product_names import BrandEntry
    from core.topic import Topic

_UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
_SPACES = re.compile(r"\s+")
_BETWEEN = re.compile(r"[^\w.]+|_+")
_STRAY_DOT = re.compile(r"(?<!\d)\.|\.(?!\d)")
_BETWEEN_NUMBERS = re.compile(r"(?<=\d) (?=\d)")


def tidy(text: str) -> str:
    """Half width, single spaces, no invisible characters.

    >>> tidy("ＨＵＡＷＥＩ　Mate  10（全网通）")
    'HUAWEI Mate 10(全网通)'
    """
    return _SPACES.sub(" ", _UNSEEN.sub("", normalize("NFKC", text))).strip()


def folded(text: str) -> str:
    """Tidy and case-folded."""
    return tidy(normalize("NFKC", text).casefold())


def compact(text: str) -> str:
    """For comparison: without case, spaces and hyphens, but numbers stay separate; + is plus.

    >>> compact("Mate 10 Pro"), compact("mate10-pro"), compact("Galaxy S8+"), compact("S5.1 2 3")
    ('mate10pro', 'mate10pro', 'galaxys8plus', 's5.1-2-3')
    """
    spaced = _STRAY_DOT.sub(" ", folded(text).replace("+", " plus "))
    return _BETWEEN_NUMBERS.sub("-", _BETWEEN.sub(" ", spaced).strip()).replace(" ", "")


# The brands of a topic.


class Brands:
    """Brands by key and by name."""

    def __init__(self, entries: Mapping[str, BrandEntry]) -> None:
        self.entries = entries
        self.by_name = {
            compact(name): brand for brand, about in entries.items() for name in about.names
        }

    def get(self, brand: str) -> BrandEntry | None:
        return self.entries.get(brand)

    def known(self, written: str) -> str:
        """The key of the brand with this name, or ""."""
        return self.by_name.get(compact(written), "")

    def named(self, written: str) -> BrandEntry | None:
        """The brand with this name."""
        return self.entries.get(self.known(written))

    def is_within(self, brand: str, wider: str) -> bool:
        """Whether it is this brand, or part of it at any depth."""
        seen: set[str] = set()
        while brand and brand not in seen:
            if brand == wider:
                return True
            seen.add(brand)
            about = self.entries.get(brand)
            brand = about.part_of if about else ""
        return False


@lru_cache(maxsize=16)
def brands_of(topic: Topic) -> Brands:
    """The brands that the topic lists; records may name others."""
    return Brands(topic.product_names.brands)
