"""Memory and storage written side by side: which of the numbers is the attribute's own?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.topic import Attribute
    from index.values.measures import Measure

_LABEL = re.compile(r"\s?(RAM|ROM)(?![a-z])", re.IGNORECASE)
_PLUS = re.compile(r"\s?\+\s?")
_LEAST_RATIO = 4  # of storage to memory, in phones and computers of all times


def own_measures(text: str, measures: list[Measure], attribute: Attribute) -> list[Measure]:
    """The 64GB of "64GB 4GB RAM" for storage, the 8GB of "8GB+256GB" for memory.

    Whether an attribute is memory or storage its aliases tell: RAM, ROM.
    """
    others: set[int] = set()
    for at, measure in enumerate(measures):
        label = _LABEL.match(text, measure.end)
        if label and label[1].upper() not in attribute.aliases:
            others.add(at)
        if at and _are_a_pair(text, measures[at - 1], measure):
            if "RAM" in attribute.aliases:
                others.add(at)
            elif "ROM" in attribute.aliases:
                others.add(at - 1)
    return [measure for at, measure in enumerate(measures) if at not in others]


def _are_a_pair(text: str, memory: Measure, storage: Measure) -> bool:
    joined = _PLUS.fullmatch(text, memory.end, storage.start)
    return bool(joined) and memory.high * _LEAST_RATIO <= storage.low
