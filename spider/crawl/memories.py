"""What is learned about each site, kept in the ledger so that the next crawl starts clever."""

from __future__ import annotations

import json
import logging
from collections import Counter
from typing import TYPE_CHECKING

from rules.memory import ENOUGH_PAGES
from spider.links.memory import SiteKnowledge
from store.runs import load_site_memories, save_site_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from pages.rows import Row
    from rules.memory import SiteMemory as RowMemory

_log = logging.getLogger(__name__)
_VISITS_BETWEEN_WRITES = 50  # visits: what a crash forgets of learning, never of pages


class KnownSites(dict[str, SiteKnowledge]):
    """By site; written now and then with a page's own transaction, and at the end."""

    def __init__(self, topic: str) -> None:
        super().__init__()
        self._topic = topic
        self._visits: Counter[str] = Counter()

    def load(self, conn: Connection) -> None:
        for site, learned in load_site_memories(conn, self._topic).items():
            try:
                self[site] = SiteKnowledge.from_json(json.loads(learned))
            except (ArithmeticError, LookupError, TypeError, ValueError):
                # Another version wrote it. It is learned anew; nothing else depends on it.
                _log.info("What was learned about %s cannot be read and is forgotten", site)

    def rows(self, site: str) -> RowMemory | None:
        """What the rows of a site's product pages say, where any were read."""
        memory = self.get(site)
        return memory.rows if memory else None

    def remember(self, site: str, rows: Sequence[Row]) -> None:
        """One more product page of a site was read row by row; enough is enough."""
        memory = self.setdefault(site, SiteKnowledge())
        if memory.rows.pages < ENOUGH_PAGES:
            memory.rows.add(rows)

    def write_when_due(self, conn: Connection, site: str, now: float) -> None:
        self._visits[site] += 1
        if self._visits[site] % _VISITS_BETWEEN_WRITES == 0 and site in self:
            save_site_memory(conn, self._topic, site, json.dumps(self[site].to_json()), now)

    def write_all(self, conn: Connection, now: float) -> None:
        for site, memory in self.items():
            save_site_memory(conn, self._topic, site, json.dumps(memory.to_json()), now)
