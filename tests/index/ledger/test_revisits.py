from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.ledger.fetched import KnownPage
from index.ledger.revisits import DAY, FIRST, HOUR, next_visit
from tests.index.ledger.small_crawl import NOW

SHORTEST, LONGEST = HOUR, 60 * DAY


def known(fetched_at: float, next_visit_at: float) -> KnownPage:
    return KnownPage(
        *(None, None, "sha1:A", 1, None, None),
        visits=2,
        changes=0,
        fetched_at=fetched_at,
        changed_at=fetched_at,
        next_visit_at=next_visit_at,
    )


def wait(passed: float, planned: float, *, changed: bool) -> float:
    page = known(NOW - passed, NOW - passed + planned)
    return next_visit(NOW, page, changed=changed, shortest=SHORTEST, longest=LONGEST) - NOW


def test_a_page_seen_for_the_first_time_is_looked_at_tomorrow() -> None:
    assert next_visit(NOW, None, changed=True, shortest=SHORTEST, longest=LONGEST) == NOW + FIRST


def test_the_first_wait_keeps_the_bounds_too() -> None:
    assert next_visit(NOW, None, changed=True, shortest=2 * DAY, longest=LONGEST) == NOW + 2 * DAY
    assert next_visit(NOW, None, changed=True, shortest=0, longest=HOUR) == NOW + HOUR


@pytest.mark.parametrize(
    ("passed", "planned", "changed", "expected"),
    [
        pytest.param(2 * DAY, 2 * DAY, True, DAY, id="changed"),
        pytest.param(8 * DAY, 2 * DAY, True, DAY, id="changed, seen late"),
        pytest.param(DAY, 2 * DAY, True, DAY / 2, id="changed, seen early"),
        pytest.param(2 * DAY, 2 * DAY, False, 3 * DAY, id="as it was"),
        pytest.param(8 * DAY, 2 * DAY, False, 12 * DAY, id="as it was, seen late"),
        pytest.param(HOUR, 2 * DAY, False, 2 * DAY, id="as it was, seen early"),
        pytest.param(HOUR, HOUR, True, SHORTEST, id="never too soon"),
        pytest.param(50 * DAY, 50 * DAY, False, LONGEST, id="never too late"),
    ],
)
def test_the_wait(*, passed: float, planned: float, changed: bool, expected: float) -> None:
    assert wait(passed, planned, changed=changed) == pytest.approx(expected)


spans = st.floats(-DAY, 1000 * DAY)


@given(spans, spans)
def test_whatever_the_clock_says_the_bounds_hold_and_change_shortens(
    passed: float, planned: float
) -> None:
    changed, same = wait(passed, planned, changed=True), wait(passed, planned, changed=False)
    assert SHORTEST - 1 <= changed <= same <= LONGEST + 1
