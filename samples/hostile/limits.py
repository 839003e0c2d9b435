"""Hosts that ask to come back later; each of its own domain, for waiting concerns a domain."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from math import inf
from typing import TYPE_CHECKING

from samples.hostile.trap import Trap, Visit
from samples.hostile.wire import head, html, page, raw
from samples.response import Response

if TYPE_CHECKING:
    from collections.abc import Callable

_KIND = "rate-limited"
_FREE = Response(200, "text/plain", b"User-agent: *\nAllow: /\n")


def _later(status: str, retry_after: str) -> Response:
    body = page("请稍后再来")
    lines = (f"Retry-After: {retry_after}", f"Content-Length: {len(body)}")
    return raw(head(*lines, status=status), body, status=int(status[:3]))


def in_seconds() -> Response:
    return _later("429 Too Many Requests", "1")


def by_date() -> Response:
    when = datetime.now(UTC) + timedelta(seconds=2)
    return _later("503 Service Unavailable", format_datetime(when, usegmt=True))


def _answer(refuse: Callable[[], Response], times: float) -> Callable[[Visit], Response]:
    """Refuse as many requests, then serve."""

    def answer(visit: Visit) -> Response:
        if visit.rest == "robots.txt":
            return _FREE
        return refuse() if visit.before < times else html("欢迎")

    return answer


def _trap(name: str, refuse: Callable[[], Response], times: float) -> Trap:
    return Trap(name, f"http://www.{name}.example/", _KIND, _answer(refuse, times))


TRAPS = (
    _trap("limited-once", in_seconds, 1),
    _trap("limited-until-date", by_date, 1),
    _trap("limited-for-ever", in_seconds, inf),
)
