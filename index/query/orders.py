"""Words that ask for an order: 最便宜, 大屏, newest, largest battery, 价格从低到高.

They come from the topic (`orders` of its attributes) and from `orders.yaml`: words for every price
and date, and adjectives that stand beside the name of an attribute.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from core.topic import Better, Facet, OrderWords, ValueType
from core.yaml_files import read_yaml
from index.query.model import OrderBy
from index.query.vocabulary import meaning_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.topic import Attribute
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


class GeneralOrders(BaseModel):
    """The content of orders.yaml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    types: dict[ValueType, OrderWords]
    adjectives: OrderWords
    extreme: OrderWords
    good: tuple[str, ...]
    degrees: tuple[str, ...]
    amounts: tuple[str, ...]
    ways: OrderWords
    by: tuple[str, ...]
    sorted: tuple[str, ...]


_GENERAL = read_yaml(Path(__file__).with_name("orders.yaml"), GeneralOrders)
_SORTABLE = (ValueType.QUANTITY, ValueType.PRICE, ValueType.DATE, ValueType.RESOLUTION)
_SUPERLATIVE = re.compile(r"最|\b(?:most|least|best)\b|est\b")
_Direction: TypeAlias = Literal["most", "least", "good"]


class _Meant(NamedTuple):
    """The attributes that a word may speak of; `most`: largest first."""

    attributes: tuple[str, ...]
    most: bool


def _any_of(words: Iterable[str]) -> str:
    """Longest first; Latin words as whole words."""
    return "|".join(map(_whole, sorted(set(words), key=len, reverse=True))) or r"(?!)"


def _whole(word: str) -> str:
    first = r"(?<![a-z0-9-])" if word[0].isascii() else ""
    last = r"(?![a-z0-9-])" if word[-1].isascii() else ""
    return first + re.escape(word).replace(r"\ ", r"\s{1,3}") + last


def _directions(words: OrderWords) -> dict[str, _Direction]:
    most: dict[str, _Direction] = dict.fromkeys(words.most, "most")
    return most | dict.fromkeys(words.least, "least")


_ADJECTIVES: Mapping[str, _Direction] = {
    **dict.fromkeys(_GENERAL.good, "good"),
    **_directions(_GENERAL.adjectives),
    **_directions(_GENERAL.extreme),
}
_WAYS = _directions(_GENERAL.ways)
_DEGREES = _any_of(_GENERAL.degrees)
_AMOUNTS = _any_of(_GENERAL.amounts)


class Orders:
    """The words that ask for an order of one topic's products."""

    def __init__(self, words: Vocabulary) -> None:
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
        by, behind = _any_of(_GENERAL.by), rf"(?:\s?(?:{_any_of(_GENERAL.sorted)}))?"
        name, adjective = rf"(?P<name>{names})", rf"(?P<adjective>{adjectives})"
        return (
            re.compile(rf"(?:(?:{by})\s?)?(?:{name}\s?)?(?P<way>{_any_of(_WAYS)}){behind}"),
            re.compile(rf"(?:{by})\s?{name}{behind}"),
            re.compile(rf"(?P<word>{'|'.join(self._word_patterns)})(?:{_AMOUNTS})?(?!版)"),
            re.compile(rf"{name}\s?(?:{_DEGREES}){{0,2}}{adjective}(?:{_AMOUNTS})?"),
            re.compile(rf"{adjective}(?:的|\s)?{name}"),
        )

    @property
    def _word_patterns(self) -> Iterator[str]:
        """A degree may stand before the adjective that ends a word: 续航最长 is 续航长."""
        for word in sorted(self._words, key=len, reverse=True):
            if not word.isascii() and word[-1] in _ADJECTIVES and len(word) > 2:
                yield rf"{re.escape(word[:-1])}(?:最|{_DEGREES})?{re.escape(word[-1])}"
            else:
                yield _whole(word)

    @cached_property
    def _words(self) -> Mapping[str, _Meant]:
        table: dict[str, _Meant] = {}
        for kind, words in _GENERAL.types.items():
            of_type = [each for each in self._attributes if each.type is kind]
            if attribute := min(of_type, key=lambda a: a.facet is Facet.NONE, default=None):
                _add(table, words, attribute)
        for attribute in self._attributes:
            _add(table, attribute.orders, attribute)
        return table

    def _meant(self, found: re.Match[str]) -> _Meant | None:
        parts = found.groupdict()
        if word := parts.get("word"):
            return self._word(word)
        attribute = self._names.get(parts.get("name") or "")
        if way := parts.get("way"):
            price = self._words.get(_GENERAL.types[ValueType.PRICE].least[0])
            names = (attribute.name,) if attribute else price.attributes if price else ()
            return _Meant(names, _WAYS[way] == "most") if names else None
        if attribute is None:
            return None
        direction = _ADJECTIVES.get(parts.get("adjective") or "")
        if direction is None:
            return _Meant((attribute.name,), attribute.type is ValueType.DATE)
        if direction == "good" and attribute.better is Better.NEITHER:
            return None
        is_most = direction == "most" or (direction == "good" and attribute.better is Better.MORE)
        return _Meant((attribute.name,), is_most)

    def _word(self, said: str) -> _Meant | None:
        spaced = " ".join(said.split())
        plain = re.sub(rf"(?:最|{_DEGREES})(?=.$)", "", spaced)
        return self._words.get(spaced) or self._words.get(plain)


def _is_sortable(attribute: Attribute) -> bool:
    return attribute.type in _SORTABLE


def _add(table: dict[str, _Meant], words: OrderWords, attribute: Attribute) -> None:
    for is_most, several in ((True, words.most), (False, words.least)):
        for word in map(str.lower, several):
            before = table.get(word)
            also = before.attributes if before and before.most is is_most else ()
            table[word] = _Meant((*also, attribute.name), is_most)
