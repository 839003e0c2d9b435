"""Words that ask for an order: 最便宜, 大屏, newest, largest battery, nach Preis aufsteigend.

They come from the topic (`orders` of its attributes) and from the locale packs: words for every
price, date and weight, and adjectives that stand beside the name of an attribute.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from core.locales import locales
from core.topic import Better, ValueType
from index.query.model import OrderBy
from index.query.vocabulary import attribute_of_kind, meaning_at
from index.query.wordlists import LATIN, any_of, one_space, typed_ways, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from core.locale_packs import Directions, QueryOrders
    from core.topic import Attribute, OrderWords, Topic
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


_SORTABLE = (ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE, ValueType.RESOLUTION)
_Direction: TypeAlias = Literal["most", "least", "good"]
_WITHIN = f"{LATIN}0-9-"
_BY_ROLE = frozenset(("price", "date"))


def _any_of(words: Iterable[str]) -> str:
    return any_of(words, within=_WITHIN)


def _words(of: Callable[[QueryOrders], Iterable[str]]) -> tuple[str, ...]:
    return words_of(lambda pack: of(pack.orders))


def _directions(of: Callable[[QueryOrders], Directions]) -> dict[str, _Direction]:
    most: dict[str, _Direction] = dict.fromkeys(_words(lambda orders: of(orders).most), "most")
    return most | dict.fromkeys(_words(lambda orders: of(orders).least), "least")


_ADJECTIVES: Mapping[str, _Direction] = {
    **dict.fromkeys(_words(lambda orders: orders.good), "good"),
    **_directions(lambda orders: orders.adjectives),
    **_directions(lambda orders: orders.extreme),
}
_WAYS = _directions(lambda orders: orders.ways)
_DEGREES = _any_of(_words(lambda orders: orders.degrees))
_AMOUNTS = _any_of(_words(lambda orders: orders.amounts))
_LINKS = _any_of(_words(lambda orders: orders.links))
_SUPERLATIVES = any_of(_words(lambda orders: orders.superlatives))
_ENDINGS = "|".join(_words(lambda orders: orders.superlative_endings))
_SUPERLATIVE = re.compile(rf"{_SUPERLATIVES}|(?:{_ENDINGS})(?![{LATIN}])")
_HAN_SUPERLATIVES = [word for word in _words(lambda one: one.superlatives) if not word.isascii()]


class _Meant(NamedTuple):
    """The attributes that a word may speak of; `most`: largest first."""

    attributes: tuple[str, ...]
    most: bool


_BEFORE_LAST = "|".join((*_HAN_SUPERLATIVES, _DEGREES))
_DEGREE_INSIDE = re.compile(rf"(?:{_BEFORE_LAST})(?=.$)")


class Orders:
    """The words that ask for an order of one topic's products."""

    def __init__(self, topic: Topic, words: Vocabulary) -> None:
        self._topic = topic
        self._vocabulary = words
        self._attributes = tuple(words.by_name.values())
        self._names = {
            name: attribute for name, attribute in words.names.items() if _is_sortable(attribute)
        }

    def take(self, draft: Draft) -> None:
        for pattern in self._patterns:
            for found in pattern.finditer(draft.text):
                if self._cuts_a_word(found):
                    continue
                if meant := self._meant(found):
                    start, end = found.span()
                    draft.orders.append(
                        OrderBy(
                            said=draft.raw[start:end],
                            start=start,
                            end=end,
                            attributes=meant.attributes,
                            descending=meant.most,
                            extreme=bool(_SUPERLATIVE.search(found[0]))
                            or "way" in found.re.groupindex,
                        )
                    )
                    draft.take(start, end)

    def _cuts_a_word(self, found: re.Match[str]) -> bool:
        """Does it end within a known word, as the 小 of 小米 in 内存 小米?"""
        for start in range(*found.span()):
            known = meaning_at(self._vocabulary, found.string, start)
            if known and known[0] > found.end():
                return True
        return False

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        names, adjectives = _any_of(self._names), _any_of(_ADJECTIVES)
        by = _any_of(_words(lambda orders: orders.by))
        behind = rf"(?:\s?(?:{_any_of(_words(lambda orders: orders.sorted))}))?"
        not_behind = any_of(_words(lambda orders: orders.not_behind))
        name, adjective = rf"(?P<name>{names})", rf"(?P<adjective>{adjectives})"
        return (
            re.compile(rf"(?P<way>{_any_of(_WAYS)})\s(?:{by})\s?{name}{behind}"),
            re.compile(rf"(?:(?:{by})\s?)?(?:{name}\s?)?(?P<way>{_any_of(_WAYS)}){behind}"),
            re.compile(rf"(?:{by})\s?{name}{behind}"),
            re.compile(rf"(?P<word>{self._word_patterns})(?:{_AMOUNTS})?{behind}(?!{not_behind})"),
            re.compile(rf"{name}\s?(?:(?:{_DEGREES})\s?){{0,2}}{adjective}(?:{_AMOUNTS})?"),
            re.compile(rf"{adjective}\s?(?:(?:{_LINKS})\s?)?{name}"),
            re.compile(rf"(?P<general>{_any_of(self._general)}){behind}"),
        )

    @property
    def _word_patterns(self) -> str:
        """A degree may stand before the adjective that ends a word: 续航最长 is 续航长."""
        inserted = [word for word in self._words if _takes_a_degree(word)]
        longest_first = sorted(inserted, key=len, reverse=True)
        with_degree = (
            rf"{re.escape(word[:-1])}(?:{_BEFORE_LAST})?{re.escape(word[-1])}"
            for word in longest_first
        )
        return "|".join((*with_degree, _any_of(self._words.keys() - {*inserted})))

    @cached_property
    def _words(self) -> Mapping[str, _Meant]:
        """Words of the topic, and those for its price and date."""
        own: dict[str, _Meant] = {}
        for attribute in self._attributes:
            _add(own, attribute.orders, attribute)
        return {**_general_words(self._topic, _BY_ROLE), **own}

    @cached_property
    def _general(self) -> Mapping[str, _Meant]:
        """Words for an attribute that is known by its unit alone: the largest, the lightest."""
        kinds = {kind for locale in locales() for kind in locale.query.orders.kinds}
        return _general_words(self._topic, kinds - _BY_ROLE)

    def _meant(self, found: re.Match[str]) -> _Meant | None:
        parts = found.groupdict()
        if word := parts.get("word") or parts.get("general"):
            return self._word(word)
        attribute = self._names.get(one_space(parts.get("name") or ""))
        if way := parts.get("way"):
            return self._way(one_space(way), attribute)
        if attribute is None:
            return None
        direction = _ADJECTIVES.get(one_space(parts.get("adjective") or ""))
        if direction is None:
            return _Meant((attribute.name,), attribute.type is ValueType.DATE)
        if direction == "good" and attribute.better is Better.NEITHER:
            return None
        is_most = direction == "most" or (direction == "good" and attribute.better is Better.MORE)
        return _Meant((attribute.name,), is_most)

    def _way(self, way: str, attribute: Attribute | None) -> _Meant | None:
        """Of the attribute that is named, or that the words speak of: newest first."""
        words = way.split(" ")
        own = (self._word(" ".join(words[:end])) for end in range(len(words), 0, -1))
        if attribute is None and (meant := next(filter(None, own), None)):
            return meant
        sorted_by = attribute or attribute_of_kind(self._topic, "price")
        return _Meant((sorted_by.name,), _WAYS[way] == "most") if sorted_by else None

    def _word(self, said: str) -> _Meant | None:
        spaced = one_space(said)
        plain = _DEGREE_INSIDE.sub("", spaced)
        return self._words.get(spaced) or self._words.get(plain) or self._general.get(spaced)


def _takes_a_degree(word: str) -> bool:
    return not word.isascii() and word[-1] in _ADJECTIVES and len(word) > 2


def _is_sortable(attribute: Attribute) -> bool:
    return attribute.type in _SORTABLE


def _general_words(topic: Topic, kinds: Collection[str]) -> dict[str, _Meant]:
    """Words for the topic's price or date, or for its first attribute of a kind of measure."""
    table: dict[str, _Meant] = {}
    for locale in locales():
        for kind, words in locale.query.orders.kinds.items():
            attribute = attribute_of_kind(topic, kind) if kind in kinds else None
            if attribute:
                _add(table, words, attribute)
    return table


def _add(table: dict[str, _Meant], words: Directions | OrderWords, attribute: Attribute) -> None:
    for is_most, several in ((True, words.most), (False, words.least)):
        for word in (way for each in several for way in typed_ways(each)):
            before = table.get(word)
            also = before.attributes if before and before.most is is_most else ()
            table[word] = _Meant(tuple(dict.fromkeys((*also, attribute.name))), is_most)
