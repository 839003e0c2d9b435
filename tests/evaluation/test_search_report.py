from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from evaluation.search_report import (
    TANTIVY,
    WHOLE,
    WHOLE_BY_RELEVANCE,
    WHOOSH,
    SearchReport,
    SearchRow,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def row(
    name: str, seconds: Sequence[float], *, products: int = 10_000, rate: float = 100.0
) -> SearchRow:
    kinds = {WHOLE: tuple(seconds), WHOLE_BY_RELEVANCE: tuple(seconds)}
    return SearchRow(name, name in {WHOOSH, TANTIVY}, products, rate, 1_000_000, 2_000_000, kinds)


def test_p50_and_p95() -> None:
    measured = row(WHOOSH, [number / 100 for number in range(101)])
    assert measured.p50(WHOLE) == pytest.approx(0.5)
    assert measured.p95(WHOLE) == pytest.approx(0.95)


@pytest.mark.parametrize(
    ("name", "products", "seconds", "held"),
    [
        (WHOOSH, 10_000, 0.059, True),
        (WHOOSH, 10_000, 0.061, False),
        (TANTIVY, 100_000, 0.014, True),
        (TANTIVY, 100_000, 0.016, False),
        (TANTIVY, 1_000_000, 0.079, True),
        (TANTIVY, 1_000_000, 0.081, False),
    ],
)
def test_bars(name: str, products: int, seconds: float, *, held: bool) -> None:
    report = SearchReport((row(name, [seconds] * 3, products=products),))
    assert [bar.held for bar in report.bars()] == [held]


def test_no_bar_for_rivals_and_sizes_nobody_asked_for() -> None:
    rows = (row("SQLite FTS5", [9.0, 9.0]), row(WHOOSH, [9.0, 9.0], products=20_000))
    assert list(SearchReport(rows).bars()) == []


@pytest.mark.parametrize(("rate", "held"), [(1000.0, True), (999.0, False)])
def test_the_bar_for_building(rate: float, *, held: bool) -> None:
    rows = (row(WHOOSH, [0.01] * 3), row(TANTIVY, [0.01] * 3, rate=rate))
    (bar,) = (bar for bar in SearchReport(rows).bars() if "build" in bar.what)
    assert bar.held is held


def test_json_and_chart_tell_the_same() -> None:
    rows = (row(WHOOSH, [0.01] * 3), row("plain Whoosh", [0.1] * 3))
    report = SearchReport(rows, ("a note",))
    (ours, rival) = report.as_json()["rows"]
    assert ours["requests"][WHOLE] == pytest.approx({"p50_ms": 10.0, "p95_ms": 10.0, "asked": 3})
    assert rival["build_per_second"] == 100.0
    assert report.as_json()["notes"] == ["a note"]
    picture = report.chart()
    ET.fromstring(picture)  # noqa: S314 - our own
    assert "plain Whoosh  100 ms" in picture
