"""When to visit a page again: soon if it changes, later and later if it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from index.ledger.fetched import KnownPage

HOUR = 3600.0
DAY = 24 * HOUR
FIRST = DAY  # nothing is known yet
GROWTH = 1.5


def next_visit(
    now: float, known: KnownPage | None, *, changed: bool, shortest: float, longest: float
) -> float:
    """The time of the next visit, from what was known before this one.

    Changed: half as long as planned, or as it took if that was shorter. Unchanged: half as long
    again as it has now been seen unchanged, but not before the time planned: a visit that comes
    early teaches little.
    """
    if known is None:
        return now + min(max(FIRST, shortest), longest)
    planned = known.next_visit_at - known.fetched_at
    passed = max(0.0, now - known.fetched_at)
    wait = min(planned, passed) / 2 if changed else max(planned, GROWTH * passed)
    return now + min(max(wait, shortest), longest)
