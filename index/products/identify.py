"""Identifies the records of a topic: key, traits, variant and codes, by which records are merged.

A topic whose file has words of its products' names is read by them (`names.py`); of any other,
names are learned from all records (`learned_names.py`). Codes are read in the same way for both.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from core.records import BY_ROWS, BY_RULE
from core.schema_org import ROLES
from core.topic import Role, ValueType
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

    `words` are families of codes, network generations, makers and classes of parts. `variant` is
    the variant that the record tells of, with its GTINs.
    """

    words: tuple[frozenset[str], ...] = ()
    amounts: tuple[ToldAmount, ...] = ()
    variant: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    def contradicts(self, other: ProductTraits) -> bool:
        return (
            any(map(_apart, self.words, other.words))
            or any(map(_far, self.amounts, other.amounts))
            or self._is_another_of_variant(other)
        )

    def _is_another_of_variant(self, other: ProductTraits) -> bool:
        """Different GTINs tell products apart only where the variants are the same."""
        told, gtins = self.variant
        return bool(told) and told == other.variant[0] and _apart(gtins, other.variant[1])


def _apart(some: frozenset[str], others: frozenset[str]) -> bool:
    return bool(some) and bool(others) and some.isdisjoint(others)


def _far(one: ToldAmount, other: ToldAmount) -> bool:
    if one.number is None or other.number is None:
        return False
    return abs(one.number - other.number) > max(one.tolerance, other.tolerance)


class Identity(NamedTuple):
    """`key` is None if the record does not name its product, or contradicts itself.

    `name` is the whole name as the page writes it, `brand` the brand as it is shown, `written` the
    model in the name. `codes` are the maker's codes in names and under `model`; `is_code`: the
    model is one of them. Of learned names any model may be another's code. `gtins` and `parts`
    (part numbers with the brand) are the same for no two products.
    """

    key: ProductKey | None
    name: str = ""
    brand: str = ""
    written: str = ""
    codes: frozenset[str] = frozenset()
    is_code: bool = False
    is_learned: bool = False
    variant: Variant = Variant()
    traits: ProductTraits = ProductTraits()
    gtins: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()


# The values of a record by role.


class RoleValues:
    """Finds values by the role of their attribute, or of their property in embedded data."""

    def __init__(self, topic: Topic) -> None:
        self._roles = {one.name: one.role for one in topic.attributes if one.role}

    def of(self, record: CurrentRecord, role: Role) -> list[str]:
        is_embedded = record.source not in {BY_RULE, BY_ROWS}
        found = (
            value.raw
            for value in record.values
            if (
                self._roles.get(value.attribute) is role
                if value.attribute
                else is_embedded and ROLES.get(value.name) is role
            )
        )
        return [raw for raw in dict.fromkeys(found) if raw.strip()]


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
    """Whether it is a designation that hardly two products have: SD1300, 27GP850."""
    return len(model) > SHORT and not model.isalpha() and not model.isdigit()


# Names made of words in the topic's file.


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


# Codes: GTINs (EAN, UPC, ISBN) and makers' part numbers.
#
# Codes that shops write only to fill a field are none: they are recognised by their digits, or by
# being on pages of unlike products (`common_codes`).


_LONGEST = 200  # characters that are read of a value
MOST_CODES = 10  # of a record
_GTIN = re.compile(r"(?<![\d.])\d(?:[ -]?\d){7,13}(?![\d.])")
_SIZES = frozenset((8, 12, 13, 14))
_FEWEST_DIGITS = 3  # different ones, in a code that identifies anything
_WITHIN_SHOPS = ("02", "04", "2")  # first digits of an EAN that shops give to their own goods


def gtins_in(text: str) -> list[str]:
    """The valid GTINs of a text, all with 14 digits.

    >>> gtins_in("EAN: 4006381333931"), gtins_in("036000291452"), gtins_in("0000000000000")
    (['04006381333931'], ['00036000291452'], [])
    """
    found = (re.sub(r"\D", "", one) for one in _GTIN.findall(text[:_LONGEST]))
    return [one.zfill(14) for one in found if len(one) in _SIZES and _is_valid(one)]


def _is_valid(digits: str) -> bool:
    """With the right check digit, and neither a filler nor a shop's own number."""
    weighted = (int(one) * (3, 1)[place % 2] for place, one in enumerate(reversed(digits[:-1])))
    ean = digits[-13:].zfill(13)
    return (
        (sum(weighted) + int(digits[-1])) % 10 == 0
        and len(set(digits[:-1])) >= _FEWEST_DIGITS
        and not _counts(digits[:-1])
        and not (len(digits) > 8 and ean.startswith(_WITHIN_SHOPS))
    )


def _counts(digits: str) -> bool:
    """1234567 and the like."""
    return all((int(b) - int(a)) % 10 == 1 for a, b in pairwise(digits))


_FEWEST_CHARACTERS = 4
_HAS_DIGIT = re.compile(r"\d")


def part_number(text: str) -> str:
    """The part number in its one spelling; "" if it could be anything.

    >>> part_number("90LM05Z0-B05370"), part_number("n/a"), part_number("1")
    ('90lm05z0b05370', '', '')
    """
    if len(text) > _LONGEST:
        return ""
    found = compact(text).replace("-", "")
    telling = len(found) >= _FEWEST_CHARACTERS and len(set(found)) >= _FEWEST_DIGITS
    return found if telling and _HAS_DIGIT.search(found) else ""


# Codes on pages of unlike products.


_MOST_PRODUCTS = 2  # with different names; a code of more is a mistake
_MOST_RECORDS = 500


def common_codes(told: Iterable[tuple[str, Iterable[str]]]) -> frozenset[str]:
    """Codes of many products; each record is told by its product's name and its codes."""
    names: dict[str, set[str]] = defaultdict(set)
    times: Counter[str] = Counter()
    for name, codes in told:
        for code in codes:
            times[code] += 1
            if name and len(names[code]) <= _MOST_PRODUCTS:
                names[code].add(name)
    return frozenset(
        code
        for code, count in times.items()
        if count > _MOST_RECORDS or len(names[code]) > _MOST_PRODUCTS
    )
