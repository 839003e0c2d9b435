"""Names that no rule knows go to the ledger, with the page that shows them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from index.ledger.proposals import SeenProposal, note

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from spider.crawl.page_reading import PageReading


def note_proposals(conn: Connection, link_id: int, reading: PageReading, now: float) -> None:
    seen = [
        SeenProposal(one.name, one.value, json.dumps(dict(one.evidence)))
        for one in reading.proposals
    ]
    if seen:
        note(conn, link_id, seen, now)
