"""What is likely enough is accepted without asking, where the settings say so."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from discovery.weights import LearnedWeights
from index.ledger.changes import ChangeKind, ChangeState, changes_in
from review.deciding import accept, alias, confirm
from review.guessing import guesses
from review.learning import scorer_of
from review.problems import DecisionError
from review.queue import MOST, queue
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index.ledger.changes import KnownChange
    from review.kinds import Guess
    from review.queue import Queued
    from review.workshop import Workshop

WHO = "auto"


def accept_likely(workshop: Workshop) -> int:
    """Decide what is at least as likely as `[review] accept_above` says; how many decisions.

    Only learned weights count, for only they are calibrated. The same name on several sites is
    decided at once. Where it is not as clear whether a name is new or another's alias, a person
    is asked.
    """
    above = workshop.settings.review.accept_above
    if not above:
        return 0
    made = sum(_confirm(workshop, change) for change in _sure_repairs(workshop, above))
    for same, guess in _likely(workshop, above):
        made += _decide(workshop, [one.id for one in same], guess, above)
    return made


def _likely(workshop: Workshop, above: float) -> Iterator[tuple[list[Queued], Guess]]:
    """Proposals of one name together, with what they may be."""
    topic = workshop.topic()
    with workshop.ledger.reading() as conn:
        scorer = scorer_of(conn, topic.name)
        if not isinstance(scorer, LearnedWeights):
            return
        waiting = queue(conn, topic, scorer, limit=MOST)
        likely = [one for one in waiting if one.score.probability >= above]
        guessed = guesses(conn, topic, likely)
    by_name: dict[str, list[Queued]] = defaultdict(list)
    for one in likely:
        by_name[name_key(one.name)].append(one)
    for same in by_name.values():
        yield same, guessed[same[0].id]


def _decide(workshop: Workshop, ids: Sequence[int], guess: Guess, above: float) -> int:
    try:
        if guess.alias_of and guess.alias_probability >= above:
            return len(alias(workshop, ids, guess.alias_of, WHO))
        if guess.alias_probability <= 1 - above:
            return len(accept(workshop, ids, guess.attribute, WHO))
    except DecisionError:
        return 0  # the topic has no room for it: a person will see it in the queue
    return 0


def _sure_repairs(workshop: Workshop, above: float) -> list[KnownChange]:
    with workshop.ledger.reading() as conn:
        proposed = changes_in(conn, [ChangeState.PROPOSED], workshop.topic_name)
    return [
        change
        for change in proposed
        if change.kind is ChangeKind.REPAIR and _predicted(change) >= above
    ]


def _predicted(change: KnownChange) -> float:
    told = change.detail.get("predicted")
    return float(told.get("f1", 0.0)) if isinstance(told, dict) else 0.0


def _confirm(workshop: Workshop, change: KnownChange) -> int:
    confirm(workshop, change.id, WHO)
    return 1
