"""Decides which records describe the same product.

`identify` extracts from a record its brand and model, codes, and whatever else tells products apart
(the topic says what). Records that share a key form a block (`blocking_keys`); `groups_of` splits a
block into products. Records with the same name are one product unless they contradict each other;
in doubt they are kept apart.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from core.topic import Role
from index.products.names import LONGEST_NAME, Variant, either, name_reader
from index.products.vocabulary import compact, folded, tidy
from index.values.read import read_value
from index.values.types import Quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.product_names import BrandEntry, Difference
    from core.topic import Attribute, Topic
    from index.products.names import NameReader, ReadName
    from store.records import CurrentRecord


class PartName(NamedTuple):
    """A part's makers, and the classes of its lines ("qualcomm 6"); empty if unknown."""

    makers: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()


class _PartReader:
    """Parses the name of a part, complete or not: 高通骁龙625 2GHz is of class "qualcomm 6"."""

    def __init__(self, part: Difference) -> None:
        self.attribute = part.attribute
        self._makers = {folded(w): maker for maker, words in part.makers.items() for w in words}
        self._lines = {folded(w): maker for maker, words in part.lines.items() for w in words}
        lines = either(map(re.escape, self._lines))
        self._numbered = re.compile(rf"({lines})\s*([a-z]?)(\d)")

    def read(self, said: Sequence[str]) -> PartName:
        text = folded(" ".join(said)[:LONGEST_NAME])
        numbered = self._numbered.findall(text)
        return PartName(
            frozenset(maker for word, maker in self._makers.items() if word in text),
            frozenset(f"{self._lines[line]} {kind or digit}" for line, kind, digit in numbered),
        )


# What identifies the product of a record.


class ProductKey(NamedTuple):
    """The same for all records of a product; both parts are compact."""

    brand: str
    model: str


class ToldAmount(NamedTuple):
    """An amount that tells products apart; None if unknown."""

    number: float | None
    tolerance: float


class ProductTraits(NamedTuple):
    """What else a record says about the product; records with equal traits stay together.

    `words` are families of codes, network generations, makers and classes of parts.
    """

    words: tuple[frozenset[str], ...] = ()
    amounts: tuple[ToldAmount, ...] = ()

    def contradicts(self, other: ProductTraits) -> bool:
        return any(map(_apart, self.words, other.words)) or any(
            map(_far, self.amounts, other.amounts)
        )


def _apart(some: frozenset[str], others: frozenset[str]) -> bool:
    return bool(some) and bool(others) and some.isdisjoint(others)


def _far(one: ToldAmount, other: ToldAmount) -> bool:
    if one.number is None or other.number is None:
        return False
    return abs(one.number - other.number) > one.tolerance


class Identity(NamedTuple):
    """`key` is None if the record does not name its product, or contradicts itself.

    `name` is the whole name as the page writes it, `brand` the first name of a known brand,
    `written` the model in it; `is_code`: the model is one of its maker's codes.
    """

    key: ProductKey | None
    name: str = ""
    brand: str = ""
    written: str = ""
    codes: frozenset[str] = frozenset()
    is_code: bool = False
    variant: Variant = Variant()
    traits: ProductTraits = ProductTraits()


def identify(record: CurrentRecord, topic: Topic) -> Identity:
    return _identifier(topic).identify(record)


class _Identifier:
    """Identifies the records of a topic."""

    def __init__(self, topic: Topic, reader: NameReader) -> None:
        self._reader = reader
        self._brands = reader.brands
        self._name = [one.name for one in topic.attributes_of(Role.NAME)]
        self._brand = [one.name for one in topic.attributes_of(Role.BRAND)]
        self._model = [one.name for one in topic.attributes_of(Role.MODEL)]
        known = {attribute.name: attribute for attribute in topic.attributes}
        differences = reader.names.differences
        self._parts = [_PartReader(one) for one in differences if one.makers or one.lines]
        self._amounts = [
            (known[one.attribute], one.tolerance)
            for one in differences
            if one.tolerance is not None
        ]

    def identify(self, record: CurrentRecord) -> Identity:
        brand = self._said_brand(record)
        written = _raw(record, self._name) or _raw(record, self._model)
        names = [self._reader.read(raw, brand) for raw in written]
        brands = dict.fromkeys(name.brand for name in names if name.brand)
        keys = {self._key(name, next(iter(brands), brand)) for name in names}
        key = keys.pop() if len(keys) == 1 else None
        if key is None or not self._agree(key.brand, brand):
            return Identity(None, names[0].whole if names else "")
        first, about = names[0], self._brands.get(key.brand)
        models = map(tidy, _raw(record, self._model))
        codes = first.codes.union(*map(self._reader.codes_in, models))
        return Identity(
            key,
            first.whole,
            about.names[0] if about else "",
            first.written,
            codes,
            self._reader.is_code(key.model),
            first.variant,
            self._traits(record, about, codes, first.variant),
        )

    def _said_brand(self, record: CurrentRecord) -> str:
        """The brand given by the record; unknown brands are taken as written."""
        for raw in _raw(record, self._brand)[:1]:
            said = raw[:LONGEST_NAME]
            branded = self._reader.split_brand(tidy(said))
            return branded.brand if branded.brand and not branded.rest else compact(said)
        return ""

    def _key(self, name: ReadName, brand: str) -> ProductKey | None:
        brand = name.brand or brand
        about = self._brands.get(brand)
        model = name.model
        if about is None:  # the name may or may not begin with an unknown brand
            model = model.removeprefix(brand)
        if not brand or not (model or (about and about.is_model)):
            return None
        return ProductKey(brand, model)

    def _agree(self, named: str, said: str) -> bool:
        """A page with brand 小米 may show a 红米; one with brand 红米 shows no 小米."""
        return not said or not self._brands.get(said) or self._brands.is_within(named, said)

    def _traits(
        self,
        record: CurrentRecord,
        about: BrandEntry | None,
        codes: frozenset[str],
        variant: Variant,
    ) -> ProductTraits:
        families = frozenset(map(self._reader.code_family, codes))
        by_region = about.differs_by_region if about else ()
        parts = (
            PartName() if part.attribute in by_region else part.read(_raw(record, [part.attribute]))
            for part in self._parts
        )
        return ProductTraits(
            (
                frozenset() if about and about.codes_by_region else families,
                self._reader.generations(variant),
                *chain.from_iterable(parts),
            ),
            tuple(
                ToldAmount(
                    None if one.name in by_region else _amount(_raw(record, [one.name]), one),
                    tolerance,
                )
                for one, tolerance in self._amounts
            ),
        )


@lru_cache(maxsize=16)
def _identifier(topic: Topic) -> _Identifier:
    return _Identifier(topic, name_reader(topic))


def _raw(record: CurrentRecord, attributes: Sequence[str]) -> list[str]:
    found = (value.raw for value in record.values if value.attribute in attributes)
    return [raw for raw in dict.fromkeys(found) if raw.strip()]


def _amount(said: Sequence[str], attribute: Attribute) -> float | None:
    for raw in said[:1]:
        for value in read_value(raw[:LONGEST_NAME], attribute).values:
            if isinstance(value, Quantity):
                return value.low
    return None


# Which records with the same name are one product. In doubt they are not.


_MOST_KINDS = 100  # different traits under one name; more are noise, not products


def contradict(some: Sequence[Identity], others: Sequence[Identity]) -> bool:
    """Does any of the first contradict any of the second?"""
    kinds = {identity.traits for identity in others}
    return any(
        one.contradicts(kind) for one in {identity.traits for identity in some} for kind in kinds
    )


def same_products(alike: Sequence[Identity]) -> list[list[int]]:
    """Groups (of positions) of identities with one key: a single group if none contradicts."""
    places: dict[ProductTraits, list[int]] = defaultdict(list)
    for place, identity in enumerate(alike):
        places[identity.traits].append(place)
    if len(places) > _MOST_KINDS:
        return list(places.values())
    return [
        sorted(place for kind in group for place in places[kind])
        for group in _without_contradictions(list(places))
    ]


def _without_contradictions(kinds: list[ProductTraits]) -> list[list[ProductTraits]]:
    """Those with most contradictions form groups first; what fits several groups stays alone."""
    rivals = {kind: sum(map(kind.contradicts, kinds)) for kind in kinds}
    groups: list[list[ProductTraits]] = []
    alone: list[list[ProductTraits]] = []
    for kind in sorted(kinds, key=lambda kind: (-rivals[kind], _in_order(kind))):
        fitting = [group for group in groups if not any(map(kind.contradicts, group))]
        if len(fitting) > 1:
            alone.append([kind])
        elif fitting:
            fitting[0].append(kind)
        else:
            groups.append([kind])
    return groups + alone


def _in_order(kind: ProductTraits) -> tuple[list[float], list[list[str]]]:
    """An arbitrary but stable order."""
    return [amount.number or 0.0 for amount in kind.amounts], list(map(sorted, kind.words))


# Blocks: records that may be one product, because they share keys.


class IdentifiedRecord(NamedTuple):
    """A record with its identity."""

    record: CurrentRecord
    identity: Identity


def blocking_keys(known: IdentifiedRecord) -> frozenset[tuple[str, str, str]]:
    """Records that share none of these are never compared."""
    key = known.identity.key
    page = ("page", known.record.url, "")
    if key is None:
        return frozenset({page})
    codes = {("code", key.brand, code) for code in (*known.identity.codes, key.model)}
    return frozenset({page, ("name", *key), *codes})


def groups_of(block: Iterable[IdentifiedRecord]) -> list[list[IdentifiedRecord]]:
    """The records of a block, grouped by product."""
    by_key: dict[ProductKey | None, list[IdentifiedRecord]] = defaultdict(list)
    for known in sorted(block, key=_order):
        by_key[known.identity.key].append(known)
    unnamed = by_key.pop(None, [])
    groups: list[list[IdentifiedRecord]] = []
    for alike in by_key.values():
        places = same_products([known.identity for known in alike])
        groups += [[alike[place] for place in group] for group in places]
    return _with_unnamed(_with_bare_codes(groups), unnamed)


def _order(known: IdentifiedRecord) -> tuple[str, str, int]:
    return known.record.url, known.record.source, known.record.ordinal


def _with_bare_codes(groups: list[list[IdentifiedRecord]]) -> list[list[IdentifiedRecord]]:
    """A record named only by a code (三星 SM-G9500) joins the one product that has this code."""
    coded = [group for group in groups if group[0].identity.is_code]
    named = [group for group in groups if not group[0].identity.is_code]
    for group in coded:
        homes = [home for home in named if _has_code(home, group)]
        if len(homes) == 1 and not contradict(_identities(homes[0]), _identities(group)):
            homes[0].extend(group)
        else:
            named.append(group)
    return named


def _has_code(home: Sequence[IdentifiedRecord], coded: Sequence[IdentifiedRecord]) -> bool:
    key, code = home[0].identity.key, coded[0].identity.key
    if key is None or code is None or key.brand != code.brand or code.model in key.model:
        return False  # W2018 尊享版 is not another name of W2018
    return any(code.model in known.identity.codes for known in home)


def _with_unnamed(
    groups: list[list[IdentifiedRecord]], unnamed: list[IdentifiedRecord]
) -> list[list[IdentifiedRecord]]:
    """A record without a name joins the one product that its page shows."""
    homes: dict[str, list[list[IdentifiedRecord]]] = defaultdict(list)
    for group in groups:
        for url in {known.record.url for known in group}:
            homes[url].append(group)
    for known in unnamed:
        found = homes.get(known.record.url, [])
        if len(found) == 1:
            found[0].append(known)
        else:
            groups.append([known])
    return groups


def _identities(group: Sequence[IdentifiedRecord]) -> list[Identity]:
    return [known.identity for known in group]
