"""What is likely enough is accepted without asking, where the settings say so."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from core.names import name_key
from discovery.weights import LearnedWeights
from review.deciding import accept_proposals, alias_proposals, confirm_change
from review.guessing import guess_queued
from review.learning import scorer_of
from review.problems import DecisionError
from review.queue import MOST_QUEUED, proposal_queue
from store.changes import ChangeKind, ChangeState, changes_in_state

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from review.kinds import AttributeGuess
    from review.queue import QueuedProposal
    from review.workshop import ReviewContext
    from store.changes import KnownChange

AUTO_ACCEPT_NAME = "auto"


def accept_likely(context: ReviewContext) -> int:
    """Decide what is at least as likely as `[review] accept_above` says; how many decisions.

    Only learned weights count, for only they are calibrated. The same name on several sites is
    decided at once. Where it is not as clear whether a name is new or another's alias, a person
    is asked.
    """
    above = context.settings.review.accept_above
    if not above:
        return 0
    made = sum(_confirm_repair(context, change) for change in _sure_repairs(context, above))
    for same, guess in _likely_proposals(context, above):
        made += _decide_guessed(context, [one.id for one in same], guess, above)
    return made


def _likely_proposals(
    context: ReviewContext, above: float
) -> Iterator[tuple[list[QueuedProposal], AttributeGuess]]:
    """Proposals of one name together, with what they may be."""
    topic = context.topic()
    with context.ledger.reading() as conn:
        scorer = scorer_of(conn, topic.name)
        if not isinstance(scorer, LearnedWeights):
            return
        waiting = proposal_queue(conn, topic, scorer, limit=MOST_QUEUED)
        likely = [one for one in waiting if one.score.probability >= above]
        guessed = guess_queued(conn, topic, likely)
    by_name: dict[str, list[QueuedProposal]] = defaultdict(list)
    for one in likely:
        by_name[name_key(one.name)].append(one)
    for same in by_name.values():
        yield same, guessed[same[0].id]


def _decide_guessed(
    context: ReviewContext, ids: Sequence[int], guess: AttributeGuess, above: float
) -> int:
    try:
        if guess.alias_of and guess.alias_probability >= above:
            return len(alias_proposals(context, ids, guess.alias_of, AUTO_ACCEPT_NAME))
        if guess.alias_probability <= 1 - above:
            return len(accept_proposals(context, ids, guess.attribute, AUTO_ACCEPT_NAME))
    except DecisionError:
        return 0  # the topic has no room for it: a person will see it in the queue
    return 0


def _sure_repairs(context: ReviewContext, above: float) -> list[KnownChange]:
    with context.ledger.reading() as conn:
        proposed = changes_in_state(conn, [ChangeState.PROPOSED], context.topic_name)
    return [
        change
        for change in proposed
        if change.kind is ChangeKind.REPAIR and _predicted(change) >= above
    ]


def _predicted(change: KnownChange) -> float:
    told = change.detail.get("predicted")
    return float(told.get("f1", 0.0)) if isinstance(told, dict) else 0.0


def _confirm_repair(context: ReviewContext, change: KnownChange) -> int:
    confirm_change(context, change.id, AUTO_ACCEPT_NAME)
    return 1
