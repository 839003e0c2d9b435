"""What may be a new attribute: a name that no rule and no topic knows, with its value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.record import Extraction
    from rules.topic import Topic

LONGEST_NAME = 40  # longer texts are sentences, not names
MOST_PROPOSALS = 200  # of one page


@dataclass(frozen=True)
class Proposal:
    """A name with the value it came with, and what speaks for it where it was looked at closely.

    `evidence` then has the factors, the signals, and how the value was found ("by").
    """

    name: str
    value: str
    evidence: Mapping[str, object] = field(default_factory=dict)


def propose(extraction: Extraction, topic: Topic) -> tuple[Proposal, ...]:
    """The names a rule read beside those it knows: candidates whose value is in hand."""
    found: dict[str, Proposal] = {}
    for record in extraction.records:
        for pair in record.pairs:
            key = name_key(pair.name)
            known = pair.attribute is not None or not key or key in topic.lexicon
            if not known and len(pair.name) <= LONGEST_NAME:
                found.setdefault(key, Proposal(pair.name, pair.value))
    return tuple(found.values())[:MOST_PROPOSALS]
