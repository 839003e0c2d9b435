"""Times of the ledger (seconds since 1970), for scripts and for people."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_time(at: float) -> str:
    """For scripts.

    >>> utc_time(1_700_000_000.5)
    '2023-11-14T22:13:20+00:00'
    """
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def local_time(at: float) -> str:
    """For people, on their own clock."""
    return datetime.fromtimestamp(at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
