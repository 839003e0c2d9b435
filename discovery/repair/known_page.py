"""What was known of a page before its redesign, and where that stands on it now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from discovery.repair.sightings import SightedPage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discovery.repair.sightings import Sighting
    from pages.page import Page


class KnownValue(NamedTuple):
    """What a record said before; `name` is "" where the page showed none."""

    attribute: str
    name: str
    value: str


class Seen(NamedTuple):
    """A known value and every place of the new page that says it."""

    known: KnownValue
    sightings: Sequence[Sighting]


@dataclass(frozen=True)
class KnownPage:
    """A page as it is now, and the values its record had when it could be read."""

    page: Page
    values: tuple[KnownValue, ...]

    @cached_property
    def sighted(self) -> SightedPage:
        return SightedPage(self.page)

    @cached_property
    def seen(self) -> tuple[Seen, ...]:
        """The known values that stand somewhere on the page."""
        found = (Seen(known, self.sighted.sightings(known.value)) for known in self.values)
        return tuple(seen for seen in found if seen.sightings)
