"""What the names of the queue may be, worked out for many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.names import name_key
from review.kinds import AttributeGuesser
from review.known_values import known_values
from review.shown import ValueOnPage
from store.proposals import OPEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from core.topic import Topic
    from review.kinds import AttributeGuess
    from review.queue import QueuedProposal


def guess_queued(
    conn: Connection, topic: Topic, waiting: Sequence[QueuedProposal]
) -> dict[int, AttributeGuess]:
    """Proposal id → a new attribute, filled in, or the known one it may be another name of.

    Of those that are open: what was decided needs no guess.
    """
    waiting = [one for one in waiting if one.state == OPEN and name_key(one.name)]
    if not waiting:
        return {}
    urls = [example.url for one in waiting for example in one.examples]
    guesser = AttributeGuesser(topic, known_values(conn, topic.name, urls))
    return {
        one.id: guesser.guess(
            one.name, [ValueOnPage(page.value, page.url) for page in one.examples]
        )
        for one in waiting
    }
