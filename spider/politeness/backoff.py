"""When a site that asked for fewer requests may be asked again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime

SECONDS = re.compile(r"[0-9]+")
ASKS_FOR_FEWER = frozenset({429, 503})


@dataclass
class _Pause:
    until: float
    refusals: int


class SiteBackoff:
    """Not-before times by site: what the site says, else doubling with each refusal in a row.

    Times are seconds since the epoch, which is also what HTTP dates count from.
    """

    def __init__(self, first_pause: float = 5.0, longest_pause: float = 3600.0) -> None:
        self._first_pause = first_pause
        self._longest_pause = longest_pause
        self._pauses: dict[str, _Pause] = {}

    def note(
        self, site: str, status: int, retry_after: str | bytes | None, now: float
    ) -> float | None:
        """Take down an answer; where it asks for fewer requests, tell from when on to ask again."""
        if status not in ASKS_FOR_FEWER:
            if status < 500:  # a site that fails otherwise has not recovered yet
                self._pauses.pop(site, None)
            return None
        pause = self._pauses.setdefault(site, _Pause(now, 0))
        if now >= pause.until:  # else it answers a request from before the pause
            pause.refusals += 1
        seconds = seconds_to_wait(retry_after, now) or self._doubled(pause.refusals)
        pause.until = max(pause.until, now + min(seconds, self._longest_pause))
        return pause.until

    def ready_at(self, site: str) -> float:
        """The time from which the site may be asked; 0.0 if it never refused."""
        pause = self._pauses.get(site)
        return pause.until if pause else 0.0

    def _doubled(self, refusals: int) -> float:
        doublings = min(refusals - 1, 60)  # enough for any limit, and still a finite float
        return self._first_pause * 2.0**doublings


def seconds_to_wait(retry_after: str | bytes | None, now: float) -> float | None:
    """What a Retry-After header says: seconds or an HTTP date; None where it says neither.

    >>> seconds_to_wait(b"120", now=0), seconds_to_wait("Thu, 01 Jan 1970 00:01:00 GMT", now=0)
    (120.0, 60.0)
    """
    text = retry_after.decode("latin-1") if isinstance(retry_after, bytes) else retry_after or ""
    text = text.strip()[:50]
    if SECONDS.fullmatch(text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if date.tzinfo is None:  # two of the three forms of HTTP dates name no zone
        date = date.replace(tzinfo=UTC)
    return max(0.0, date.timestamp() - now)
