"""A visitor's query (`SearchQuery`), and what the page shows (`SearchResult`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.local_text import LocalText
    from core.topic import Attribute
    from index.documents import ProductDocument


Limits: TypeAlias = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """Typed text, facet choices, ranges, sort order, page, and additional facets to show.

    Limits are in the attribute's unit; dates are ordinals (`date.toordinal`). `sort` is the name of
    an attribute, with a leading `-` for largest first; "" is the order that the text asks for, or
    relevance. `facets` are attributes whose facets are shown in addition to those of most products.
    """

    text: str = ""
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, Limits] = field(default_factory=dict)
    sort: str = ""
    page: int = 1
    size: int = 20
    facets: tuple[str, ...] = ()


# The result: products, recognized filters, facets, and suggestions if nothing was found.


@dataclass(frozen=True, slots=True)
class FilterChip:
    """One recognized condition, and the query without it.

    `label` is its meaning (电池容量 ≥ 5000mAh); `said` is the typed text it came from, "" if it was
    chosen in a facet.
    """

    label: LocalText
    said: str
    without: SearchQuery


class SetAside(NamedTuple):
    """Words that need not occur, since nothing would be found; `insisted`: the query with them."""

    said: str
    insisted: SearchQuery
    without: SearchQuery


class Correction(NamedTuple):
    """What was searched for instead of what was typed; `insisted`: the query as it was typed."""

    typed: str
    meant: str
    insisted: SearchQuery


class FacetValue(NamedTuple):
    """A value of a facet; the query of a click on it is made on demand."""

    key: str
    label: LocalText
    products: int
    chosen: bool
    click: Callable[[], SearchQuery]

    @property
    def toggled(self) -> SearchQuery:
        """The query after a click on it."""
        return self.click()


@dataclass(frozen=True, slots=True)
class ValuesFacet:
    """Chosen values first, then the most frequent."""

    attribute: Attribute
    label: LocalText
    choices: tuple[FacetValue, ...]


class HistogramBar(NamedTuple):
    """The number of products with a value from `low` to (not including) `high`."""

    low: float
    high: float
    products: int


@dataclass(frozen=True, slots=True)
class RangeFacet:
    """A histogram; `chosen` are the query's limits, `cleared` is the query without them."""

    attribute: Attribute
    label: LocalText
    bars: tuple[HistogramBar, ...]
    chosen: tuple[float | None, float | None]
    cleared: SearchQuery


ShownFacet: TypeAlias = ValuesFacet | RangeFacet


@dataclass(frozen=True, slots=True)
class MoreFacet:
    """A facet that can be added, or (`added`) was; `toggled`: the query's facets after a click.

    `products` is how many have a value of it, or an upper bound if products have several values.
    """

    attribute: Attribute
    label: LocalText
    products: int
    added: bool
    toggled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A condition without which there would be `count` products."""

    chip: FilterChip
    count: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`relaxed` and `corrections` are empty unless nothing was found.

    `asked` is what was searched for; `corrected` tells if something else was typed. `order` is the
    sort order in effect, also if the text asks for it (最便宜). `notes` tell what was not done.
    `is_comparison`: the text asks to compare these products (a vs b). `is_everything`: nothing of
    the text was understood or occurs, and these are all products.
    """

    asked: SearchQuery
    total: int
    products: tuple[ProductDocument, ...]
    chips: tuple[FilterChip, ...] = ()
    words: tuple[str, ...] = ()
    facets: tuple[ShownFacet, ...] = ()
    sorts: tuple[tuple[str, LocalText], ...] = ()
    relaxed: tuple[Relaxation, ...] = ()
    corrections: tuple[SearchQuery, ...] = ()
    more_facets: tuple[MoreFacet, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    corrected: Correction | None = None
    order: str = ""
    notes: tuple[LocalText, ...] = ()
    is_comparison: bool = False
    is_everything: bool = False
