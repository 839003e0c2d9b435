"""What a filter of the typed text asks of an index."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key
from core.topic import ValueType
from index.building.meaning import NO, YES, format_quantity
from index.engines.request import AnyOf, Either, HasValue, NoneOf, TextMatch, Within
from index.finding.amounts import Interval
from index.finding.labels import (
    YES_NO,
    excluded_label,
    joined_labels,
    presence_label,
    range_label,
    text_label,
    values_label,
)
from index.query.query import Chosen, Excluded, Having, Range
from index.values.numbers import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.analysis.analyzer import Analyzer
    from index.building.shape import BilingualText, IndexSchema
    from index.engines.request import Condition
    from index.finding.terms import FacetTerms
    from index.query.elsewhere import RelatedAttribute
    from index.query.query import Bound, Filter


class ResolvedFilter(NamedTuple):
    """As `QueryPart` has it: `choices` are alternatives, `conditions` must hold."""

    label: BilingualText
    choices: tuple[AnyOf | TextMatch, ...] = ()
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class FilterResolver:
    topic: Topic
    schema: IndexSchema
    terms: FacetTerms
    analyzer: Analyzer
    related: Mapping[str, tuple[RelatedAttribute, ...]]

    def resolve(self, each: Filter, attribute: Attribute) -> ResolvedFilter | None:
        """None: the index has no such values, the filter's words have to be searched for."""
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
        label = range_label(attribute, shown)
        key = self._key_of(attribute, shown)
        if key:
            return ResolvedFilter(label, choices=(AnyOf(attribute.name, key),))
        alike = (other.attribute for other in self.related[attribute.name] if not other.words)
        names = (attribute.name, *alike)
        columns = self.schema.fields.numbers
        within = (Within(name, low, high, each.exclusive) for name in names if name in columns)
        condition = _one_of(attribute, tuple(within))
        return ResolvedFilter(label, conditions=(condition,)) if condition else None

    def _key_of(self, attribute: Attribute, limits: Interval) -> tuple[str, ...]:
        """8GB is a value to choose where memory is: others may be chosen beside it."""
        exact = limits.low == limits.high and not limits.approximate
        if limits.low is None or not exact or attribute.type is not ValueType.QUANTITY:
            return ()
        return self.terms.meant_by(attribute, format_quantity(limits.low, attribute.unit))

    def _chosen(self, each: Chosen, attribute: Attribute) -> ResolvedFilter | None:
        known = tuple(self._alternatives(attribute, each.values))
        label = values_label(attribute, (words for _, words in known))
        return ResolvedFilter(label, choices=tuple(one for one, _ in known)) if known else None

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
    ) -> Iterator[tuple[AnyOf | TextMatch, BilingualText]]:
        """For each value that can be looked for what to ask, and what people read for it."""
        for value in values:
            keys = self.terms.meant_by(attribute, value)
            if attribute.type is ValueType.TEXT:  # a key is but a part of what was typed
                keys = tuple(key for key in keys if name_key(key) == name_key(value))
            tokens = self.analyzer.query_tokens(value)
            if keys:
                shown = (self.terms.label(attribute, key) for key in keys)
                yield AnyOf(attribute.name, keys), joined_labels(" / ", shown)
            elif tokens and attribute.name in self.schema.fields.said:
                yield TextMatch(attribute.name, tokens), text_label(value)

    def _having(self, each: Having, attribute: Attribute) -> ResolvedFilter | None:
        if attribute.type is ValueType.YES_NO and self.terms.has_values(attribute):
            key = YES if each.yes else NO
            label = values_label(attribute, (YES_NO[key],))
            return ResolvedFilter(label, choices=(AnyOf(attribute.name, (key,)),))
        label = presence_label(attribute, yes=each.yes)
        there = tuple(self._there(attribute))
        if not each.yes:
            return ResolvedFilter(label, conditions=tuple(map(_opposite, there)))
        either = _one_of(attribute, there)
        return ResolvedFilter(label, conditions=(either,)) if either else None

    def _there(self, attribute: Attribute) -> Iterator[AnyOf | HasValue]:
        fields = self.schema.fields
        if attribute.name in {*fields.terms, *fields.numbers, *fields.said}:
            yield HasValue(attribute.name)
        for other in self.related[attribute.name]:
            keys = self.terms.saying(other.attribute, other.words) if other.words else ()
            yield from (AnyOf(other.attribute, keys),) if keys else ()


def _point(bound: Bound) -> float | None:
    if isinstance(bound, date):
        return float(bound.toordinal())
    return None if bound is None else rounded(bound)


def _one_of(
    attribute: Attribute, conditions: tuple[Within | AnyOf | HasValue, ...]
) -> Condition | None:
    if len(conditions) > 1:
        return Either(attribute.name, conditions)
    return conditions[0] if conditions else None


def _opposite(condition: AnyOf | TextMatch | HasValue) -> Condition:
    match condition:
        case AnyOf():
            return NoneOf(condition.attribute, condition.keys)
        case TextMatch():
            return TextMatch(condition.attribute, condition.tokens, yes=False)
        case HasValue():
            return HasValue(condition.attribute, yes=False)
