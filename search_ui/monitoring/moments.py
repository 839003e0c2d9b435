"""Moments as pages tell them."""

from __future__ import annotations

from datetime import UTC, datetime


def time_element(at: float) -> dict[str, str]:
    """For a `time` element: for machines and, on the server's clock, for people."""
    when = datetime.fromtimestamp(at, UTC)
    return {
        "machine": when.isoformat(timespec="seconds"),
        "people": when.astimezone().strftime("%Y-%m-%d %H:%M"),
    }
