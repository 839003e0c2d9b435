"""Identifies the records of a topic.

A topic whose file has words of its products' names is read by them (`names.py`); of any other,
names are learned from all records (`learned_names.py`). Codes are read in the same way for both.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from core.topic import Role, ValueType
from index.products.codes import MOST_CODES, common_codes, gtins_in, part_number
from index.products.identity import (
    Identity,
    ProductKey,
    ProductTraits,
    RoleValues,
    ToldAmount,
)
from index.products.learned_names import (
    MOST_NAMES,
    NEAR,
    SHORT,
    LearnedNames,
    NamesOfRecord,
    is_near,
)
from index.products.names import LONGEST_NAME, Variant, either, name_reader
from index.products.vocabulary import compact, folded, tidy
from index.values.read import read_value
from index.values.types import Quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.product_names import BrandEntry, Difference
    from core.topic import Attribute, Topic
    from index.products.learned_names import LearnedName
    from index.products.names import ReadName
    from store.records import CurrentRecord


class Identifier:
    """Identifies the records of a topic, by what it learned from some of them."""

    def __init__(self, topic: Topic, records: Iterable[CurrentRecord] = ()) -> None:
        self._roles = RoleValues(topic)
        known = list(records)
        self._names: _NamesOfTopic | _NamesOfRecords
        if topic.product_names.variant_words:
            self._names = _NamesOfTopic(topic, self._roles)
        else:
            self._names = _NamesOfRecords(topic, self._roles, known)
        self._common = frozenset[str]()
        coded = (one for one in known if self._names.is_learned or self._has_codes(one))
        self._common = common_codes(map(_codes_of, map(self.identify, coded)))

    def identify(self, record: CurrentRecord) -> Identity:
        found = self._names.identify(record)
        gtins = self._codes(chain.from_iterable(map(gtins_in, self._roles.of(record, Role.GTIN))))
        if not found.key:
            return found._replace(gtins=gtins)
        brand = found.key.brand
        codes = found.codes
        if found.is_learned:
            codes = frozenset(one for one in codes if f"{brand} {one}" not in self._common)
        return found._replace(
            codes=codes,
            gtins=gtins,
            parts=self._parts(record, brand),
            traits=self._with_variant(record, found, gtins),
        )

    def _has_codes(self, record: CurrentRecord) -> bool:
        return any(self._roles.of(record, role) for role in (Role.GTIN, Role.MPN))

    def _codes(self, found: Iterable[str]) -> frozenset[str]:
        return frozenset(list(dict.fromkeys(found))[:MOST_CODES]) - self._common

    def _parts(self, record: CurrentRecord, brand: str) -> frozenset[str]:
        numbers = filter(None, map(part_number, self._roles.of(record, Role.MPN)))
        return self._codes(f"{brand} {number}" for number in numbers)

    def _with_variant(
        self, record: CurrentRecord, found: Identity, gtins: frozenset[str]
    ) -> ProductTraits:
        """Where the model is a long designation, its GTINs are of countries and packages."""
        if not gtins or not found.key or is_telling(found.key.model):
            return found.traits
        told = [*found.variant.marks, *filter(None, [found.variant.memory])]
        told += map(compact, self._roles.of(record, Role.VARIANT)[:MOST_CODES])
        return found.traits._replace(variant=(frozenset(told), gtins)) if told else found.traits


def _codes_of(identity: Identity) -> tuple[str, frozenset[str]]:
    """The product's name, and all codes that other records of it might share."""
    if identity.key is None:
        return "", identity.gtins
    codes = identity.codes if identity.is_learned else ()
    in_names = frozenset(f"{identity.key.brand} {code}" for code in codes)
    return " ".join(identity.key), identity.gtins | identity.parts | in_names


def is_telling(model: str) -> bool:
    """Is it a designation that hardly two products have: SD1300, 27GP850?"""
    return len(model) > SHORT and not model.isalpha() and not model.isdigit()


# Names that the topic's file knows the words of.


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


class _NamesOfTopic:
    """Identifies records by the words in the topic's file."""

    is_learned = False

    def __init__(self, topic: Topic, roles: RoleValues) -> None:
        reader = name_reader(topic)
        self._reader = reader
        self._roles = roles
        self._brands = reader.brands
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
        written = self._roles.of(record, Role.NAME) or self._roles.of(record, Role.MODEL)
        names = [self._reader.read(raw, brand) for raw in written]
        brands = dict.fromkeys(name.brand for name in names if name.brand)
        keys = {self._key(name, next(iter(brands), brand)) for name in names}
        key = keys.pop() if len(keys) == 1 else None
        if key is None or not self._agree(key.brand, brand):
            return Identity(None, names[0].whole if names else "")
        first, about = names[0], self._brands.get(key.brand)
        models = map(tidy, self._roles.of(record, Role.MODEL))
        codes = first.codes.union(*map(self._reader.codes_in, models))
        return Identity(
            key,
            first.whole,
            about.names[0] if about else "",
            first.written,
            codes,
            self._reader.is_code(key.model),
            variant=first.variant,
            traits=self._traits(record, about, codes, first.variant),
        )

    def _said_brand(self, record: CurrentRecord) -> str:
        """The brand given by the record; unknown brands are taken as written."""
        for raw in self._roles.of(record, Role.BRAND)[:1]:
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
            PartName() if part.attribute in by_region else part.read(_raw(record, part.attribute))
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
                    None if one.name in by_region else _amount(_raw(record, one.name), one),
                    tolerance,
                )
                for one, tolerance in self._amounts
            ),
        )


# Names that are learned.


class _NamesOfRecords:
    """Identifies records by what all records of the topic say."""

    is_learned = True

    def __init__(self, topic: Topic, roles: RoleValues, records: Sequence[CurrentRecord]) -> None:
        self._roles = roles
        listed = {brand: about.names for brand, about in topic.product_names.brands.items()}
        names = list(map(self._names, records))
        self._learned = LearnedNames(names, listed)
        self._known = {one: self._learned.read(one) for one in names}
        amounts = [one for one in topic.attributes if one.type is ValueType.QUANTITY]
        named = ((self._known[one], record) for one, record in zip(names, records, strict=True))
        self._amounts = _agreeing_attributes(named, amounts)

    def identify(self, record: CurrentRecord) -> Identity:
        names = self._names(record)
        found = self._known.get(names) or self._learned.read(names)
        whole = tidy(names.names[0][:LONGEST_NAME]) if names.names else ""
        if not self._roles.of(record, Role.NAME):
            whole = " ".join(filter(None, (*names.brands[:1], whole)))
        if not found.brand or not found.model:
            return Identity(None, whole)
        return Identity(
            ProductKey(found.brand, found.model),
            whole,
            self._learned.written_brand(found.brand) or " ".join(names.brands[:1]),
            found.written,
            found.codes,
            found.is_code,
            is_learned=True,
            variant=Variant("", found.colours),
            traits=ProductTraits((), self._told_amounts(record, found)),
        )

    def _names(self, record: CurrentRecord) -> NamesOfRecord:
        roles = (Role.NAME, Role.MODEL, Role.MPN)
        names = tuple(raw for role in roles for raw in self._roles.of(record, role)[:MOST_NAMES])
        brands = tuple(self._roles.of(record, Role.BRAND)[:MOST_NAMES])
        return NamesOfRecord(record.site, names, brands)

    def _told_amounts(self, record: CurrentRecord, found: LearnedName) -> tuple[ToldAmount, ...]:
        """Amounts that tell products apart whose names hardly do: S70, with 12 MP or with 7."""
        if is_telling(found.model):
            return ()
        of_name = (found.amounts.get(unit) for unit in self._learned.units)
        of_record = (_amount(_raw(record, one.name), one) for one in self._amounts)
        return tuple(
            ToldAmount(number and _rounded(number), (number or 0.0) * 2 * NEAR)
            for number in chain(of_name, of_record)
        )


def _rounded(number: float) -> float:
    """With two digits, so that amounts that sites write differently are the same mostly."""
    return float(f"{number:.2g}")


_FEWEST_PAIRS = 10
_AGREE = 0.97


def _agreeing_attributes(
    named: Iterable[tuple[LearnedName, CurrentRecord]], attributes: Sequence[Attribute]
) -> list[Attribute]:
    """Attributes in which records of one model, on different sites, agree."""
    last: dict[tuple[str, str], CurrentRecord] = {}
    times: Counter[str] = Counter()
    agree: Counter[str] = Counter()
    for name, record in named:
        if not is_telling(name.model):
            continue
        before = last.get((name.brand, name.model))
        last[name.brand, name.model] = record
        if before is None or before.site == record.site:
            continue
        for one in attributes:
            some = _amount(_raw(before, one.name), one)
            other = _amount(_raw(record, one.name), one)
            if some is not None and other is not None:
                times[one.name] += 1
                agree[one.name] += is_near(some, other)
    return [
        one
        for one in attributes
        if times[one.name] >= _FEWEST_PAIRS and agree[one.name] >= _AGREE * times[one.name]
    ]


# Values of records.


def _raw(record: CurrentRecord, attribute: str) -> list[str]:
    found = (value.raw for value in record.values if value.attribute == attribute)
    return [raw for raw in dict.fromkeys(found) if raw.strip()]


def _amount(said: Sequence[str], attribute: Attribute) -> float | None:
    for raw in said[:1]:
        for value in read_value(raw[:LONGEST_NAME], attribute).values:
            if isinstance(value, Quantity):
                return value.low
    return None
