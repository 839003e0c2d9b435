from __future__ import annotations

import json
from typing import TYPE_CHECKING

from discovery.credibility import Factors
from discovery.scoring import EqualWeights
from index.ledger.proposals import SeenProposal, note, proposals_of
from review.queue import queue, queued
from tests.index.ledger.small_crawl import NOW, add_link, url
from tests.review.small_workshop import propose

if TYPE_CHECKING:
    from review.workshop import Workshop

FACTORS = {"font": 0.5, "background": 0.4, "parent": 0.3, "format": 0.2, "interest": 0.1}
LIKELY = {"factors": FACTORS, "signals": {"links": 0.9}, "by": "row"}
UNLIKELY = {"factors": dict.fromkeys(FACTORS, -0.5)}


def show(workshop: Workshop, page: int, name: str, evidence: object) -> None:
    with workshop.ledger.transaction() as conn:
        note(conn, add_link(conn, page), [SeenProposal(name, "有", json.dumps(evidence))], NOW)


def test_the_likeliest_come_first_with_all_that_speaks_for_them(workshop: Workshop) -> None:
    show(workshop, 2, "更多", UNLIKELY)
    show(workshop, 1, "NFC功能", LIKELY)
    with workshop.ledger.reading() as conn:
        first, second = queue(conn, workshop.topic(), EqualWeights())
    assert (first.name, second.name) == ("NFC功能", "更多")
    assert first.factors == Factors(**FACTORS)
    assert (first.signals, first.by) == ({"links": 0.9}, "row")
    assert first.score.probability > 0.5 > second.score.probability
    assert [(shown.url, shown.value) for shown in first.examples] == [(url(1), "有")]


def test_support_counts_pages_and_different_values(workshop: Workshop) -> None:
    (number,) = propose(workshop, "NFC功能", pages=3)
    with workshop.ledger.reading() as conn:
        found = queued(conn, workshop.topic(), EqualWeights(), number)
        assert queued(conn, workshop.topic(), EqualWeights(), 99) is None
    assert found is not None
    assert found.support == (3, 3, 3)


def test_what_the_topic_knows_by_now_is_not_asked_again(workshop: Workshop) -> None:
    propose(workshop, "手机 品牌", "NFC功能")
    with workshop.ledger.reading() as conn:
        assert len(proposals_of(conn, "phones")) == 2
        assert [one.name for one in queue(conn, workshop.topic(), EqualWeights())] == ["NFC功能"]


def test_the_queue_is_read_in_parts_and_by_site(workshop: Workshop) -> None:
    propose(workshop, "甲", "乙", "丙")
    with workshop.ledger.reading() as conn:
        topic = workshop.topic()
        part = queue(conn, topic, EqualWeights(), limit=2, offset=1)
        assert [one.name for one in part] == ["乙", "丙"]
        assert queue(conn, topic, EqualWeights(), site="b.example") == []
