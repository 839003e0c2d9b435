"""Links that lead into an endless space: kept in the ledger, told, and not asked for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from spider.faults import FaultKind
from spider.links.traps import address_shape_of
from store.frontier import LinkState, QueuedLink, finish_link
from store.runs import ErrorSeen, register_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from spider.links.traps import TrapVerdict, TrapWatch
    from spider.progress import CrawlProgress

_MOST_TOLD = 5  # addresses of one shape: the register is for people


class TrapFilter:
    """Looks at links just before they would be fetched, when most is known about their kind."""

    def __init__(self, topic: str, run_id: int, traps: TrapWatch, progress: CrawlProgress) -> None:
        self._topic = topic
        self._run_id = run_id
        self._traps = traps
        self._progress = progress
        self._told: Counter[tuple[str, str]] = Counter()

    def held(self, conn: Connection, links: Iterable[QueuedLink], now: float) -> set[int]:
        """Which of the links are held back from now on."""
        verdicts = [(link, self._traps.verdict(link)) for link in links]
        for link, verdict in verdicts:
            if verdict:
                finish_link(conn, link.id, LinkState.HELD)
                self._tell(conn, link, verdict, now)
        return {link.id for link, verdict in verdicts if verdict}

    def _tell(self, conn: Connection, link: QueuedLink, verdict: TrapVerdict, now: float) -> None:
        kind_of_link = (link.site, address_shape_of(link.shape))
        self._told[kind_of_link] += 1
        if self._told[kind_of_link] > _MOST_TOLD:
            return
        kind, action = FaultKind.TRAP, "held back, with all others like it"
        seen = ErrorSeen(
            self._topic, self._run_id, kind, link.url, link.site, action, verdict.words
        )
        register_error(conn, seen, now)
        self._progress.fault(link.site, kind)
