from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discovery.credibility import EqualWeights, Factors
from discovery.weights import LearnedWeights, TooFewError
from review.queue import (
    AGAIN_AFTER,
    learn_if_due,
    learn_weights,
    proposal_queue,
    queued_proposal,
    scorer_of,
)
from store.proposals import (
    ACCEPTED,
    ALIAS,
    REJECTED,
    SKIPPED,
    Decision,
    SeenProposal,
    current_weights,
    decided_proposals,
    proposals_of,
    save_decision,
    save_proposals,
    save_weights,
)
from tests.review.small_review import propose
from tests.store.small_crawl import NOW, add_link, url

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from review.context import ReviewContext


FACTORS = {"font": 0.5, "background": 0.4, "parent": 0.3, "format": 0.2, "interest": 0.1}
LIKELY = {"factors": FACTORS, "signals": {"links": 0.9}, "by": "row"}
UNLIKELY = {"factors": dict.fromkeys(FACTORS, -0.5)}


def show(context: ReviewContext, page: int, name: str, evidence: object) -> None:
    with context.ledger.transaction() as conn:
        save_proposals(
            conn, add_link(conn, page), [SeenProposal(name, "有", json.dumps(evidence))], NOW
        )


def test_the_likeliest_come_first_with_all_that_speaks_for_them(context: ReviewContext) -> None:
    show(context, 2, "更多", UNLIKELY)
    show(context, 1, "NFC功能", LIKELY)
    with context.ledger.reading() as conn:
        first, second = proposal_queue(conn, context.topic(), EqualWeights())
    assert (first.name, second.name) == ("NFC功能", "更多")
    assert first.factors == Factors(**FACTORS)
    assert (first.signals, first.by) == ({"links": 0.9}, "row")
    assert first.score.probability > 0.5 > second.score.probability
    assert [(shown.url, shown.value) for shown in first.examples] == [(url(1), "有")]


def test_support_counts_pages_and_different_values(context: ReviewContext) -> None:
    (number,) = propose(context, "NFC功能", pages=3)
    with context.ledger.reading() as conn:
        found = queued_proposal(conn, context.topic(), EqualWeights(), number)
        assert queued_proposal(conn, context.topic(), EqualWeights(), 99) is None
    assert found is not None
    assert found.support == (3, 3, 3)


def test_what_the_topic_knows_by_now_is_not_asked_again(context: ReviewContext) -> None:
    propose(context, "手机 品牌", "NFC功能")
    with context.ledger.reading() as conn:
        assert len(proposals_of(conn, "phones")) == 2
        assert [one.name for one in proposal_queue(conn, context.topic(), EqualWeights())] == [
            "NFC功能"
        ]


def test_the_queue_is_read_in_parts_and_by_site(context: ReviewContext) -> None:
    propose(context, "甲", "乙", "丙")
    with context.ledger.reading() as conn:
        topic = context.topic()
        part = proposal_queue(conn, topic, EqualWeights(), limit=2, offset=1)
        assert [one.name for one in part] == ["乙", "丙"]
        assert proposal_queue(conn, topic, EqualWeights(), site="b.example") == []


pytest.importorskip("sklearn", reason="weights are learned with scikit-learn")


def decide_about(conn: Connection, choice: str, count: int, parent: float) -> None:
    evidence = {
        "factors": {"font": 0.0, "background": 0.0, "parent": parent, "format": 0.0, "interest": 0},
        "signals": {"row": 0.0},
        "by": "table",
    }
    names = [f"{choice} {parent} {at}" for at in range(count)]
    seen = [SeenProposal(name, "值", json.dumps(evidence)) for name in names]
    page = 1 + len(list(decided_proposals(conn, "phones")))
    save_proposals(conn, add_link(conn, page), seen, NOW)
    for one in proposals_of(conn, "phones", limit=10_000):
        if one.name in names:
            save_decision(conn, one.id, Decision(choice, "me", "{}"), NOW)


def test_equal_weights_until_enough_is_decided(context: ReviewContext) -> None:
    with context.ledger.transaction() as conn:
        decide_about(conn, ACCEPTED, 20, 1.0)
        assert learn_if_due(conn, "phones", NOW) is None
        with pytest.raises(TooFewError, match="20 accepted and 0 rejected"):
            learn_weights(conn, "phones", NOW)
        assert isinstance(scorer_of(conn, "phones"), EqualWeights)


def test_decisions_teach_and_every_version_stays(context: ReviewContext) -> None:
    with context.ledger.transaction() as conn:
        decide_about(conn, ACCEPTED, 15, 1.0)
        decide_about(conn, ALIAS, 10, 1.0)
        decide_about(conn, REJECTED, 25, -1.0)
        decide_about(conn, SKIPPED, 9, -1.0)
        first = learn_if_due(conn, "phones", NOW)
        assert first is not None
        assert first.version == 1
        assert scorer_of(conn, "phones") == first.weights
        known = current_weights(conn, "phones")
        assert known is not None
        assert known.decisions == 50
        assert learn_weights(conn, "phones", NOW + 1).version == 2
        assert isinstance(scorer_of(conn, "laptops"), EqualWeights)


def test_what_nobody_looked_at_closely_teaches_nothing(context: ReviewContext) -> None:
    with context.ledger.transaction() as conn:
        seen = [SeenProposal(f"名{at}", "值", "{}") for at in range(60)]
        save_proposals(conn, add_link(conn), seen, NOW)
        for one in proposals_of(conn, "phones"):
            save_decision(conn, one.id, Decision((ACCEPTED, REJECTED)[one.id % 2], "me", "{}"), NOW)
        assert learn_if_due(conn, "phones", NOW) is None
        with pytest.raises(TooFewError, match="0 accepted and 0 rejected"):
            learn_weights(conn, "phones", NOW)


def test_it_is_learned_anew_after_some_more_decisions(context: ReviewContext) -> None:
    with context.ledger.transaction() as conn:
        decide_about(conn, ACCEPTED, 25, 1.0)
        decide_about(conn, REJECTED, 25, -1.0)
        assert learn_if_due(conn, "phones", NOW)
        decide_about(conn, REJECTED, AGAIN_AFTER - 1, -0.9)
        assert learn_if_due(conn, "phones", NOW) is None
        decide_about(conn, REJECTED, 1, -0.8)
        again = learn_if_due(conn, "phones", NOW)
        assert again is not None
        assert again.version == 2


def test_equal_weights_stay_where_they_judge_better(context: ReviewContext) -> None:
    """People decided as if at random: what could be learned from that does not hold."""
    with context.ledger.transaction() as conn:
        for parent, accepted in ((-1.0, 11), (-0.3, 10), (0.3, 9), (1.0, 12)):
            decide_about(conn, ACCEPTED, accepted, parent)
            decide_about(conn, REJECTED, 20 - accepted, parent)
        learned = learn_weights(conn, "phones", NOW)
        assert learned.weights.held_back.learned < learned.weights.held_back.equal
        assert learned.version is None
        assert isinstance(scorer_of(conn, "phones"), EqualWeights)


def test_learned_weights_judge_the_next_proposal(context: ReviewContext) -> None:
    with context.ledger.transaction() as conn:
        decide_about(conn, ACCEPTED, 25, 1.0)
        decide_about(conn, REJECTED, 25, -1.0)
        weights = learn_weights(conn, "phones", NOW).weights
    assert isinstance(weights, LearnedWeights)
    factors = {name: weights.weights[name] for name in Factors._fields}
    assert max(factors, key=factors.__getitem__) == "parent"


def test_what_another_version_stored_is_told(context: ReviewContext) -> None:
    with context.ledger.transaction() as conn:
        save_weights(conn, "phones", 50, "{}", NOW)
        with pytest.raises(Exception, match="learn them again"):
            scorer_of(conn, "phones")
