"""Requests and responses: the same for every engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from index.engines.entry import PROMINENCE

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Within:
    """A number from `low` to `high`, None where there is no limit; `exclusive`: limits are out."""

    attribute: str
    low: float | None = None
    high: float | None = None
    exclusive: bool = False


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these keys."""

    attribute: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoneOf:
    """None of these keys; products without any value stay in."""

    attribute: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextMatch:
    """Free text that has all these tokens, or, with `yes` false, not all of them."""

    attribute: str
    tokens: tuple[str, ...]
    yes: bool = True


@dataclass(frozen=True, slots=True)
class HasValue:
    """Is there any value (a term, number, span or said word) of the attribute at all?"""

    attribute: str
    yes: bool = True


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of these holds: sites tell one thing under several attributes.

    `attribute` is the one whose facet leaves it out; the conditions' own count for nothing there.
    """

    attribute: str
    conditions: tuple[Within | AnyOf | NoneOf | TextMatch | HasValue, ...]


Condition: TypeAlias = Within | AnyOf | NoneOf | TextMatch | HasValue | Either


@dataclass(frozen=True, slots=True)
class Sort:
    """By an order of the entries; products without one come last, whichever way."""

    attribute: str = PROMINENCE
    descending: bool = True


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """Find products with all `words` (in name or body), all `phrases`, no `without` phrase.

    All conditions must hold. `sort` None is by relevance to the words; among equals, and where
    there are no words, by prominence. A facet is counted as if nobody had chosen anything in
    it: conditions on its own attribute are left out.
    """

    words: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    without: tuple[tuple[str, ...], ...] = ()
    conditions: tuple[Condition, ...] = ()
    facets: tuple[str, ...] = ()
    sort: Sort | None = None
    offset: int = 0
    limit: int = 20


class Hit(NamedTuple):
    id: str
    document: bytes


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """`facets`: for each asked attribute its keys with the number of products, most first."""

    total: int
    hits: tuple[Hit, ...] = ()
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
