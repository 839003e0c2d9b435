"""What a topic's words alone tell of a page that no rule reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.record import Extraction, Record, Status
from rules.region_guess import guess_region

if TYPE_CHECKING:
    from pages.page import Page
    from rules.topic import Topic


def read_by_topic(page: Page, topic: Topic) -> Extraction:
    """Names and values as a layout reads them that is learned from the names the topic knows."""
    pairs = tuple(reading.pair for reading in guess_region(page, topic).readings)
    named = any(pair.attribute is not None and pair.name for pair in pairs)
    return Extraction(Status.OK, None, (Record(pairs),)) if named else Extraction(Status.NO_RULE)
