"""The vocabulary of queries: names of attributes, and words whose attribute is clear.

It comes from the topic and from `words.yaml` beside this module, which has words that only queries
use. `related_attributes` are attributes under which sites give the same information.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from opencc import OpenCC
from pydantic import BaseModel, ConfigDict

from core.topic import Role, Topic, ValueType
from core.yaml_files import read_yaml
from index.products.vocabulary import brands_of
from index.text import normal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.topic import Attribute


_ENDS_IN_WORD = re.compile(r"(?<![a-z0-9])[a-z]{3,}\Z")
_BEFORE_LATIN = re.compile(r" (?:of )?(?=[a-z])")


_Meaning = TypeVar("_Meaning")


@cache
def _taiwanese_terms() -> Callable[[str], str]:
    """Loading it takes a moment, and few queries need it."""
    convert: Callable[[str], str] = OpenCC("s2twp").convert
    return convert


class QueryWords(BaseModel):
    """The content of words.yaml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    names: dict[str, tuple[str, ...]]
    upper: tuple[str, ...]
    fillers: tuple[str, ...]
    features: dict[str, tuple[str, ...]]
    feature_values: dict[str, dict[str, tuple[str, ...]]]
    alike: tuple[tuple[str, ...], ...]


WORDS = read_yaml(Path(__file__).with_name("words.yaml"), QueryWords)


@dataclass(frozen=True, slots=True)
class WordMeaning:
    """What a word means by itself: a value of an attribute or, without a value, that it has one."""

    attribute: str
    value: str = ""
    is_brand: bool = False


class Vocabulary:
    """`taiwanese`: also as written in Taiwan, where a 屏幕 is called 螢幕, a 内存 記憶體."""

    def __init__(self, topic: Topic, *, taiwanese: bool = False) -> None:
        self._topic = topic
        self._taiwanese = taiwanese
        self.by_name = {attribute.name: attribute for attribute in topic.attributes}
        brand = topic.attribute_of(Role.BRAND)
        self.brand = brand.name if brand else ""
        self.brands = brands_of(topic)

    def attribute(self, called: str) -> Attribute | None:
        return self.by_name.get(self._topic.standard_name(called) or "")

    @cached_property
    def names(self) -> Mapping[str, Attribute]:
        """Lower-case name → attribute; names from words.yaml override the topic's."""
        own = {
            name.lower(): attribute
            for attribute in reversed(self._topic.attributes)
            for name in (*attribute.label.values(), *attribute.aliases, attribute.name)
        }
        return self._with_taiwanese({**own, **dict(self._names_in_queries())})

    def _names_in_queries(self) -> Iterator[tuple[str, Attribute]]:
        for called, many in WORDS.names.items():
            attribute = self.attribute(called)
            yield from ((name, attribute) for name in many if attribute)

    @cached_property
    def meanings(self) -> Mapping[str, WordMeaning]:
        """Lower-case word → meaning; a product's brand takes precedence over a processor's."""
        words = [*self._features(), *self._yes_no(), *self._enumerated(), *self._brands()]
        return self._with_taiwanese(dict(words))

    def _with_taiwanese(self, table: Mapping[str, _Meaning]) -> Mapping[str, _Meaning]:
        """The terms in simplified characters, as the text to be parsed is."""
        if not self._taiwanese:
            return table
        converted = {normal(_taiwanese_terms()(word)): means for word, means in table.items()}
        return {**converted, **table}

    def _features(self) -> Iterator[tuple[str, WordMeaning]]:
        for called, many in WORDS.features.items():
            attribute = self.attribute(called)
            yield from ((word, WordMeaning(attribute.name)) for word in many if attribute)
        for called, values in WORDS.feature_values.items():
            attribute = self.attribute(called)
            for value, many in values.items():
                yield from (
                    (word, WordMeaning(attribute.name, value)) for word in many if attribute
                )

    def _yes_no(self) -> Iterator[tuple[str, WordMeaning]]:
        for attribute in self._topic.attributes:
            if attribute.type is ValueType.YES_NO:
                for name in attribute.all_names:
                    yield name.lower(), WordMeaning(attribute.name)

    def _enumerated(self) -> Iterator[tuple[str, WordMeaning]]:
        for attribute in reversed(self._topic.attributes):
            for same in attribute.words:
                meaning = WordMeaning(attribute.name, same[0])
                yield from ((each, meaning) for word in same for each in _typed(word.lower()))

    def _brands(self) -> Iterator[tuple[str, WordMeaning]]:
        for brand in self.brands.entries.values() if self.brand else ():
            for name in brand.names:
                yield name.lower(), WordMeaning(self.brand, brand.names[0], is_brand=True)

    def about(self, named: str) -> tuple[str, ...]:
        """The attribute that is called so, then those with it in a name: 摄像头, 前置摄像头."""
        within = re.compile(rf"(?<![a-z]){re.escape(named)}(?:e?s)?(?![a-z])", re.IGNORECASE)
        exact = self.names.get(named)
        others = (
            attribute.name
            for attribute in self._topic.attributes
            if attribute.type is not ValueType.YES_NO
            and any(map(within.search, attribute.all_names))
        )
        return tuple(dict.fromkeys((*((exact.name,) if exact else ()), *others)))

    @cached_property
    def longest(self) -> int:
        return max(map(len, (*self.names, *self.meanings)))


def _typed(word: str) -> Iterator[str]:
    """The ways to type a word: quad-core, quad core; sliders, but not 3Gs.

    A single character is no word.
    """
    if len(word) == 1:
        return
    ways = dict.fromkeys((word, word.replace("-", " ")))
    yield from (way + "s" for way in ways if way.isascii() and _ENDS_IN_WORD.search(way))
    yield from ways


def stands_alone(text: str, start: int, end: int) -> bool:
    """Is it not part of a longer Latin word?"""
    before, behind = text[start - 1 : start], text[end : end + 1]
    runs_on_before = text[start].isascii() and _is_latin(before) and text[start].isalnum()
    runs_on_behind = text[end - 1].isascii() and _is_latin(behind) and text[end - 1].isalpha()
    return not (runs_on_before or runs_on_behind)


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalpha()


def name_before(
    words: Vocabulary, text: str, at: int, earliest: int
) -> tuple[int, Attribute] | None:
    """The longest attribute name that ends here, ignoring spaces, colons and 的 after it."""
    end = len(text[earliest:at].rstrip(" 的:=")) + earliest
    for start in range(max(earliest, end - words.longest), end):
        attribute = words.names.get(text[start:end])
        if attribute and stands_alone(text, start, end):
            return start, attribute
    return None


def name_behind(words: Vocabulary, text: str, at: int) -> tuple[int, Attribute] | None:
    """The longest attribute name that begins here; a space or "of" may precede a Latin one."""
    blank = _BEFORE_LATIN.match(text, at)
    start = blank.end() if blank else at
    for end in range(min(len(text), start + words.longest), start, -1):
        attribute = words.names.get(text[start:end])
        if attribute and stands_alone(text, start, end):
            return end, attribute
    return None


def meaning_at(words: Vocabulary, text: str, start: int) -> tuple[int, WordMeaning] | None:
    """The longest known word that begins here, and its end."""
    for end in range(min(len(text), start + words.longest), start, -1):
        if meaning := words.meanings.get(text[start:end]):
            return end, meaning
    return None


def known_before(words: Vocabulary, text: str, end: int) -> bool:
    """Does a known word end here?"""
    return any(
        text[start:end] in words.meanings for start in range(max(0, end - words.longest), end)
    )


# Other attributes under which sites give what a query asks for.


def related_attributes(attribute: str, topic: Topic) -> tuple[str, ...]:
    """The other attributes under which sites give what this one (standard name) is about."""
    return tuple(
        name
        for group in WORDS.alike
        if attribute in (names := [topic.standard_name(called) for called in group])
        for name in names
        if name and name != attribute
    )
