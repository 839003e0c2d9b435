"""The queue of proposals, likeliest first, and how decisions improve its order."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from discovery.candidates import Candidate
from discovery.credibility import EqualWeights, Factors, Support
from discovery.weights import (
    FEWEST,
    JudgedCandidate,
    LearnedWeights,
    NoLearnerError,
    TooFewError,
    train,
)
from store.proposals import (
    ACCEPTED,
    ALIAS,
    OPEN,
    REJECTED,
    current_weights,
    decided_proposals,
    pages_read,
    proposals_by_id,
    proposals_of,
    save_weights,
    shown_on,
    values_shown,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

    from core.topic import Topic
    from discovery.credibility import Score, Scorer
    from store.proposals import KnownProposal, ShownOn


MOST_QUEUED = 20_000  # proposals of one state that are scored: those on the most pages
EXAMPLES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class QueuedProposal:
    """A proposal with all that a person needs to decide; `by` is how its value was found."""

    id: int
    site: str
    name: str
    state: str
    value: str
    by: str
    factors: Factors
    signals: Mapping[str, float]
    support: Support
    pages_seen: int
    examples: tuple[ShownOn, ...]
    score: Score


def proposal_queue(  # noqa: PLR0913 - one question, narrowed in four ways
    conn: Connection,
    topic: Topic,
    scorer: Scorer,
    *,
    state: str = OPEN,
    site: str | None = None,
    limit: int = 50,
    offset: int = 0,
) -> list[QueuedProposal]:
    """The likeliest first, then those on the most pages.

    Names that the topic has learned meanwhile are left out.
    """
    judged = _all_scored(conn, topic.name, _waiting(conn, topic, state, site), scorer)
    judged.sort(key=lambda one: (-one.score.probability, -one.pages_seen, one.id))
    return [_with_examples(conn, one) for one in judged[offset : offset + limit]]


def proposals_queued(
    conn: Connection, topic: Topic, *, state: str = OPEN, site: str | None = None
) -> int:
    """How many there are in all; `proposal_queue` gives a part of them."""
    return len(_waiting(conn, topic, state, site))


def _waiting(conn: Connection, topic: Topic, state: str, site: str | None) -> list[KnownProposal]:
    found = proposals_of(conn, topic.name, state, MOST_QUEUED, site)
    if state != OPEN:
        return found
    return [one for one in found if topic.standard_name(one.name) is None]


def queued_proposal(
    conn: Connection, topic: Topic, scorer: Scorer, proposal_id: int
) -> QueuedProposal | None:
    """One proposal, in any state; None if there is no such proposal."""
    found = [
        one for one in proposals_by_id(conn, [proposal_id]).values() if one.topic == topic.name
    ]
    judged = _all_scored(conn, topic.name, found, scorer)
    return _with_examples(conn, judged[0]) if judged else None


def candidate_of(proposal: KnownProposal) -> Candidate:
    """The evidence on the page that showed it last; 0 if there was none."""
    told = json.loads(proposal.evidence or "{}")
    factors = told.get("factors", {})
    return Candidate(
        name=proposal.name,
        value=proposal.value,
        by=str(told.get("by", "")),
        factors=Factors(*(float(factors.get(name, 0.0)) for name in Factors._fields)),
        order=0,
        signals={str(name): float(value) for name, value in told.get("signals", {}).items()},
    )


def support_by_proposal(
    conn: Connection, topic: str, proposals: Iterable[KnownProposal]
) -> dict[int, Support]:
    """Proposal id → the evidence from its whole site."""
    read = pages_read(conn, topic)
    by_site: dict[str, list[KnownProposal]] = defaultdict(list)
    for one in proposals:
        by_site[one.site].append(one)
    values = values_shown(conn, [one.id for some in by_site.values() for one in some])
    return {
        one.id: Support(
            one.pages_seen, max(read.get(site, 0), one.pages_seen), values.get(one.id, 0)
        )
        for site, some in by_site.items()
        for one in some
    }


def _all_scored(
    conn: Connection, topic: str, proposals: list[KnownProposal], scorer: Scorer
) -> list[QueuedProposal]:
    support = support_by_proposal(conn, topic, proposals)
    return [_scored(one, support[one.id], scorer) for one in proposals]


def _scored(proposal: KnownProposal, support: Support, scorer: Scorer) -> QueuedProposal:
    candidate = candidate_of(proposal)
    return QueuedProposal(
        id=proposal.id,
        site=proposal.site,
        name=proposal.name,
        state=proposal.state,
        value=proposal.value,
        by=candidate.by,
        factors=candidate.factors,
        signals=candidate.signals,
        support=support,
        pages_seen=proposal.pages_seen,
        examples=(),
        score=scorer.score(candidate, support),
    )


def _with_examples(conn: Connection, one: QueuedProposal) -> QueuedProposal:
    return replace(one, examples=tuple(shown_on(conn, one.id, EXAMPLES_SHOWN)))


# Learning from decisions how to judge the next proposals.


AGAIN_AFTER = 20  # further decisions after which weights are learned again
_IS_ATTRIBUTE = {ACCEPTED: True, ALIAS: True, REJECTED: False}  # skipping a proposal says nothing
_IS_ATTRIBUTE = {ACCEPTED: True, ALIAS: True, REJECTED: False}  # about it


class LearningResult(NamedTuple):
    """`version` is None if equal weights did better on held-back decisions, and stay."""

    version: int | None
    weights: LearnedWeights


def scorer_of(conn: Connection, topic: str) -> Scorer:
    """The latest learned weights; equal weights as long as nothing was learned."""
    known = current_weights(conn, topic)
    return LearnedWeights.from_json(known.content) if known else EqualWeights()


def learn_weights(conn: Connection, topic: str, now: float) -> LearningResult:
    """Learn from all valid decisions; TooFewError or NoLearnerError if that is not possible."""
    examples = _examples(conn, topic)
    weights = train(examples)
    if weights.held_back.learned < weights.held_back.equal:
        return LearningResult(None, weights)
    return LearningResult(save_weights(conn, topic, len(examples), weights.to_json(), now), weights)


def learning_is_due(conn: Connection, topic: str) -> bool:
    """Whether there are enough new decisions to learn from."""
    known = current_weights(conn, topic)
    judged = sum(one.state in _IS_ATTRIBUTE for one in decided_proposals(conn, topic))
    return judged >= (known.decisions + AGAIN_AFTER if known else FEWEST)


def learn_if_due(conn: Connection, topic: str, now: float) -> LearningResult | None:
    """Called after decisions; None if there are too few new ones, or no learner is installed."""
    if not learning_is_due(conn, topic):
        return None
    try:
        return learn_weights(conn, topic, now)
    except (TooFewError, NoLearnerError):
        return None


def _examples(conn: Connection, topic: str) -> list[JudgedCandidate]:
    """One example per decided proposal; those of a site are held back together."""
    decided = _decided_candidates(conn, topic)
    support = support_by_proposal(conn, topic, [one for one, _ in decided])
    return [
        JudgedCandidate(candidate, support[one.id], _IS_ATTRIBUTE[one.state], one.site)
        for one, candidate in decided
    ]


def _decided_candidates(conn: Connection, topic: str) -> list[tuple[KnownProposal, Candidate]]:
    """Without those that a rule read in passing: these have no evidence to learn from."""
    judged = [one for one in decided_proposals(conn, topic) if one.state in _IS_ATTRIBUTE]
    found = [(one, candidate_of(one)) for one in judged]
    return [(one, candidate) for one, candidate in found if candidate.signals]
