"""From forms to decisions, each written to the ledger at once, with a notice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import g

from core.errors import SpecSeekError
from core.names import name_key
from review.decide import (
    accept_proposals,
    alias_proposals,
    reject_proposals,
    skip_proposals,
    undo_decision,
)
from review.queue import queued_proposal, scorer_of
from search_ui.languages import phrase
from search_ui.review_cards import GuessedProposal, read_attribute, shown_text
from search_ui.review_queue import GUESS_CACHE
from search_ui.text import one_way
from store.proposals import ACCEPTED, decision_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from review.context import ReviewContext


DECIDED_ALONE = {"reject": reject_proposals, "skip": skip_proposals}
WITH_CHANGES = ("accept", "alias")
DECISIONS = (*WITH_CHANGES, *DECIDED_ALONE)


class MadeDecisions(NamedTuple):
    """Ids of the decisions, and the problems of the others."""

    decisions: Sequence[int]
    problems: Sequence[str] = ()


def accept_typed(
    context: ReviewContext, proposal: int, typed: Mapping[str, str], who: str
) -> list[int]:
    """Accept as the attribute described in the form; SpecSeekError if it is not valid."""
    (judged,) = _judged(context, [proposal])
    attribute = read_attribute(typed, judged.guess.attribute)
    return accept_proposals(context, [proposal], attribute, who)


def alias_typed(context: ReviewContext, proposal: int, typed: str, who: str) -> list[int]:
    """Accept as an alias of the attribute with any of its names; SpecSeekError if unknown."""
    known = context.topic().standard_name(typed)
    return alias_proposals(context, [proposal], known or one_way(typed)[:100], who)


def accept_as_guessed(context: ReviewContext, proposals: Sequence[int], who: str) -> MadeDecisions:
    """Accept each as guessed; the same name on several sites is one attribute."""
    decisions: list[int] = []
    problems: list[str] = []
    for same in _by_name(_judged(context, proposals)):
        ids = [one.queued.id for one in same]
        guess = same[0].guess
        try:
            if guess.alias_of is not None:
                decisions += alias_proposals(context, ids, guess.alias_of, who)
            else:
                decisions += accept_proposals(context, ids, guess.attribute, who)
        except SpecSeekError as error:
            problems.append(one_way(f"{same[0].queued.name[:100]}: {error}"))
    return MadeDecisions(decisions, problems)


def undo_decisions(context: ReviewContext, decisions: Iterable[int], who: str) -> bool:
    """Undo decisions that were made together; returns whether changes must be applied."""
    seen: set[int] = set()
    follows = False
    for number in decisions:
        with context.ledger.reading() as conn:
            known = decision_of(conn, number)
        if known is None or known.undone_at is not None or known.change_id in seen:
            continue
        follows = undo_decision(context, number, who) is not None or follows
        if known.change_id is not None:
            seen.add(known.change_id)
    return follows


def _judged(context: ReviewContext, proposals: Sequence[int]) -> list[GuessedProposal]:
    topic = context.topic()
    with context.ledger.reading() as conn:
        weights = scorer_of(conn, topic.name)
        asked = (
            queued_proposal(conn, topic, weights, number) for number in dict.fromkeys(proposals)
        )
        found = [one for one in asked if one is not None]
        guesses = GUESS_CACHE.of(conn, topic, found)
    if not found:
        raise SpecSeekError("there are no such proposals; look at the list again")
    return [GuessedProposal(one, guess) for one, guess in zip(found, guesses, strict=True)]


def _by_name(judged: Iterable[GuessedProposal]) -> list[list[GuessedProposal]]:
    groups: dict[str, list[GuessedProposal]] = {}
    for one in judged:
        groups.setdefault(name_key(one.queued.name), []).append(one)
    return list(groups.values())


# A notice of the latest decisions, shown once, with an undo button.


_MOST_NAMES = 5
_LONGEST_NAME = 40


class DecisionNotice(NamedTuple):
    words: str
    ids: Sequence[int]


def decision_notice(conn: Connection, numbers: Sequence[int]) -> DecisionNotice | None:
    """None if there are no such decisions; without ids if they were undone."""
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
