"""What a filter of the typed text asks of an index."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from index.building.meaning import NO, YES, quantity
from index.engines.request import AnyOf, Either, Known, NoneOf, Saying, Within
from index.finding import labels
from index.finding.amounts import Interval
from index.query.query import Chosen, Excluded, Having, Range
from index.values.numbers import rounded
from rules.names import name_key
from rules.topic import ValueType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from index.analysis.analyzer import Analyzer
    from index.building.shape import Shape
    from index.engines.request import Condition
    from index.finding.answer import Words
    from index.finding.terms import Terms
    from index.query.elsewhere import Elsewhere
    from index.query.query import Bound, Filter
    from rules.topic import Attribute, Topic


class Meaning(NamedTuple):
    """As `Part` has it: `choices` are alternatives, `conditions` must hold."""

    label: Words
    choices: tuple[AnyOf | Saying, ...] = ()
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Meanings:
    topic: Topic
    shape: Shape
    terms: Terms
    analyzer: Analyzer
    elsewhere: Mapping[str, tuple[Elsewhere, ...]]

    def of(self, each: Filter, attribute: Attribute) -> Meaning | None:
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

    def _range(self, each: Range, attribute: Attribute) -> Meaning | None:
        low, high = map(_point, each.bounds)
        shown = Interval(_point(each.low), _point(each.high), each.exclusive, each.approximate)
        label = labels.limited(attribute, shown)
        key = self._key_of(attribute, shown)
        if key:
            return Meaning(label, choices=(AnyOf(attribute.name, key),))
        alike = (other.attribute for other in self.elsewhere[attribute.name] if not other.words)
        names = (attribute.name, *alike)
        columns = self.shape.fields.numbers
        within = (Within(name, low, high, each.exclusive) for name in names if name in columns)
        condition = _one_of(attribute, tuple(within))
        return Meaning(label, conditions=(condition,)) if condition else None

    def _key_of(self, attribute: Attribute, limits: Interval) -> tuple[str, ...]:
        """8GB is a value to choose where memory is: others may be chosen beside it."""
        exact = limits.low == limits.high and not limits.approximate
        if limits.low is None or not exact or attribute.type is not ValueType.QUANTITY:
            return ()
        return self.terms.meant_by(attribute, quantity(limits.low, attribute.unit))

    def _chosen(self, each: Chosen, attribute: Attribute) -> Meaning | None:
        known = tuple(self._alternatives(attribute, each.values))
        label = labels.chosen(attribute, (words for _, words in known))
        return Meaning(label, choices=tuple(one for one, _ in known)) if known else None

    def _excluded(self, each: Excluded, attribute: Attribute) -> Meaning | None:
        known = tuple(self._alternatives(attribute, each.values))
        label = labels.excluded(attribute, (words for _, words in known))
        return (
            Meaning(label, conditions=tuple(_opposite(one) for one, _ in known)) if known else None
        )

    def _alternatives(
        self, attribute: Attribute, values: tuple[str, ...]
    ) -> Iterator[tuple[AnyOf | Saying, Words]]:
        """For each value that can be looked for what to ask, and what people read for it."""
        for value in values:
            keys = self.terms.meant_by(attribute, value)
            if attribute.type is ValueType.TEXT:  # a key is but a part of what was typed
                keys = tuple(key for key in keys if name_key(key) == name_key(value))
            tokens = self.analyzer.query_tokens(value)
            if keys:
                shown = (self.terms.label(attribute, key) for key in keys)
                yield AnyOf(attribute.name, keys), labels.joined(" / ", shown)
            elif tokens and attribute.name in self.shape.fields.said:
                yield Saying(attribute.name, tokens), labels.plain(value)

    def _having(self, each: Having, attribute: Attribute) -> Meaning | None:
        if attribute.type is ValueType.YES_NO and self.terms.has_values(attribute):
            key = YES if each.yes else NO
            label = labels.chosen(attribute, (labels.YES_NO[key],))
            return Meaning(label, choices=(AnyOf(attribute.name, (key,)),))
        label = labels.having(attribute, yes=each.yes)
        there = tuple(self._there(attribute))
        if not each.yes:
            return Meaning(label, conditions=tuple(map(_opposite, there)))
        either = _one_of(attribute, there)
        return Meaning(label, conditions=(either,)) if either else None

    def _there(self, attribute: Attribute) -> Iterator[AnyOf | Known]:
        fields = self.shape.fields
        if attribute.name in {*fields.terms, *fields.numbers, *fields.said}:
            yield Known(attribute.name)
        for other in self.elsewhere[attribute.name]:
            keys = self.terms.saying(other.attribute, other.words) if other.words else ()
            yield from (AnyOf(other.attribute, keys),) if keys else ()


def _point(bound: Bound) -> float | None:
    if isinstance(bound, date):
        return float(bound.toordinal())
    return None if bound is None else rounded(bound)


def _one_of(
    attribute: Attribute, conditions: tuple[Within | AnyOf | Known, ...]
) -> Condition | None:
    if len(conditions) > 1:
        return Either(attribute.name, conditions)
    return conditions[0] if conditions else None


def _opposite(condition: AnyOf | Saying | Known) -> Condition:
    match condition:
        case AnyOf():
            return NoneOf(condition.attribute, condition.keys)
        case Saying():
            return Saying(condition.attribute, condition.tokens, yes=False)
        case Known():
            return Known(condition.attribute, yes=False)
