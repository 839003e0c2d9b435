"""The vocabulary of product names: brands (`brands.yaml`) and other words (`marks.yaml`).

`tidy`, `folded` and `compact` normalize texts that are written in many ways.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Self
from unicodedata import normalize

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.yaml_files import read_yaml

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


# The files `brands.yaml` and `marks.yaml`.


_FOLDER = Path(__file__).parent

Word = Annotated[str, Field(min_length=1)]


class _FileModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BrandEntry(_FileModel):
    """The names of a brand, and what is special about its model names."""

    names: Annotated[tuple[Word, ...], Field(min_length=1)]
    part_of: str = ""
    is_model: bool = False
    nicknames: tuple[Word, ...] = ()
    lines: tuple[Word, ...] = ()
    series: tuple[Word, ...] = ()
    code_prefixes: tuple[Word, ...] = ()
    codes_by_region: bool = False
    chips_by_region: bool = False
    memory_models: tuple[Word, ...] = ()


class Brands(_FileModel):
    brands: dict[str, BrandEntry]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        owners: dict[str, str] = {}
        for brand, about in self.brands.items():
            if about.part_of and about.part_of not in self.brands:
                raise ValueError(f"{brand!r} is part of {about.part_of!r}, which is not listed")
            for name in map(compact, (*about.names, *about.nicknames)):
                if (owner := owners.setdefault(name, brand)) != brand:
                    raise ValueError(f"{name!r} names both {owner!r} and {brand!r}; keep one")
        return self

    @cached_property
    def by_name(self) -> dict[str, str]:
        """Compact name → brand."""
        return {
            compact(name): brand for brand, about in self.brands.items() for name in about.names
        }

    def known(self, written: str) -> str:
        """The key of the brand with this name, or ""."""
        return self.by_name.get(compact(written), "")

    def is_within(self, brand: str, wider: str) -> bool:
        """Is it this brand, or part of it at any depth?"""
        seen: set[str] = set()
        while brand and brand not in seen:
            if brand == wider:
                return True
            seen.add(brand)
            about = self.brands.get(brand)
            brand = about.part_of if about else ""
        return False


class Marks(_FileModel):
    """Words of names and around names; the comments of `marks.yaml` say what each list is for."""

    chip_makers: dict[str, tuple[Word, ...]]
    chip_lines: dict[str, tuple[Word, ...]]
    chip_words: tuple[Word, ...]
    carriers: tuple[Word, ...]
    words: tuple[Word, ...]
    colours: tuple[Word, ...]
    editions: tuple[Word, ...]
    suffixes: tuple[Word, ...]
    product_words: tuple[Word, ...]
    translations: dict[Word, Word]
    english_words: tuple[Word, ...]
    other_things: tuple[Word, ...]
    units: tuple[Word, ...]
    not_units: tuple[Word, ...]


BRANDS = read_yaml(_FOLDER / "brands.yaml", Brands)
MARKS = read_yaml(_FOLDER / "marks.yaml", Marks)
