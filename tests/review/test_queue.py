from __future__ import annotations

import json
from typing import TYPE_CHECKING

from discovery.credibility import Factors
from discovery.scoring import EqualWeights
from review.queue import proposal_queue, queued_proposal
from store.proposals import SeenProposal, proposals_of, save_proposals
from tests.review.small_review import propose
from tests.store.small_crawl import NOW, add_link, url

if TYPE_CHECKING:
    from review.workshop import ReviewContext

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
