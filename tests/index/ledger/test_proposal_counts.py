from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.decisions import REJECTED, Decision, decide
from index.ledger.ledger import Ledger, ledger_url
from index.ledger.proposal_counts import proposal_counts, proposal_names
from index.ledger.proposals import OPEN, SeenProposal, note
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, add_link

if TYPE_CHECKING:
    from pathlib import Path


def test_counts_by_state_and_site(tmp_path: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        assert proposal_counts(conn, TOPIC) == {}
        seen = [SeenProposal(name, "1", "{}") for name in ("马达", "镜片", "广告")]
        note(conn, add_link(conn), seen, NOW)
        decide(conn, 3, Decision(REJECTED, "admin", "{}"), NOW)
        assert proposal_counts(conn, TOPIC) == {OPEN: {SITE: 2}, REJECTED: {SITE: 1}}
        names = proposal_names(conn, TOPIC, OPEN)
        assert sorted(names) == sorted([(SITE, "马达"), (SITE, "镜片")])
        assert proposal_counts(conn, "other") == {}
