"""What people decided teaches how the next proposals are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discovery.scoring import EqualWeights
from discovery.weights import FEWEST, Example, LearnedWeights, NoLearnerError, TooFewError, train
from review.queue import candidate_of, support_by_proposal
from store.proposals import (
    ACCEPTED,
    ALIAS,
    REJECTED,
    current_weights,
    decided_proposals,
    save_weights,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from discovery.candidates import Candidate
    from discovery.scoring import Scorer
    from store.proposals import KnownProposal

AGAIN_AFTER = 20  # further decisions it is learned anew by itself
_IS_ATTRIBUTE = {ACCEPTED: True, ALIAS: True, REJECTED: False}  # who skips a proposal says nothing


class LearningResult(NamedTuple):
    """`version` is None where equal weights judged held-back decisions better, and stay."""

    version: int | None
    weights: LearnedWeights


def scorer_of(conn: Connection, topic: str) -> Scorer:
    """The newest learned weights, equal ones as long as nothing was learned."""
    known = current_weights(conn, topic)
    return LearnedWeights.from_json(known.content) if known else EqualWeights()


def learn_weights(conn: Connection, topic: str, now: float) -> LearningResult:
    """From all decisions that hold; TooFewError and NoLearnerError tell why it cannot be."""
    examples = _examples(conn, topic)
    weights = train(examples)
    if weights.held_back.learned < weights.held_back.equal:
        return LearningResult(None, weights)
    return LearningResult(save_weights(conn, topic, len(examples), weights.to_json(), now), weights)


def learning_is_due(conn: Connection, topic: str) -> bool:
    """Are there enough decisions that nothing was learned from yet?"""
    known = current_weights(conn, topic)
    judged = sum(one.state in _IS_ATTRIBUTE for one in decided_proposals(conn, topic))
    return judged >= (known.decisions + AGAIN_AFTER if known else FEWEST)


def learn_if_due(conn: Connection, topic: str, now: float) -> LearningResult | None:
    """After decisions: None where there are too few new ones, or nothing to learn with."""
    if not learning_is_due(conn, topic):
        return None
    try:
        return learn_weights(conn, topic, now)
    except (TooFewError, NoLearnerError):
        return None


def _examples(conn: Connection, topic: str) -> list[Example]:
    """One for each decided proposal; those of a site are held back together."""
    decided = _decided_candidates(conn, topic)
    support = support_by_proposal(conn, topic, [one for one, _ in decided])
    return [
        Example(candidate, support[one.id], _IS_ATTRIBUTE[one.state], one.site)
        for one, candidate in decided
    ]


def _decided_candidates(conn: Connection, topic: str) -> list[tuple[KnownProposal, Candidate]]:
    """What a rule read in passing, and nobody looked at closely, has no evidence to learn from."""
    judged = [one for one in decided_proposals(conn, topic) if one.state in _IS_ATTRIBUTE]
    found = [(one, candidate_of(one)) for one in judged]
    return [(one, candidate) for one, candidate in found if candidate.signals]
