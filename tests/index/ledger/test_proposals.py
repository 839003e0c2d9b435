from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.proposals import (
    KnownProposal,
    SeenProposal,
    ShownOn,
    note,
    proposals_by_id,
    proposals_of,
    shown_on,
)
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, add_link, url

if TYPE_CHECKING:
    import pytest
    from sqlalchemy import Connection

NFC = SeenProposal("NFC功能", "支持", '{"format": 0.9}')


def test_a_proposal_tells_of_the_page_that_showed_it_last(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    note(conn, first, [NFC], NOW)
    note(conn, second, [NFC._replace(value="不支持", evidence="{}")], NOW + 1)
    (known,) = proposals_of(conn, TOPIC)
    assert known == KnownProposal(
        known.id,
        *(TOPIC, SITE, "NFC功能", "不支持", second, NFC.evidence, "open"),
        pages_seen=2,
        first_at=NOW,
        last_at=NOW + 1,
    )


def test_newer_evidence_takes_the_place_of_older(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    note(conn, first, [NFC], NOW)
    note(conn, second, [NFC._replace(evidence='{"format": -1}')], NOW + 1)
    assert [known.evidence for known in proposals_of(conn, TOPIC)] == ['{"format": -1}']


def test_a_page_counts_once_however_often_it_is_visited(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    for link_id in (first, second, first, first, second):
        note(conn, link_id, [NFC, NFC], NOW)
    assert [known.pages_seen for known in proposals_of(conn, TOPIC)] == [2]


def test_pages_are_counted_up_to_a_limit(conn: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("index.ledger.proposals.MOST_PAGES", 2)
    for number in range(4):
        note(conn, add_link(conn, number), [NFC], NOW)
    assert [known.pages_seen for known in proposals_of(conn, TOPIC)] == [2]


def test_those_on_most_pages_come_first(conn: Connection) -> None:
    rare = NFC._replace(name="红外")
    note(conn, add_link(conn, 1), [rare, NFC], NOW)
    note(conn, add_link(conn, 2), [NFC], NOW)
    assert [known.name for known in proposals_of(conn, TOPIC)] == ["NFC功能", "红外"]
    assert [known.name for known in proposals_of(conn, TOPIC, limit=1)] == ["NFC功能"]
    assert proposals_of(conn, "laptops") == []


def test_each_page_keeps_the_value_it_shows_now(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    note(conn, first, [NFC], NOW)
    note(conn, second, [NFC._replace(value="不支持")], NOW)
    note(conn, first, [NFC._replace(value="全功能")], NOW + 1)
    (known,) = proposals_of(conn, TOPIC)
    assert shown_on(conn, known.id) == [
        ShownOn(first, url(1), "全功能"),
        ShownOn(second, url(2), "不支持"),
    ]
    assert len(shown_on(conn, known.id, limit=1)) == 1


def test_proposals_are_found_by_site_and_by_id(conn: Connection) -> None:
    note(conn, add_link(conn), [NFC], NOW)
    (known,) = proposals_of(conn, TOPIC, site=SITE)
    assert proposals_of(conn, TOPIC, site="b.example") == []
    assert proposals_by_id(conn, [known.id, 99]) == {known.id: known}
