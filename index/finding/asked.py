"""What a visitor asks of the search page: one value for each part of its address."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

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
