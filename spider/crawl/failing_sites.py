"""A site that is down is given pauses, then left alone for this run: its links stay queued."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spider.faults import FaultKind

if TYPE_CHECKING:
    from spider.crawl.link_queue import LinkQueue
    from spider.faults import Fault
    from spider.politeness.backoff import SiteBackoff

_log = logging.getLogger(__name__)

# The site as a whole does not answer; one that answers with errors is there.
_DOWN = frozenset({FaultKind.DNS, FaultKind.CONNECTION, FaultKind.TIMEOUT})
_UNAVAILABLE = 503
_PAUSE_AFTER = 3
_LEAVE_AFTER = 12
_LEAVE_AFTER_SECONDS = 600.0


@dataclass
class _Failing:
    since: float
    times: int = 0


class FailingSites:
    def __init__(self, queue: LinkQueue, backoff: SiteBackoff) -> None:
        self._queue = queue
        self._backoff = backoff
        self._failing: dict[str, _Failing] = {}

    def note(self, site: str, fault: Fault | None, now: float) -> None:
        """A request was answered, or was not."""
        if fault is None or fault.kind not in _DOWN | {FaultKind.RATE_LIMITED}:
            self._failing.pop(site, None)
            return
        failing = self._failing.setdefault(site, _Failing(now))
        failing.times += 1
        if failing.times >= _PAUSE_AFTER and fault.kind in _DOWN:
            self._backoff.note(site, _UNAVAILABLE, None, now)
        if failing.times >= _LEAVE_AFTER and now - failing.since >= _LEAVE_AFTER_SECONDS:
            _log.warning(
                "%s has not answered for %.0f minutes; it is left alone for this run, "
                "the next one goes on with it",
                site,
                (now - failing.since) / 60,
            )
            self._queue.shut(site)
