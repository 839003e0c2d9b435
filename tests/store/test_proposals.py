from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from store.changes import ChangeKind, NewChange, add_change
from store.ledger import Ledger, ledger_url
from store.proposals import (
    OPEN,
    REJECTED,
    Decision,
    KnownDecision,
    KnownProposal,
    KnownWeights,
    SeenProposal,
    ShownOn,
    current_weights,
    decided_proposals,
    decision_of,
    decision_on,
    decisions_of,
    decisions_of_change,
    pages_read,
    proposal_counts,
    proposal_names,
    proposals_by_id,
    proposals_of,
    save_decision,
    save_proposals,
    save_weights,
    shown_on,
    undo_decisions,
    values_shown,
)
from store.schema import weights
from store.visits import save_page
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, url, visit

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection


NFC = SeenProposal("NFC功能", "支持", '{"format": 0.9}')


def test_a_proposal_tells_of_the_page_that_showed_it_last(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    save_proposals(conn, first, [NFC], NOW)
    save_proposals(conn, second, [NFC._replace(value="不支持", evidence="{}")], NOW + 1)
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
    save_proposals(conn, first, [NFC], NOW)
    save_proposals(conn, second, [NFC._replace(evidence='{"format": -1}')], NOW + 1)
    assert [known.evidence for known in proposals_of(conn, TOPIC)] == ['{"format": -1}']


def test_a_page_counts_once_however_often_it_is_visited(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    for link_id in (first, second, first, first, second):
        save_proposals(conn, link_id, [NFC, NFC], NOW)
    assert [known.pages_seen for known in proposals_of(conn, TOPIC)] == [2]


def test_pages_are_counted_up_to_a_limit(conn: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.proposals.MOST_PAGES", 2)
    for number in range(4):
        save_proposals(conn, add_link(conn, number), [NFC], NOW)
    assert [known.pages_seen for known in proposals_of(conn, TOPIC)] == [2]


def test_those_on_most_pages_come_first(conn: Connection) -> None:
    rare = NFC._replace(name="红外")
    save_proposals(conn, add_link(conn, 1), [rare, NFC], NOW)
    save_proposals(conn, add_link(conn, 2), [NFC], NOW)
    assert [known.name for known in proposals_of(conn, TOPIC)] == ["NFC功能", "红外"]
    assert [known.name for known in proposals_of(conn, TOPIC, limit=1)] == ["NFC功能"]
    assert proposals_of(conn, "laptops") == []


def test_each_page_keeps_the_value_it_shows_now(conn: Connection) -> None:
    first, second = add_link(conn, 1), add_link(conn, 2)
    save_proposals(conn, first, [NFC], NOW)
    save_proposals(conn, second, [NFC._replace(value="不支持")], NOW)
    save_proposals(conn, first, [NFC._replace(value="全功能")], NOW + 1)
    (known,) = proposals_of(conn, TOPIC)
    assert shown_on(conn, known.id) == [
        ShownOn(first, url(1), "全功能"),
        ShownOn(second, url(2), "不支持"),
    ]
    assert len(shown_on(conn, known.id, limit=1)) == 1


def test_proposals_are_found_by_site_and_by_id(conn: Connection) -> None:
    save_proposals(conn, add_link(conn), [NFC], NOW)
    (known,) = proposals_of(conn, TOPIC, site=SITE)
    assert proposals_of(conn, TOPIC, site="b.example") == []
    assert proposals_by_id(conn, [known.id, 99]) == {known.id: known}


def test_counts_by_state_and_site(tmp_path: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        assert proposal_counts(conn, TOPIC) == {}
        seen = [SeenProposal(name, "1", "{}") for name in ("马达", "镜片", "广告")]
        save_proposals(conn, add_link(conn), seen, NOW)
        save_decision(conn, 3, Decision(REJECTED, "admin", "{}"), NOW)
        assert proposal_counts(conn, TOPIC) == {OPEN: {SITE: 2}, REJECTED: {SITE: 1}}
        names = proposal_names(conn, TOPIC, OPEN)
        assert sorted(names) == sorted([(SITE, "马达"), (SITE, "镜片")])
        assert proposal_counts(conn, "other") == {}


def test_pages_that_rules_read_are_counted_by_site(conn: Connection) -> None:
    for number, outcome in enumerate(("ok", "ok", "no-match")):
        save_page(conn, replace(visit(add_link(conn, number)), outcome=outcome))
    assert pages_read(conn, TOPIC) == {SITE: 2}
    assert pages_read(conn, "watches") == {}


def test_different_values_are_counted_once_each(conn: Connection) -> None:
    for number, value in enumerate(("有", "无", "有", "")):
        save_proposals(conn, add_link(conn, number), [SeenProposal("NFC", value, "{}")], NOW)
    (known,) = proposals_of(conn, TOPIC)
    assert values_shown(conn, [known.id, 99]) == {known.id: 2}


NFC_SEEN = SeenProposal("NFC功能", "支持", "{}")


@pytest.fixture
def known(conn: Connection) -> KnownProposal:
    save_proposals(conn, add_link(conn), [NFC_SEEN], NOW)
    return proposals_of(conn, TOPIC)[0]


def test_a_decision_is_kept_and_holds_when_the_name_is_seen_again(
    conn: Connection, known: KnownProposal
) -> None:
    number = save_decision(conn, known.id, Decision("alias", "ana", '{"of": "nfc"}'), NOW + 1)
    save_proposals(conn, known.link_id, [NFC_SEEN], NOW + 2)
    assert proposals_of(conn, TOPIC) == []
    assert [again.id for again in proposals_of(conn, TOPIC, "alias")] == [known.id]
    assert decision_of(conn, number) == KnownDecision(
        number, known.id, SITE, "NFC功能", "alias", "ana", '{"of": "nfc"}', NOW + 1, None, None
    )


def test_one_who_changes_their_mind_leaves_two_decisions(
    conn: Connection, known: KnownProposal
) -> None:
    for choice in ("rejected", "accepted"):
        save_decision(conn, known.id, Decision(choice, "ana", "{}"), NOW)
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
    number = save_decision(conn, known.id, Decision("alias", "ana", "{}", change), NOW)
    taken = decisions_of_change(conn, change)
    assert [one.id for one in taken] == [number]
    undo_decisions(conn, taken, NOW + 5)
    assert [one.id for one in proposals_of(conn, TOPIC)] == [known.id]
    assert decisions_of_change(conn, change) == []
    assert list(decided_proposals(conn, TOPIC)) == []
    assert [one.undone_at for one in decisions_of(conn, TOPIC)] == [NOW + 5]


def test_there_may_be_no_such_decision(conn: Connection) -> None:
    assert decision_of(conn, 7) is None


def test_versions_count_up_and_stay(conn: Connection) -> None:
    assert current_weights(conn, TOPIC) is None
    assert [save_weights(conn, TOPIC, many, "{}", NOW) for many in (50, 80)] == [1, 2]
    assert save_weights(conn, "watches", 7, "{}", NOW) == 1
    assert current_weights(conn, TOPIC) == KnownWeights(TOPIC, 2, NOW, 80, "{}")
    kept = select(weights.c.decisions).where(weights.c.topic == TOPIC).order_by(weights.c.version)
    assert list(conn.scalars(kept)) == [50, 80]
