"""Makes index entries from product documents: tokens, numbers, facet keys, prominence."""

from __future__ import annotations

import re
from datetime import date
from itertools import chain
from math import log2
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from core.locales import any_of, merged
from core.topic import Role, ValueType
from index.engines.engine import PROMINENCE, IndexEntry
from index.fields import (
    NUMBER_TYPES,
    SORTABLE_TYPES,
    STATED_ABSENT,
    brand_attribute,
    brand_key,
    extents,
    family_keys,
    foreign_points,
    has_bars,
    has_keys,
    is_said,
    points,
    sort_number,
    touched_bars,
    written_keys,
)
from index.products.spellings import NamedProduct, speller
from index.products.vocabulary import brands_of, compact
from index.values.text import plain, says_nothing
from index.values.words import words_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.analysis import Analyzer
    from index.documents import ProductDocument
    from index.fields import Edges
    from index.products.vocabulary import Brands


_NAMING = (Role.NAME, Role.MODEL)
_LONGEST_BODY = 40_000  # characters per product


class SearchTexts(NamedTuple):
    """Texts, each of one value or name."""

    name: tuple[str, ...]
    body: tuple[str, ...]


def naming_attributes(topic: Topic) -> frozenset[str]:
    return frozenset(one.name for role in _NAMING for one in topic.attributes_of(role))


def texts_of(document: ProductDocument, naming: frozenset[str], brands: Brands) -> SearchTexts:
    """Name: the title, all names of the brand, and all spellings of name and model.

    Body: names of attributes with all their values; derived ones repeat other values.
    """
    brand = brands.get(document.brand)
    name = [document.title, *(brand.names if brand else ())]
    body: list[str] = []
    for shown in document.attributes:
        if shown.derived:
            continue
        values = [value.raw for value in shown.values]
        if shown.name in naming:
            name += values
        else:
            body.append(shown.name)
            body += values
    if sum(map(len, body)) > _LONGEST_BODY:
        body = list(_first_of(body, _LONGEST_BODY))
    return SearchTexts(tuple(dict.fromkeys(name)), tuple(body))


def _first_of(texts: Iterable[str], room: int) -> Iterator[str]:
    for text in texts:
        if room <= 0:
            return
        yield text[:room]
        room -= len(text)


# Names as people write them.


_MOST_NAMES = 10  # of one attribute


def named_product(document: ProductDocument, naming: frozenset[str]) -> NamedProduct:
    """With all names and model numbers that pages give."""
    attributes = (one for one in document.attributes if one.name in naming)
    others = (value.raw for one in attributes for value in one.values[:_MOST_NAMES])
    return NamedProduct(document.id, document.title, document.brand, tuple(others))


# The order of products when the query does not decide.


_YEAR = 365.25  # days
_DOUBLE_SITES = 1.5  # years that a product seems newer if twice as many sites show it
_USUAL_AGE = 6.0  # years before it was seen, for a product without a date
_ATTRIBUTE = 0.001  # years for each attribute that is known
_UNCONFIRMED = 100_000.0
_EPOCH = date(1970, 1, 1).toordinal()
_SECONDS = 86_400  # of a day


def prominence(document: ProductDocument, attributes: Mapping[str, Attribute]) -> float:
    """Puts current products of many sites first: the year of release, plus some years for sites.

    Unconfirmed products are below 0.
    """
    known = sum(shown.known and not shown.derived for shown in document.attributes)
    found = _year(document, attributes) + _DOUBLE_SITES * log2(1 + len(document.sites))
    found += min(known * _ATTRIBUTE, 1.0)
    return found if document.confirmed else found - _UNCONFIRMED


def _year(document: ProductDocument, attributes: Mapping[str, Attribute]) -> float:
    """By the topic's first date; dates long after the page was seen are mistakes."""
    seen = _year_seen(document)
    for shown in document.attributes:
        attribute = attributes.get(shown.name) if shown.known else None
        if attribute and attribute.type is ValueType.DATE:
            day = sort_number(shown.shown, attribute)
            if day and (not seen or day / _YEAR < seen + 1):
                return day / _YEAR
    return max(seen - _USUAL_AGE, 0.0)


def _year_seen(document: ProductDocument) -> float:
    """The year in which its newest value appeared; 0 if it has none."""
    values = (value for shown in document.attributes for value in shown.values)
    last = max((source.since for value in values for source in value.said_by), default=0.0)
    return (_EPOCH + last / _SECONDS) / _YEAR if last else 0.0


# The entries themselves.


_Said: TypeAlias = "list[tuple[Attribute, list[str]]]"
_Keys: TypeAlias = "Iterator[tuple[str, tuple[str, ...]]]"

BETWEEN = "¶"  # a token that no text contains: it keeps phrases from spanning two values


def exact_tokens(texts: Iterable[str], analyzer: Analyzer) -> tuple[str, ...]:
    """The pieces of the texts in order, with `BETWEEN` after each text."""
    tokens: list[str] = []
    for text in texts:
        tokens += analyzer.exact_tokens(text)
        tokens.append(BETWEEN)
    return tuple(tokens)


def _wider_brands(brand: str, names: Iterable[str], brands: Brands) -> Iterator[str]:
    """The brands that this one is a part of, where a name has both: vivo iQOO is a vivo, too."""
    about = brands.get(brand)
    wider = brands.get(about.part_of) if about else None
    if about and wider:
        spelled = [compact(name) for name in wider.names]
        if any(one in compact(name) for name in names for one in spelled):
            yield about.part_of


def _families_in(texts: Iterable[str], attribute: Attribute) -> Iterator[str]:
    """The families of the words in free text, as further words of it."""
    if attribute.families:
        for text in texts:
            for word in words_in(text, attribute):
                yield from attribute.families_of.get(word, ())


_NONE = any_of(
    merged(lambda locale: (one for one in locale.values.no if one in locale.values.none))
)
_SAYS_NONE = re.compile(rf"\W{{0,3}}(?:{_NONE})(?:[\W_]|\Z)", re.IGNORECASE)


class EntryBuilder:
    """Makes the entries of one index; `edges` are the bounds of its histogram bars."""

    def __init__(self, topic: Topic, edges: Mapping[str, Edges], analyzer: Analyzer) -> None:
        self._attributes = {attribute.name: attribute for attribute in topic.attributes}
        self._topic = topic
        self._brands = brands_of(topic)
        self._speller = speller(topic)
        self._naming = naming_attributes(topic)
        self._brand = brand_attribute(topic)
        self._edges = edges
        self._analyzer = analyzer

    def entry(self, document: ProductDocument) -> IndexEntry:
        said = [
            (self._attributes[shown.name], [value.raw for value in shown.values])
            for shown in document.attributes
            if shown.known and shown.name in self._attributes
        ]
        texts = texts_of(document, self._naming, self._brands)
        names = self._speller.name_tokens(named_product(document, self._naming))
        amounts = {one.name: points(raws, one) for one, raws in said if one.type in NUMBER_TYPES}
        orders = {
            one.name: sort_number(raws[0], one) for one, raws in said if one.type in SORTABLE_TYPES
        }
        return IndexEntry(
            document.id,
            document.to_json(),
            name=tuple(dict.fromkeys((*self._tokens(texts.name), *names))),
            body=self._tokens(texts.body),
            exact=exact_tokens((*texts.name, *texts.body), self._analyzer),
            said=dict(self._said(said)),
            terms=dict(self._terms(document.brand, said)),
            numbers={name: found.numbers for name, found in amounts.items() if found.numbers}
            | {name: few for one, raws in said for name, few in foreign_points(raws, one).items()},
            spans={name: found.span for name, found in amounts.items() if found.span},
            orders={name: number for name, number in orders.items() if number is not None}
            | {PROMINENCE: prominence(document, self._attributes)},
        )

    def _tokens(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Each once; text by text, so that no token spans two values."""
        tokens = chain.from_iterable(map(self._analyzer.index_tokens, texts))
        return tuple(dict.fromkeys(tokens))

    def _said(self, said: _Said) -> _Keys:
        for attribute, raws in said:
            if is_said(attribute):
                texts = [raw for raw in raws if not says_nothing(plain(raw))]
                tokens = self._tokens((*texts, *_families_in(texts, attribute)))
                if tokens:
                    yield attribute.name, tokens

    def _terms(self, brand: str, said: _Said) -> _Keys:
        """The brand is that of the product's name, if the name contains one."""
        names = [raw for attribute, raws in said if attribute.name in self._naming for raw in raws]
        for attribute, raws in said:
            keys = dict.fromkeys(key for raw in raws for key in self._keys(raw, attribute))
            if attribute.name == self._brand and brand:
                keys = dict.fromkeys((brand, *_wider_brands(brand, names, self._brands)))
            if keys:
                yield attribute.name, tuple(keys)
        absent = [one.name for one, raws in said if any(map(_SAYS_NONE.match, map(plain, raws)))]
        if absent:
            yield STATED_ABSENT, tuple(absent)

    def _keys(self, raw: str, attribute: Attribute) -> Iterable[str]:
        if has_bars(attribute):
            edges = self._edges.get(attribute.name, ())
            touched = (touched_bars(edges, *extent) for extent in extents(raw, attribute))
            return (str(bar) for several in touched for bar in several)
        if not has_keys(attribute):
            return ()
        keys = family_keys(written_keys(raw, attribute), attribute)
        if attribute.name == self._brand:
            return (brand_key(key, self._topic) for key in keys)
        return keys
