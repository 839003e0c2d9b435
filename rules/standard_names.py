"""From the names pages show to the topic's standard attributes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.record import Extraction, Pair
    from rules.topic import Topic


def with_standard_names(extraction: Extraction, topic: Topic) -> Extraction:
    """Give pairs that no sample labelled the attribute the topic knows their name for."""

    def mapped(pair: Pair) -> Pair:
        if pair.attribute is not None:
            return pair
        return replace(pair, attribute=topic.standard_name(pair.name))

    records = tuple(
        replace(record, pairs=tuple(map(mapped, record.pairs))) for record in extraction.records
    )
    return replace(extraction, records=records)
