"""What was just decided, told once, with a way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import g

from search_ui.languages import phrase
from search_ui.products.readable import one_way
from search_ui.reviewing.cards import shown_text
from store.proposals import ACCEPTED, decision_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

_MOST_NAMES = 5
_LONGEST_NAME = 40


class DecisionNotice(NamedTuple):
    words: str
    ids: Sequence[int]


def decision_notice(conn: Connection, numbers: Sequence[int]) -> DecisionNotice | None:
    """None where there are no such decisions; without ids where they were taken back."""
    known = [one for one in (decision_of(conn, number) for number in numbers) if one]
    if not known:
        return None
    if all(one.undone_at is not None for one in known):
        return DecisionNotice(phrase("review.done.undone", g.language), ())
    choices = {one.choice for one in known}
    choice = choices.pop() if len(choices) == 1 else ACCEPTED
    names = [shown_text(one_way(one.name), _LONGEST_NAME) for one in known[:_MOST_NAMES]]
    more = [f"+{len(known) - _MOST_NAMES}"] if len(known) > _MOST_NAMES else []
    listed = ", ".join((*names, *more))
    return DecisionNotice(
        phrase(f"review.done.{choice}", g.language, names=listed),
        [one.id for one in known if one.undone_at is None],
    )
