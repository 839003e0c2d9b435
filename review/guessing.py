"""What the names of the queue may be, worked out for many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.proposals import OPEN
from review.kinds import Guesser
from review.known_values import known_values
from review.shown import Shown
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from review.kinds import Guess
    from review.queue import Queued
    from rules.topic import Topic


def guesses(conn: Connection, topic: Topic, waiting: Sequence[Queued]) -> dict[int, Guess]:
    """Proposal id → a new attribute, filled in, or the known one it may be another name of.

    Of those that are open: what was decided needs no guess.
    """
    waiting = [one for one in waiting if one.state == OPEN and name_key(one.name)]
    if not waiting:
        return {}
    urls = [example.url for one in waiting for example in one.examples]
    guesser = Guesser(topic, known_values(conn, topic.name, urls))
    return {
        one.id: guesser.guess(one.name, [Shown(page.value, page.url) for page in one.examples])
        for one in waiting
    }
