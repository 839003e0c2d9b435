"""What sources say of one attribute, and which of it is shown."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from index.products.writing import compact

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from index.products.variants import Variant

SameValue: TypeAlias = "Callable[[str, str], Hashable]"  # attribute, raw text → what is compared


class RecordSource(NamedTuple):
    """Who says it: page, how it was read ("rule", "json-ld"), by which rule, since when.

    `raw` is how this source writes it, "" where it writes what the value's own `raw` says. `by` is
    "" where it is confirmed.
    """

    record_id: int
    url: str
    site: str
    source: str
    rule: str | None
    rule_version: int | None
    since: float
    variant: Variant
    raw: str = ""
    by: str = ""
    confidence: float = 1.0


class SourcedValue(NamedTuple):
    """One value with all who say it; `raw` is how the best of them writes it."""

    raw: str
    sources: tuple[RecordSource, ...]

    @property
    def sites(self) -> frozenset[str]:
        return frozenset(source.site for source in self.sources)


class AttributeValues(NamedTuple):
    """All values of an attribute, the one to show first."""

    values: tuple[SourcedValue, ...]

    @property
    def shown(self) -> str:
        return self.values[0].raw

    @property
    def conflict(self) -> bool:
        """Do sources disagree about one and the same variant?"""
        said = [{source.variant.memory for source in value.sources} for value in self.values]
        return any(not one.isdisjoint(other) for one, other in combinations(said, 2))


def as_written(attribute: str, raw: str) -> str:  # noqa: ARG001 - one signature with typed values
    """Values are the same if they differ in case, width, spaces and punctuation only."""
    return compact(raw) or raw


def attribute_values(
    attribute: str, said: Iterable[tuple[str, RecordSource]], same: SameValue = as_written
) -> AttributeValues:
    """What is confirmed comes before what is not, and then the value of most sites.

    Of those that as many sites show: what a rule read, then the newest, then the longest text.
    """
    alike: dict[Hashable, list[tuple[str, RecordSource]]] = defaultdict(list)
    for raw, source in said:
        alike[same(attribute, raw)].append((raw, source))
    values = [_one_value(group) for group in alike.values()]
    if len(values) > 1:
        values.sort(key=_weight, reverse=True)
    return AttributeValues(tuple(values))


def _one_value(said: list[tuple[str, RecordSource]]) -> SourcedValue:
    if len(said) == 1:
        return SourcedValue(said[0][0], (said[0][1],))
    writings: dict[str, list[RecordSource]] = defaultdict(list)
    for raw, source in said:
        writings[raw].append(source)
    best = max((SourcedValue(raw, tuple(by)) for raw, by in writings.items()), key=_weight)
    own_writing = (source if raw == best.raw else source._replace(raw=raw) for raw, source in said)
    return SourcedValue(best.raw, tuple(own_writing))


def _weight(value: SourcedValue) -> tuple[bool, int, bool, float, int, str]:
    confirmed = any(not source.by for source in value.sources)
    by_rule = any(source.source == "rule" for source in value.sources)
    newest = max(source.since for source in value.sources)
    return confirmed, len(value.sites), by_rule, newest, len(value.raw), value.raw
