"""What a search page shows: results, what was understood, facets, and ways out of an empty page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.building.document import ProductDocument
    from index.finding.asked import Asked
    from rules.topic import Attribute


class Words(NamedTuple):
    """The same in both languages of the page."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Chip:
    """One condition as it was understood, and what would be asked without it.

    `label` says what it means (电池容量 ≥ 5000mAh); `said` is the piece of the typed text it came
    from, "" for what was chosen in a facet.
    """

    label: Words
    said: str
    without: Asked


class Choice(NamedTuple):
    """A value of a facet; what a click on it asks is put together only where it is needed."""

    key: str
    label: Words
    products: int
    chosen: bool
    click: Callable[[], Asked]

    @property
    def toggled(self) -> Asked:
        """What is asked after a click on it."""
        return self.click()


@dataclass(frozen=True, slots=True)
class ValuesFacet:
    """Chosen values first, then the most frequent."""

    attribute: Attribute
    label: Words
    choices: tuple[Choice, ...]


class Bar(NamedTuple):
    """How many products have a value from `low` to (not including) `high`."""

    low: float
    high: float
    products: int


@dataclass(frozen=True, slots=True)
class RangeFacet:
    """A histogram; `chosen` are the limits asked for, `cleared` what is asked without them."""

    attribute: Attribute
    label: Words
    bars: tuple[Bar, ...]
    chosen: tuple[float | None, float | None]
    cleared: Asked


FacetShown: TypeAlias = ValuesFacet | RangeFacet


@dataclass(frozen=True, slots=True)
class MoreFacet:
    """A facet to show on demand, or (`added`) shown so; `toggled` is `Asked.facets` after a click.

    `products` have a value of it: at most so many, where products have several values.
    """

    attribute: Attribute
    label: Words
    products: int
    added: bool
    toggled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Without this condition there would be `count` products."""

    chip: Chip
    count: int


@dataclass(frozen=True, slots=True)
class Answer:
    """`relaxed` and `corrections` are there only where nothing was found."""

    asked: Asked
    total: int
    products: tuple[ProductDocument, ...]
    chips: tuple[Chip, ...]
    words: tuple[str, ...]
    facets: tuple[FacetShown, ...]
    sorts: tuple[tuple[str, Words], ...]
    relaxed: tuple[Relaxed, ...]
    corrections: tuple[Asked, ...]
    more_facets: tuple[MoreFacet, ...] = ()
