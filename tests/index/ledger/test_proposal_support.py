from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from index.ledger.fetched import save_page
from index.ledger.proposal_support import pages_read, values_shown
from index.ledger.proposals import SeenProposal, note, proposals_of
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, add_link, visit

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_pages_that_rules_read_are_counted_by_site(conn: Connection) -> None:
    for number, outcome in enumerate(("ok", "ok", "no-match")):
        save_page(conn, replace(visit(add_link(conn, number)), outcome=outcome))
    assert pages_read(conn, TOPIC) == {SITE: 2}
    assert pages_read(conn, "watches") == {}


def test_different_values_are_counted_once_each(conn: Connection) -> None:
    for number, value in enumerate(("有", "无", "有", "")):
        note(conn, add_link(conn, number), [SeenProposal("NFC", value, "{}")], NOW)
    (known,) = proposals_of(conn, TOPIC)
    assert values_shown(conn, [known.id, 99]) == {known.id: 2}
