"""A product as an engine takes it in: tokens, typed columns, and a document to give back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# Every entry has this order: what comes first when nothing else tells. Below 0 it is unconfirmed:
# it comes behind what is not, and fits words only so well.
PROMINENCE = "prominence"
UNCONFIRMED_FITS = 0.8


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One product, ready for any engine. Attributes are called by their standard names.

    `name` and `body` are tokens to find it by; a token in the name weighs more. `exact` is the
    same text in its smallest pieces, in order, for phrases. `said` has the tokens of single
    attributes of free text, to look for a word in one attribute alone.

    `terms` are what facets count, each key once. `numbers` are points to filter by; `spans` are
    from-to, where a value is a range: a filter finds a product by a point inside its limits,
    or by a span that overlaps them. `orders` has one number per attribute, to sort by.
    """

    id: str
    document: bytes
    name: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    spans: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    orders: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fields:
    """Which attributes the entries of an index may have, by what is kept of them."""

    said: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    orders: tuple[str, ...] = (PROMINENCE,)
