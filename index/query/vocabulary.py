"""The vocabulary of queries: names of attributes, and words whose attribute is clear.

It comes from the topic; the locale packs have what prices and weights are called in any topic.
`related_attributes` are attributes under which sites give the same information.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from opencc import OpenCC

from core.locales import locales
from core.topic import Better, Facet, Role, ValueType
from core.topic_parts import ENGLISH
from index.products.vocabulary import brands_of
from index.query.wordlists import LATIN, any_of, is_latin, typed_ways, words_of
from index.text import normal
from index.values.units import attribute_scale

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from core.topic import Attribute, Topic


_ENDS_IN_WORD = re.compile(rf"(?<![{LATIN}0-9])[{LATIN}]{{3,}}\Z")
_LINKS_BEHIND = any_of(words_of(lambda pack: pack.links_behind))
_BEFORE_LATIN = re.compile(rf" (?:(?:{_LINKS_BEHIND}) )?(?=[{LATIN}])")
_LINKS = re.compile(rf"(?:[ :=]|{any_of(words_of(lambda pack: pack.links))}){{1,4}}\Z")
_LETTERS_AND_NUMBER = re.compile(r"^([a-z]{2,})(\d+)$")
_LONGEST_LINKS = 20  # characters
_SHORTEST_INFLECTED = 4  # letters
_Meaning = TypeVar("_Meaning")


@cache
def _taiwanese_terms() -> Callable[[str], str]:
    """Loading it takes a moment, and few queries need it."""
    convert: Callable[[str], str] = OpenCC("s2twp").convert
    return convert


@dataclass(frozen=True, slots=True)
class WordMeaning:
    """What a word means by itself: a value of an attribute or, without a value, that it has one."""

    attribute: str
    value: str = ""
    is_brand: bool = False


class Vocabulary:
    """`taiwanese`: also as written in Taiwan, where a 屏幕 is called 螢幕, a 内存 記憶體.

    `brands` are further ones that products have.
    """

    def __init__(
        self, topic: Topic, brands: Iterable[str] = (), *, taiwanese: bool = False
    ) -> None:
        self._topic = topic
        self._further_brands = brands
        self._taiwanese = taiwanese
        self.by_name = {attribute.name: attribute for attribute in topic.attributes}
        brand = topic.attribute_of(Role.BRAND)
        self.brand = brand.name if brand else ""
        self.brands = brands_of(topic)
        self.date = attribute_of_kind(topic, "date")
        self._endings = _endings_of(topic)

    @cached_property
    def names(self) -> Mapping[str, Attribute]:
        """Folded name → attribute; those that only queries use override aliases."""
        names = [*self._general_names(), *self._own_names(), *self._names_in_queries()]
        return self._with_taiwanese(dict(names))

    def _general_names(self) -> Iterator[tuple[str, Attribute]]:
        for locale in locales():
            for kind, many in locale.query.names.items():
                attribute = attribute_of_kind(self._topic, kind)
                yield from ((way, attribute) for way in _all_ways(many) if attribute)

    def _own_names(self) -> Iterator[tuple[str, Attribute]]:
        for attribute in reversed(self._topic.attributes):
            names = (*attribute.label.values(), *attribute.aliases, attribute.name)
            ways = tuple(_all_ways(names))
            inflected = (way + ending for way in ways for ending in self._endings_of_names(way))
            yield from ((way, attribute) for way in (*inflected, *ways))

    def _names_in_queries(self) -> Iterator[tuple[str, Attribute]]:
        for attribute in self._topic.attributes:
            yield from ((way, attribute) for way in _all_ways(attribute.query.names))

    @cached_property
    def meanings(self) -> Mapping[str, WordMeaning]:
        """Lower-case word → meaning; a product's brand takes precedence over a processor's."""
        words = [
            *(self._seen_brands() if self.brand else ()),
            *self._features(),
            *self._yes_no(),
            *self._enumerated(),
            *self._brands(),
        ]
        return self._with_taiwanese(dict(words))

    def _with_taiwanese(self, table: Mapping[str, _Meaning]) -> Mapping[str, _Meaning]:
        """The terms in simplified characters, as the text to be parsed is."""
        if not self._taiwanese:
            return table
        converted = {normal(_taiwanese_terms()(word)): means for word, means in table.items()}
        return {**converted, **table}

    def _features(self) -> Iterator[tuple[str, WordMeaning]]:
        for attribute in self._topic.attributes:
            for way in _all_ways(attribute.query.any_value):
                yield way, WordMeaning(attribute.name)
            for value, many in attribute.query.values.items():
                yield from ((way, WordMeaning(attribute.name, value)) for way in _all_ways(many))

    def _yes_no(self) -> Iterator[tuple[str, WordMeaning]]:
        for attribute in self._topic.attributes:
            if attribute.type is ValueType.YES_NO:
                for name in attribute.all_names:
                    for way in self._typed(name):
                        yield way, WordMeaning(attribute.name)

    def _enumerated(self) -> Iterator[tuple[str, WordMeaning]]:
        for attribute in reversed(self._topic.attributes):
            for same in attribute.words:
                meaning = WordMeaning(attribute.name, same[0], attribute.name == self.brand)
                yield from ((way, meaning) for word in same for way in self._typed(word))

    def _brands(self) -> Iterator[tuple[str, WordMeaning]]:
        for brand in self.brands.entries.values() if self.brand else ():
            for name in brand.names:
                for way in typed_ways(name):
                    yield way, WordMeaning(self.brand, brand.names[0], is_brand=True)

    def _seen_brands(self) -> Iterator[tuple[str, WordMeaning]]:
        """Without brands that are also common words."""
        common = {*words_of(lambda pack: chain.from_iterable(pack.filler))}
        common |= {*product_names(self._topic), *self.names}
        for name in self._further_brands:
            for way in typed_ways(name) if len(name) > 1 and not name.isdigit() else ():
                if way not in common:
                    yield way, WordMeaning(self.brand, name, is_brand=True)

    def _typed(self, word: str) -> Iterator[str]:
        """The ways to type a word: quad-core, quad core, quadcore; sliders, but not 3Gs; schwarzer.

        A single character is no word.
        """
        if len(word) == 1:
            return
        ways = dict.fromkeys(way for one in typed_ways(word) for way in _joined_ways(one))
        for way in ways:
            if found := _ENDS_IN_WORD.search(way):
                yield from (way + ending for ending in self._endings_for(found[0]))
        yield from ways

    def _endings_of_names(self, name: str) -> tuple[str, ...]:
        found = _ENDS_IN_WORD.search(name)
        return self._endings[1] if found and len(found[0]) >= _SHORTEST_INFLECTED else ()

    def _endings_for(self, word: str) -> tuple[str, ...]:
        common, further = self._endings
        return (*common, *further) if len(word) >= _SHORTEST_INFLECTED else common

    def about(self, named: str) -> tuple[str, ...]:
        """The attribute with this name, then those whose names contain it: 摄像头, 前置摄像头."""
        within = re.compile(
            rf"(?<![{LATIN}]){re.escape(named)}(?:e?s)?(?![{LATIN}])", re.IGNORECASE
        )
        exact = self.names.get(named)
        others = (
            attribute.name
            for attribute in self._topic.attributes
            if attribute.type is not ValueType.YES_NO
            and any(map(within.search, attribute.all_names))
        )
        return tuple(dict.fromkeys((*((exact.name,) if exact else ()), *others)))

    @cached_property
    def behind_amounts(self) -> re.Pattern[str]:
        """Words that add nothing behind an amount."""
        words = sorted(_all_ways(self._topic.query.behind_amounts), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, words)) or r"(?!)")

    @cached_property
    def longest(self) -> int:
        return max(map(len, (*self.names, *self.meanings)))


@cache
def _endings_of(topic: Topic) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """With which a topic's words may be typed: any of them, and only words of some length.

    Those of English are common to all topics; others are for topics in that language.
    """
    known = {locale.language: locale.query.endings for locale in locales()}
    further = (known.get(language, ()) for language in topic.languages if language != ENGLISH)
    return known.get(ENGLISH, ()), tuple(dict.fromkeys(chain.from_iterable(further)))


def _joined_ways(word: str) -> Iterator[str]:
    """wi-fi, wi fi, wifi; height adjustable, height-adjustable; hdr600, hdr 600."""
    yield from (word.replace("-", joint) for joint in ("-", " ", ""))
    if word.isascii():
        yield word.replace(" ", "-")
        yield _LETTERS_AND_NUMBER.sub(r"\1 \2", word)


def _all_ways(words: Iterable[str]) -> Iterator[str]:
    return (way for word in words for way in typed_ways(word))


def product_names(topic: Topic, languages: Collection[str] = ()) -> Iterator[str]:
    """What every product of the topic is called, in all or some languages, as it is typed."""
    for language, title in topic.title.items():
        if not languages or language in languages:
            yield from (name for way in typed_ways(title) for name in (way, way.rstrip("s")))
    for language, words in topic.query.product_words.items():
        if not languages or language in languages:
            yield from _all_ways(words)


def product_endings(topic: Topic) -> re.Pattern[str] | None:
    """The names that may end a longer word, of languages that join words: Gamingmonitor."""
    joining = {locale.language for locale in locales() if locale.query.compounds}
    names = {name for name in product_names(topic, joining) if len(name) >= _SHORTEST_INFLECTED}
    longest_first = sorted(names, key=len, reverse=True)
    any_name = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?:{any_name})(?![{LATIN}])") if names else None


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether it is not part of a longer Latin word."""
    before, behind = text[start - 1 : start], text[end : end + 1]
    first, last = text[start], text[end - 1]
    runs_on_before = is_latin(before) and (is_latin(first) or (first.isascii() and first.isdigit()))
    runs_on_behind = is_latin(behind) and is_latin(last)
    return not (runs_on_before or runs_on_behind)


def name_before(
    words: Vocabulary, text: str, at: int, earliest: int
) -> tuple[int, Attribute] | None:
    """The longest attribute name that ends here, ignoring spaces, colons, 的 and "of" after it."""
    end = name_end(text, at, earliest)
    for start in range(max(earliest, end - words.longest), end):
        attribute = words.names.get(text[start:end])
        if attribute and stands_alone(text, start, end):
            return start, attribute
    return None


def name_end(text: str, at: int, earliest: int) -> int:
    """Where a name before an amount would end."""
    first = max(earliest, at - _LONGEST_LINKS)
    links = _LINKS.search(text[first:at])
    return first + links.start() if links else at


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


def known_before(words: Vocabulary, text: str, end: int, before: int | None = None) -> bool:
    """Whether a known word ends here, and begins before another place."""
    starts = range(max(0, end - words.longest), end if before is None else before)
    return any(text[start:end] in words.meanings for start in starts)


# Attributes that are known without their names.


_PRICE, _DATE, _SIZE, _CONSUMPTION = "price", "date", "size", "consumption"
_INCH = "inch"


def attribute_of_kind(topic: Topic, kind: str) -> Attribute | None:
    """The topic's price or date, or its first attribute with a unit of a kind (mass, power).

    A `size` is a length in inches, by which screens are called large or small, `consumption` a
    power of which less is better. Attributes with a facet go before others.
    """
    if kind in (_PRICE, _DATE):
        return topic.attribute_of(Role(kind)) or _first(topic, lambda a: a.type is ValueType(kind))
    measured = ValueType.QUANTITY
    if kind == _SIZE:
        return _first(topic, lambda a: a.type is measured and _is_in_inches(a))
    if kind == _CONSUMPTION:
        return _first(topic, _is_consumption)
    return _first(topic, lambda a: a.type is measured and attribute_scale(a).kind == kind)


def _is_in_inches(attribute: Attribute) -> bool:
    return attribute_scale(attribute).factors.get(_INCH) == 1


def _is_consumption(attribute: Attribute) -> bool:
    is_power = attribute.type is ValueType.QUANTITY and attribute_scale(attribute).kind == "power"
    return is_power and attribute.better is Better.LESS


def _first(topic: Topic, holds: Callable[[Attribute], bool]) -> Attribute | None:
    found = [attribute for attribute in topic.attributes if holds(attribute)]
    return min(found, key=lambda attribute: attribute.facet is Facet.NONE, default=None)


def related_attributes(attribute: str, topic: Topic) -> tuple[str, ...]:
    """The other attributes under which sites give what this one (standard name) is about."""
    return tuple(
        name
        for group in topic.query.alike
        if attribute in group
        for name in group
        if name != attribute
    )
