"""What a visitor asks (`SearchQuery`), and what the page shows (`SearchResult`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.topic import Attribute
    from index.documents import ProductDocument
    from index.schema import BilingualText


Limits: TypeAlias = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A typed text, choices in facets, limits of ranges, order and page, and facets to see.

    Limits are in the attribute's unit; of dates, the days as `date.toordinal` counts them.
    `sort` is an attribute's name, with `-` before it for the largest first; "" is relevance.
    `facets` are attributes whose facets are shown besides those of most products.
    """

    text: str = ""
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, Limits] = field(default_factory=dict)
    sort: str = ""
    page: int = 1
    size: int = 20
    facets: tuple[str, ...] = ()


# The result: products, what was understood, facets, and ways out of an empty page.


@dataclass(frozen=True, slots=True)
class FilterChip:
    """One condition as it was understood, and what would be asked without it.

    `label` says what it means (电池容量 ≥ 5000mAh); `said` is the piece of the typed text it came
    from, "" for what was chosen in a facet.
    """

    label: BilingualText
    said: str
    without: SearchQuery


class FacetValue(NamedTuple):
    """A value of a facet; what a click on it asks is put together only where it is needed."""

    key: str
    label: BilingualText
    products: int
    chosen: bool
    click: Callable[[], SearchQuery]

    @property
    def toggled(self) -> SearchQuery:
        """What is asked after a click on it."""
        return self.click()


@dataclass(frozen=True, slots=True)
class ValuesFacet:
    """Chosen values first, then the most frequent."""

    attribute: Attribute
    label: BilingualText
    choices: tuple[FacetValue, ...]


class HistogramBar(NamedTuple):
    """How many products have a value from `low` to (not including) `high`."""

    low: float
    high: float
    products: int


@dataclass(frozen=True, slots=True)
class RangeFacet:
    """A histogram; `chosen` are the limits asked for, `cleared` what is asked without them."""

    attribute: Attribute
    label: BilingualText
    bars: tuple[HistogramBar, ...]
    chosen: tuple[float | None, float | None]
    cleared: SearchQuery


ShownFacet: TypeAlias = ValuesFacet | RangeFacet


@dataclass(frozen=True, slots=True)
class MoreFacet:
    """A facet that can be added, or (`added`) was; `toggled`: the query's facets after a click.

    `products` have a value of it: at most so many, where products have several values.
    """

    attribute: Attribute
    label: BilingualText
    products: int
    added: bool
    toggled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relaxation:
    """Without this condition there would be `count` products."""

    chip: FilterChip
    count: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`relaxed` and `corrections` are there only where nothing was found."""

    asked: SearchQuery
    total: int
    products: tuple[ProductDocument, ...]
    chips: tuple[FilterChip, ...]
    words: tuple[str, ...]
    facets: tuple[ShownFacet, ...]
    sorts: tuple[tuple[str, BilingualText], ...]
    relaxed: tuple[Relaxation, ...]
    corrections: tuple[SearchQuery, ...]
    more_facets: tuple[MoreFacet, ...] = ()
