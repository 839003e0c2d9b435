"""Maps filters of the typed text to conditions for an engine.

`FacetTerms` knows the keys in an index, `FilterResolver` which conditions a filter stands for.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from core.local_text import LocalText
from core.names import name_key
from core.topic import Facet, ValueType
from index.engines.engine import (
    AnyOf,
    Either,
    HasValue,
    NoneOf,
    SearchRequest,
    TextMatch,
    Within,
)
from index.fields import (
    STATED_ABSENT,
    brand_attribute,
    brand_key,
    facet_keys,
    foreign_column,
)
from index.query.model import Chosen, Excluded, Having, Range
from index.search.labels import (
    YES_NO,
    Interval,
    currency_note,
    excluded_label,
    presence_label,
    range_label,
    text_label,
    values_label,
)
from index.values.format import NO, YES, format_quantity
from index.values.number import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.analysis import Analyzer
    from index.engines.engine import Condition, Searcher
    from index.query.model import Bound, Filter, OrderBy
    from index.schema import IndexSchema


class FacetTerms:
    """The keys of facets, read once when the index is opened; without those of histograms."""

    def __init__(self, searcher: Searcher, schema: IndexSchema, topic: Topic) -> None:
        columns = set(schema.fields.terms)
        values = tuple(
            attribute.name
            for attribute in topic.attributes
            if attribute.name in columns and attribute.facet is not Facet.RANGE
        )
        found = searcher.search(SearchRequest(facets=(*values, STATED_ABSENT), limit=0))
        self.stated_absent = frozenset(found.facets.get(STATED_ABSENT, ()))
        self._keys: Mapping[str, frozenset[str]] = {
            name: frozenset(found.facets.get(name, ())) for name in values
        }
        self._labels = schema.labels
        self._topic = topic
        self._brand = brand_attribute(topic)
        self.brands = self._keys.get(self._brand, frozenset())

    def has_values(self, attribute: Attribute) -> bool:
        return attribute.name in self._keys

    def keys(self, attribute: Attribute) -> frozenset[str]:
        return self._keys.get(attribute.name, frozenset())

    def label(self, attribute: Attribute, key: str) -> LocalText:
        if attribute.type is ValueType.YES_NO and key in YES_NO:
            return YES_NO[key]
        known = self._labels.get(attribute.name, {}).get(key)
        return known or LocalText.same(key)

    def meant_by(self, attribute: Attribute, typed: str) -> tuple[str, ...]:
        """The index's keys that a typed value stands for."""
        keys = self.keys(attribute)
        is_brand = attribute.name == self._brand
        meant = (brand_key(typed, self._topic),) if is_brand else facet_keys(typed, attribute)
        known = tuple(key for key in meant if key in keys)
        return known or tuple(sorted(key for key in keys if name_key(key) == name_key(typed)))


# From filters of the typed text to conditions.


class ResolvedFilter(NamedTuple):
    """As in `QueryPart`: `choices` are alternatives, `conditions` must all hold."""

    label: LocalText
    choices: tuple[AnyOf | TextMatch, ...] = ()
    conditions: tuple[Condition, ...] = ()
    note: LocalText | None = None


@dataclass(frozen=True, slots=True)
class FilterResolver:
    topic: Topic
    schema: IndexSchema
    terms: FacetTerms
    analyzer: Analyzer
    related: Mapping[str, tuple[str, ...]]

    def resolve(self, each: Filter, attribute: Attribute) -> ResolvedFilter | None:
        """None if the index has no such values: then the filter's words are searched as text."""
        match each:
            case Range():
                return self._range(each, attribute)
            case Chosen():
                return self._chosen(each, attribute)
            case Excluded():
                return self._excluded(each, attribute)
            case Having():
                return self._having(each, attribute)

    def _range(self, each: Range, attribute: Attribute) -> ResolvedFilter | None:
        low, high = map(_point, each.bounds)
        shown = Interval(_point(each.low), _point(each.high), each.exclusive, each.approximate)
        if each.currency:
            return self._foreign(each, attribute, shown)
        label = range_label(attribute, shown)
        key = self._key_of(attribute, shown)
        if key:
            return ResolvedFilter(label, choices=(AnyOf(attribute.name, key),))
        names = (attribute.name, *self.related[attribute.name])
        columns = self.schema.fields.numbers
        within = (Within(name, low, high, each.exclusive) for name in names if name in columns)
        condition = _one_of(attribute, tuple(within))
        return ResolvedFilter(label, conditions=(condition,)) if condition else None

    def _foreign(self, each: Range, attribute: Attribute, shown: Interval) -> ResolvedFilter:
        """Prices are compared within a currency; if there are none in it, the limit is ignored."""
        label = range_label(attribute.model_copy(update={"unit": each.currency}), shown)
        column = foreign_column(attribute.name, each.currency)
        known = column in self.schema.counts and column in self.schema.fields.numbers
        low, high = map(_point, each.bounds)
        within = Within(column, low, high, each.exclusive)
        note = currency_note(each.currency, attribute.unit, compared=known)
        return ResolvedFilter(label, conditions=(within,) if known else (), note=note)

    def _key_of(self, attribute: Attribute, limits: Interval) -> tuple[str, ...]:
        """8GB of memory is a value to choose, beside which others may be chosen."""
        exact = limits.low == limits.high and not limits.approximate
        if limits.low is None or not exact or attribute.type is not ValueType.QUANTITY:
            return ()
        return self.terms.meant_by(attribute, format_quantity(limits.low, attribute.unit))

    def _chosen(self, each: Chosen, attribute: Attribute) -> ResolvedFilter | None:
        known = tuple(self._alternatives(attribute, each.values))
        shown = (text_label(each.shown),) if each.shown else (words for _, words in known)
        label = values_label(attribute, shown)
        if not known:
            return None
        conditions = tuple(one for one, _ in known)
        if each.needed and len(conditions) == 1:
            return ResolvedFilter(label, conditions=conditions)
        return ResolvedFilter(label, choices=conditions)

    def _excluded(self, each: Excluded, attribute: Attribute) -> ResolvedFilter | None:
        known = tuple(self._alternatives(attribute, each.values))
        label = excluded_label(attribute, (words for _, words in known))
        return (
            ResolvedFilter(label, conditions=tuple(_opposite(one) for one, _ in known))
            if known
            else None
        )

    def _alternatives(
        self, attribute: Attribute, values: tuple[str, ...]
    ) -> Iterator[tuple[AnyOf | TextMatch, LocalText]]:
        """The condition and the label of each value that can be searched for."""
        for value in values:
            keys = self.terms.meant_by(attribute, value)
            if attribute.type is ValueType.TEXT:  # its keys may be only a part of what was typed
                keys = tuple(key for key in keys if name_key(key) == name_key(value))
            tokens = self.analyzer.query_tokens(value)
            if keys:
                shown = (self.terms.label(attribute, key) for key in keys)
                yield AnyOf(attribute.name, keys), LocalText.joined(" / ", shown)
            elif tokens and attribute.name in self.schema.fields.said:
                yield TextMatch(attribute.name, tokens), text_label(value)

    def _having(self, each: Having, attribute: Attribute) -> ResolvedFilter | None:
        if attribute.type is ValueType.YES_NO and self.terms.has_values(attribute):
            key = YES if each.yes else NO
            label = values_label(attribute, (YES_NO[key],))
            return ResolvedFilter(label, choices=(AnyOf(attribute.name, (key,)),))
        fields = self.schema.fields
        columns = {*fields.terms, *fields.numbers, *fields.said}
        told = [name for name in (attribute.name, *each.also) if name in columns]
        label = presence_label(attribute, yes=each.yes)
        conditions: list[Condition] = [HasValue(name, yes=each.yes) for name in told]
        # A page that does not tell of a camera is no page of a phone without one.
        stated = tuple(name for name in told if name in self.terms.stated_absent)
        if stated and not each.yes:
            conditions.append(AnyOf(STATED_ABSENT, stated))
        return ResolvedFilter(label, conditions=tuple(conditions)) if conditions else None

    def order(self, each: OrderBy) -> str:
        """The sort order, by the attribute that most products have; "" if none has any."""
        alike = (other for name in each.attributes for other in self.related[name])
        columns = frozenset(self.schema.fields.orders)
        products = {
            name: self.schema.counts[name].products
            for name in (*each.attributes, *alike)
            if name in columns and name in self.schema.counts
        }
        best = max(products, key=products.__getitem__, default="")
        return f"-{best}" if best and each.descending else best


def _point(bound: Bound) -> float | None:
    if isinstance(bound, date):
        return float(bound.toordinal())
    return None if bound is None else rounded(bound)


def _one_of(attribute: Attribute, conditions: tuple[Within, ...]) -> Condition | None:
    if len(conditions) > 1:
        return Either(attribute.name, conditions)
    return conditions[0] if conditions else None


def _opposite(condition: AnyOf | TextMatch) -> Condition:
    match condition:
        case AnyOf():
            return NoneOf(condition.attribute, condition.keys)
        case TextMatch():
            return TextMatch(condition.attribute, condition.tokens, yes=False)
