"""From the names pages show to the topic's standard attributes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.topic import Topic
    from rules.record import Extraction, Pair


def with_standard_names(extraction: Extraction, topic: Topic) -> Extraction:
    """Give pairs that no sample labelled the attribute the topic knows their name for.

    Samples call what nobody named otherwise by the page's own name: that is no attribute yet.
    """
    known = {attribute.name for attribute in topic.attributes}

    def mapped(pair: Pair) -> Pair:
        if pair.attribute is not None and (pair.attribute in known or pair.attribute != pair.name):
            return pair
        return replace(pair, attribute=topic.standard_name(pair.name))

    records = tuple(
        replace(record, pairs=tuple(map(mapped, record.pairs))) for record in extraction.records
    )
    return replace(extraction, records=records)
