"""Finds which of a product's values met the query; these are shown first.

Pages state different prices for one product, and a product is found if any of them is within the
limits. A list of results shows one: the lowest that met the query, rather than one that did not.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

from core.topic import ValueType
from index.engines.engine import AllOf, AnyOf, Either, Within
from index.fields import (
    brand_attribute,
    extents,
    family_keys,
    foreign_columns,
    foreign_points,
    written_keys,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ShownAttribute, ShownValue
    from index.engines.engine import Condition


_Wanted: TypeAlias = "Within | AnyOf"


class MatchingValues:
    """Puts the values that met the conditions of a query first; for all products of its result."""

    def __init__(self, conditions: Iterable[Condition], topic: Topic) -> None:
        brand = brand_attribute(topic)
        columns = {
            column: attribute
            for attribute in topic.attributes
            if attribute.name != brand  # its keys are those of products, not of values
            for column in (attribute.name, *foreign_columns(attribute))
        }
        self._attributes: dict[str, Attribute] = {}
        self._wanted: dict[str, list[_Wanted]] = defaultdict(list)
        for one in _simple(conditions):
            if attribute := columns.get(one.attribute):
                self._attributes[attribute.name] = attribute
                self._wanted[attribute.name].append(one)

    def first(self, product: ProductDocument) -> ProductDocument:
        """The product with its values in this order; the same if nothing changes."""
        if not self._wanted:
            return product
        return product._replace(attributes=tuple(map(self._arranged, product.attributes)))

    def _arranged(self, said: ShownAttribute) -> ShownAttribute:
        wanted = self._wanted.get(said.name) if said.known and len(said.values) > 1 else None
        if not wanted:
            return said
        attribute = self._attributes[said.name]
        ordered = sorted(said.values, key=lambda value: _rank(value, attribute, wanted))
        return said._replace(values=tuple(ordered))


def _simple(conditions: Iterable[Condition]) -> Iterator[_Wanted]:
    """What is wanted of values; of alternatives any may have been met."""
    for condition in conditions:
        match condition:
            case Within() | AnyOf():
                yield condition
            case Either() | AllOf():
                yield from _simple(condition.conditions)
            case _:
                continue


def _rank(value: ShownValue, attribute: Attribute, wanted: Sequence[_Wanted]) -> tuple[int, float]:
    """How many conditions it does not meet; of prices that meet as many, the lowest is first."""
    met = [numbers for one in wanted if (numbers := _met(value, attribute, one)) is not None]
    is_price = attribute.type is ValueType.PRICE
    lowest = min((number for numbers in met for number in numbers), default=0.0) if is_price else 0
    return len(wanted) - len(met), lowest


def _met(value: ShownValue, attribute: Attribute, wanted: _Wanted) -> list[float] | None:
    """The numbers that are within the limits; None if the value does not meet the condition."""
    if isinstance(wanted, AnyOf):
        keys = family_keys(written_keys(value.raw, attribute), attribute)
        return None if keys.keys().isdisjoint(wanted.keys) else []
    if wanted.attribute == attribute.name:
        ends: Iterable[tuple[float, float]] = extents(value.raw, attribute)
    else:
        numbers = foreign_points((value.raw,), attribute).get(wanted.attribute, ())
        ends = ((number, number) for number in numbers)
    found = [low for low, high in ends if _overlaps(low, high, wanted)]
    return found or None


def _overlaps(low: float, high: float, limits: Within) -> bool:
    if limits.exclusive:
        above = limits.low is None or high > limits.low
        return above and (limits.high is None or low < limits.high)
    above = limits.low is None or high >= limits.low
    return above and (limits.high is None or low <= limits.high)
