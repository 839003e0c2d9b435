"""Finds the products that a text speaks of, by their names as people write them.

`MentionFinder(topic, products).find(text)` goes through the text once. Where several names begin at
one place the longest counts, and a name that continues (iPhone 15 Plus, 小米14T) is not another
product's. A name that is ambiguous by itself needs its brand nearby, or right before it
(`index/products/spellings.py`); in doubt nothing is found.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from index.flat_text import LONGEST_NAME, FlatText, WordsAround
from index.products.names import name_reader
from index.products.spellings import (
    NamedProduct,
    Spelling,
    Telling,
    brand_spellings,
    flat,
    line_spellings,
    nickname_spellings,
    speller,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.topic import Topic
    from index.products.spellings import Speller
    from index.products.vocabulary import Brands


LONGEST_TEXT = 200_000  # characters; what a text speaks of stands before that
_NEAR_BEFORE, _NEAR_AFTER = 60, 16  # flat characters between a name and its brand
_SHORTEST_BRAND_AFTER = 3  # letters: "mi" and "hp" stand in other words


class _Name(NamedTuple):
    """A spelling and the products of one brand that are written so."""

    spelling: Spelling
    brand: str
    products: tuple[str, ...]


class _Brand(NamedTuple):
    brand: str
    at: int  # where its name ends


class _Found(NamedTuple):
    end: int
    name: _Name


class _Along(NamedTuple):
    """Where a number begins that shares the head of the name before it: iPhone 15 / 15 Pro."""

    at: int
    name: _Name


class MentionFinder:
    """Safe to use from several threads."""

    def __init__(self, topic: Topic, products: Iterable[NamedProduct]) -> None:
        several = list(products)
        reader = name_reader(topic)
        self._chooser = _Chooser(reader.brands)
        self._words_around = WordsAround(reader)
        self._names = _by_spelling(several, speller(topic))
        self._lengths = _lengths(self._names)
        self._brands = brand_spellings(reader.names, several)
        self._brand_lengths = _lengths(self._brands)
        self._lines = line_spellings(reader.names)
        self._line_lengths = _lengths(self._lines)
        self._nicknames = nickname_spellings(reader.names)
        self._product_words = tuple(map(flat, reader.names.product_words))
        others = (text[0] for text in (*self._nicknames, *self._product_words))
        self._first = frozenset(
            (*self._lengths, *self._brand_lengths, *self._line_lengths, *others)
        )

    def find(self, text: str) -> tuple[str, ...]:
        """Ids of products in the order in which they are first named, each once."""
        found: dict[str, None] = {}
        for ids in self._mentions(FlatText(text[:LONGEST_TEXT], self._words_around)):
            found.update(dict.fromkeys(ids))
        return tuple(found)

    def _mentions(self, text: FlatText) -> Iterator[tuple[str, ...]]:
        behind: _Brand | None = None  # the brand right before this place
        near: list[_Brand] = []
        along: _Along | None = None
        at = 0
        for start in text.starts:
            shares = along is not None and along.at == start
            if start < at or not (shares or text.flat[start] in self._first):
                continue
            if brand := self._brand_at(text, start):
                behind, at = brand, brand.at
                near.append(brand)
                continue
            if behind and behind.at != start:
                behind = None
            if length := _known(text, start, self._lines, self._line_lengths):
                line = text.flat[start : start + length]
                near.append(_Brand(self._lines[line], start + length))
            if behind and (word := self._product_word_at(text, start)):
                at = start + len(word)
                behind = _Brand(behind.brand, at)
                continue
            found = self._along(text, start, along.name) if along and shares else None
            found = found or self._name_at(text, start, behind, near)
            along = None
            if found:
                at = found.end
                yield found.name.products
                if (onward := text.behind_connector(at)) is not None:
                    along = _Along(onward, found.name)

    def _brand_at(self, text: FlatText, start: int) -> _Brand | None:
        if length := _known(text, start, self._brands, self._brand_lengths):
            return _Brand(self._brands[text.flat[start : start + length]], start + length)
        nickname = text.word_before_number(start)
        if nickname in self._nicknames:
            return _Brand(self._nicknames[nickname], start + len(nickname))
        return None

    def _product_word_at(self, text: FlatText, start: int) -> str:
        """手机 in 小米手机14, or ""."""
        return next((word for word in self._product_words if text.flat.startswith(word, start)), "")

    def _name_at(
        self, text: FlatText, start: int, behind: _Brand | None, near: list[_Brand]
    ) -> _Found | None:
        """The longest name that begins here."""
        for length in self._lengths.get(text.flat[start], ()):
            end = start + length
            names = self._names.get(text.flat[start:end])
            if not names or end not in text.ends or text.goes_on(start, end):
                continue
            if name := self._chooser.choose(names, text, (start, end), behind, near):
                return _Found(end, name)
        return None

    def _along(self, text: FlatText, start: int, before: _Name) -> _Found | None:
        """Behind "iPhone 15 /": is "15 Pro" the rest of another name that begins with iPhone?"""
        head = _head(before.spelling.text)
        for end in text.ends_behind(start):
            for name in self._names.get(head + text.flat[start:end], ()):
                if name.brand == before.brand and not text.goes_on(start, end):
                    return _Found(end, name)
        return None


def _by_spelling(
    products: list[NamedProduct], speller_of_topic: Speller
) -> dict[str, tuple[_Name, ...]]:
    """Names that only begin other names are left out: Pixel is any phone of that line."""
    own: dict[tuple[str, str], list[str]] = defaultdict(list)
    other: dict[tuple[str, str], list[str]] = defaultdict(list)
    spellings: dict[tuple[str, str], Spelling] = {}
    for product in products:
        for place, spelling in enumerate(speller_of_topic.spellings_of(product)):
            key = (spelling.text, product.brand)
            spellings.setdefault(key, spelling)
            (other if place else own)[key].append(product.id)
    series = {(_head(text), brand) for text, brand in own if _head(text) != text}
    found: dict[str, list[_Name]] = defaultdict(list)
    for key, spelling in spellings.items():
        is_series = spelling.text.isalpha() and key in series
        if not is_series and len(spelling.text) <= LONGEST_NAME:
            ids = own.get(key) or other[key]
            found[spelling.text].append(_Name(spelling, key[1], tuple(dict.fromkeys(ids))))
    return {text: tuple(names) for text, names in found.items()}


def _head(spelling: str) -> str:
    """What stands before the first number: iphone."""
    return re.split(r"\d", spelling, maxsplit=1)[0]


def _lengths(texts: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """First character → lengths of the texts that begin with it, longest first."""
    found: dict[str, set[int]] = defaultdict(set)
    for text in filter(None, texts):
        found[text[0]].add(len(text))
    return {first: tuple(sorted(lengths, reverse=True)) for first, lengths in found.items()}


def _known(
    text: FlatText, start: int, texts: Mapping[str, str], lengths: dict[str, tuple[int, ...]]
) -> int:
    """The length of the longest of the texts that stands here as a word, or 0."""
    for length in lengths.get(text.flat[start], ()):
        if start + length in text.ends and text.flat[start : start + length] in texts:
            return length
    return 0


# Which of the products with this spelling is meant?


class _Chooser:
    def __init__(self, brands: Brands) -> None:
        self._brands = brands

    def choose(
        self,
        names: tuple[_Name, ...],
        text: FlatText,
        span: tuple[int, int],
        behind: _Brand | None,
        near: list[_Brand],
    ) -> _Name | None:
        start, end = span
        if behind:
            named = self._of_brand(names, behind.brand) or _of_own_line(names)
            return None if text.is_other_thing(end) else named
        spelling = names[0].spelling
        if text.is_behind_part(start):
            return None
        if spelling.short and (text.is_other_thing(end) or text.is_before_part_word(end)):
            return None
        if spelling.telling is Telling.BEHIND_BRAND:
            return None
        tells = spelling.telling is Telling.ANYWHERE and not text.is_english_phrase(start, end)
        if tells and len(names) == 1:
            return names[0]
        return self._of_brand_before(names, start, near) or self._of_brand_after(names, text, end)

    def _of_brand(self, names: tuple[_Name, ...], brand: str) -> _Name | None:
        """Of this brand, or of one sold under it (小米K70 is a 红米), but 华为8 is no 荣耀8."""
        exact = next((name for name in names if name.brand == brand), None)
        if exact or names[0].spelling.text[0].isdigit():
            return exact
        return next((name for name in names if self._brands.is_within(name.brand, brand)), None)

    def _of_brand_before(
        self, names: tuple[_Name, ...], start: int, near: list[_Brand]
    ) -> _Name | None:
        """The nearest brand that has such a product."""
        for brand in reversed(near):
            if brand.at < start - _NEAR_BEFORE:
                return None
            if named := self._of_brand(names, brand.brand):
                return named
        return None

    def _of_brand_after(self, names: tuple[_Name, ...], text: FlatText, end: int) -> _Name | None:
        """K70, 红米的新机."""
        after = text.flat[end : end + _NEAR_AFTER]
        for name in names:
            about = self._brands.get(name.brand)
            written = map(flat, about.names if about else (name.brand,))
            if any(one in after for one in written if _is_clear(one)):
                return name
        return None


def _of_own_line(names: tuple[_Name, ...]) -> _Name | None:
    return next((name for name in names if name.spelling.has_line), None)


def _is_clear(brand: str) -> bool:
    return not brand.isascii() or len(brand) >= _SHORTEST_BRAND_AFTER
