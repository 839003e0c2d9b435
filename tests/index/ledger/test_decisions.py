from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.ledger.changes import ChangeKind, NewChange, add_change
from index.ledger.decisions import (
    Decision,
    KnownDecision,
    decide,
    decided_proposals,
    decision_of,
    decision_on,
    decisions_of,
    decisions_of_change,
    take_back,
)
from index.ledger.proposals import KnownProposal, SeenProposal, note, proposals_of
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, add_link

if TYPE_CHECKING:
    from sqlalchemy import Connection

NFC = SeenProposal("NFC功能", "支持", "{}")


@pytest.fixture
def known(conn: Connection) -> KnownProposal:
    note(conn, add_link(conn), [NFC], NOW)
    return proposals_of(conn, TOPIC)[0]


def test_a_decision_is_kept_and_holds_when_the_name_is_seen_again(
    conn: Connection, known: KnownProposal
) -> None:
    number = decide(conn, known.id, Decision("alias", "ana", '{"of": "nfc"}'), NOW + 1)
    note(conn, known.link_id, [NFC], NOW + 2)
    assert proposals_of(conn, TOPIC) == []
    assert [again.id for again in proposals_of(conn, TOPIC, "alias")] == [known.id]
    assert decision_of(conn, number) == KnownDecision(
        number, known.id, SITE, "NFC功能", "alias", "ana", '{"of": "nfc"}', NOW + 1, None, None
    )


def test_one_who_changes_their_mind_leaves_two_decisions(
    conn: Connection, known: KnownProposal
) -> None:
    for choice in ("rejected", "accepted"):
        decide(conn, known.id, Decision(choice, "ana", "{}"), NOW)
    assert [one.choice for one in decisions_of(conn, TOPIC)] == ["accepted", "rejected"]
    last = decision_on(conn, known.id)
    assert last is not None
    assert last.choice == "accepted"
    assert decision_on(conn, 99) is None
    assert [(one.id, one.state) for one in decided_proposals(conn, TOPIC)] == [
        (known.id, "accepted")
    ]


def test_what_is_taken_back_stays_to_be_seen_and_counts_no_more(
    conn: Connection, known: KnownProposal
) -> None:
    change = add_change(conn, NewChange(TOPIC, "", ChangeKind.ALIAS, "ana", {}), NOW)
    number = decide(conn, known.id, Decision("alias", "ana", "{}", change), NOW)
    taken = decisions_of_change(conn, change)
    assert [one.id for one in taken] == [number]
    take_back(conn, taken, NOW + 5)
    assert [one.id for one in proposals_of(conn, TOPIC)] == [known.id]
    assert decisions_of_change(conn, change) == []
    assert list(decided_proposals(conn, TOPIC)) == []
    assert [one.undone_at for one in decisions_of(conn, TOPIC)] == [NOW + 5]


def test_there_may_be_no_such_decision(conn: Connection) -> None:
    assert decision_of(conn, 7) is None
