"""Conditions on what the pages state of a product: which answers to a query are right?

A condition is one line, read without any code of the index:

    price <= 3000               a number in the text of an attribute, as `Fact` finds it
    battery between 4000 5000   both ends count
    brand = 小米                the first word of the name
    手机外形 ~ 滑盖              a regular expression that occurs in an attribute's text
    is AMOLED                   one of the file's `named` conditions
    not brand = 小米
    any of year = 2012 | year = 2013
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class Truth(IntEnum):
    """Of a condition and a product; all of several conditions are as true as the least of them."""

    NO = 0
    UNSTATED = 1  # no page says anything about it: as good as no, but the opposite is arguable
    ARGUABLE = 2
    YES = 3


@dataclass(frozen=True)
class JudgedProduct:
    """Its values as the pages write them, by attribute."""

    name: str
    values: Mapping[str, frozenset[str]] = field(default_factory=dict)


Condition: TypeAlias = Callable[[JudgedProduct], Truth]


def _compiled(pattern: object) -> object:
    if not isinstance(pattern, str):
        return pattern
    try:
        return re.compile(pattern, re.IGNORECASE)
    except re.error as error:
        raise ValueError(f"{pattern!r} is no regular expression: {error}") from error


_Patterns: TypeAlias = dict[str, Annotated[re.Pattern[str], BeforeValidator(_compiled)]]


class FileModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Fact(FileModel):
    """Numbers in the text of attributes: the first group of a pattern, the second is a unit.

    Those of `also` are arguable, and so are those of `otherwise` where no other is stated.
    `thousands`: a point or comma before three digits separates thousands, as in prices.
    """

    stated: Annotated[_Patterns, Field(alias="from", min_length=1)]
    also: _Patterns = {}
    otherwise: _Patterns = {}
    take: Literal["each", "least", "months"] = "each"
    thousands: bool = False

    def numbers(self, product: JudgedProduct) -> list[float]:
        return list(self._read(product, self.stated))

    def arguable_numbers(self, product: JudgedProduct) -> list[float]:
        arguable = list(self._read(product, self.also))
        if self.otherwise and not arguable and not self.numbers(product):
            return list(self._read(product, self.otherwise))
        return arguable

    def ordering_numbers(self, product: JudgedProduct) -> list[float]:
        """Those by which products are sorted: without `otherwise`, a price in another currency."""
        return self.numbers(product) or list(self._read(product, self.also))

    def _read(self, product: JudgedProduct, patterns: _Patterns) -> Iterator[float]:
        for attribute, pattern in patterns.items():
            for text in product.values.get(attribute, ()):
                found = [(*match.groups(""), "")[:2] for match in pattern.finditer(text)]
                if self.take == "months":
                    yield from _months(found)
                elif found:
                    numbers = [
                        _number(number, thousands=self.thousands) * _UNITS.get(unit, 1.0)
                        for number, unit in found
                    ]
                    yield from [min(numbers)] if self.take == "least" else numbers


# Pixels are counted in 万, memory in GB, frequencies in GHz, weights in kg where pounds occur.
_UNITS = {"MB": 1 / 1024, "TB": 1024.0, "亿": 10_000.0, "MHz": 0.001, "lb": 0.45359237}


def _number(written: str, *, thousands: bool) -> float:
    """As Germans and Americans write it.

    >>> [_number(text, thousands=True) for text in ("1.299,00", "1,299", "27,5", "299.90")]
    [1299.0, 1299.0, 27.5, 299.9]
    >>> _number("1,125", thousands=False)
    1.125
    """
    whole, sign, last = written.replace(",", ".").rpartition(".")
    if not sign or (thousands and len(last) == _THOUSAND):
        return float(whole.replace(".", "") + last)
    return float(f"{whole.replace('.', '')}.{last}")


_THOUSAND = 3  # digits


def _months(found: Iterable[tuple[str, ...]]) -> Iterator[float]:
    """Months since the year 0; a year without a month may be any of its months."""
    for year, month in found:
        months = [int(month)] if month else range(1, 13)
        yield from (float(12 * int(year) + one) for one in months)


class NamedCondition(FileModel):
    where: str
    allowed: str


@dataclass(frozen=True)
class Definitions:
    """What conditions may speak of; `attributes` are those of the pages."""

    facts: Mapping[str, Fact]
    named: Mapping[str, NamedCondition]
    related_brands: Mapping[str, tuple[str, ...]]
    attributes: frozenset[str]


_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_LEAF = re.compile(r"(\S.*?) (=|<=?|>=?|~|between) (.+)")


def parse_condition(text: str, known: Definitions) -> Condition:
    """Raises ValueError with what is wrong."""
    if text.startswith("any of "):
        either = [parse_condition(one, known) for one in text.removeprefix("any of ").split(" | ")]
        return lambda product: max(condition(product) for condition in either)
    if text.startswith("not "):
        return partial(_negated, parse_condition(text.removeprefix("not "), known))
    if text.startswith("is "):
        return _named(text.removeprefix("is "), known)
    leaf = _LEAF.fullmatch(text)
    if not leaf:
        raise ValueError(f"{text!r} is no condition; write FACT OP VALUE, like 'price <= 3000'")
    subject, sign, value = leaf.groups()
    if sign == "~":
        return _matching(subject, value, known)
    if subject == "brand":
        return partial(_of_brand, value, known.related_brands.get(value, ()))
    if subject not in known.facts:
        raise ValueError(f"{subject!r} is none of the facts: {', '.join(known.facts)}")
    return partial(_compared, known.facts[subject], _comparison(sign, value))


def _negated(condition: Condition, product: JudgedProduct) -> Truth:
    opposites = {Truth.NO: Truth.YES, Truth.YES: Truth.NO}
    return opposites.get(condition(product), Truth.ARGUABLE)


def _named(name: str, known: Definitions) -> Condition:
    if name not in known.named:
        raise ValueError(f"{name!r} is not named in the file: {', '.join(known.named)}")
    of_name = known.named[name]
    where, allowed = (parse_condition(one, known) for one in (of_name.where, of_name.allowed))
    return lambda product: with_allowed(where(product), allowed(product))


def with_allowed(where: Truth, allowed: Truth) -> Truth:
    return max(where, Truth.ARGUABLE) if allowed >= Truth.ARGUABLE else where


def _matching(attribute: str, pattern: str, known: Definitions) -> Condition:
    if attribute not in known.attributes:
        raise ValueError(f"{attribute!r} is no attribute of the topic")
    try:
        occurs = re.compile(pattern, re.IGNORECASE).search
    except re.error as error:
        raise ValueError(f"{pattern!r} is no regular expression: {error}") from error

    def truth(product: JudgedProduct) -> Truth:
        texts = product.values.get(attribute)
        if not texts:
            return Truth.UNSTATED
        return Truth.YES if any(map(occurs, texts)) else Truth.NO

    return truth


def _of_brand(brand: str, related: tuple[str, ...], product: JudgedProduct) -> Truth:
    own = product.name.partition(" ")[0]
    if own == brand:
        return Truth.YES
    return Truth.ARGUABLE if own in related else Truth.NO


def _comparison(sign: str, value: str) -> Callable[[float], bool]:
    try:
        limits = [float(number) for number in value.split()]
    except ValueError:
        raise ValueError(f"{value!r} is no number") from None
    if len(limits) != 1 + (sign == "between"):
        raise ValueError(f"{value!r}: one number is compared, 'between' has two")
    if sign == "between":
        low, high = limits
        return lambda number: low <= number <= high
    return lambda number: _COMPARED[sign](number, limits[0])


def _compared(fact: Fact, holds: Callable[[float], bool], product: JudgedProduct) -> Truth:
    numbers, arguable = fact.numbers(product), fact.arguable_numbers(product)
    if any(map(holds, numbers)):
        return Truth.YES
    if any(map(holds, arguable)):
        return Truth.ARGUABLE
    return Truth.NO if numbers or arguable else Truth.UNSTATED
