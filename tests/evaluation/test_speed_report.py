from __future__ import annotations

import json

import pytest
from lxml import etree
from rich.console import Console

from evaluation.contestants import LEXBOR_TREE, LXML_TREE, Contestant
from evaluation.speed_report import SpeedReport, Timing

OURS = Contestant("ours", "ours", "")
REPORT = SpeedReport(
    (
        Timing(OURS, "100 KB", 100_000, 0.001, 300),
        Timing(LXML_TREE, "100 KB", 100_000, 0.002, 300),
        Timing(LEXBOR_TREE, "100 KB", 100_000, 0.004, 300),
        Timing(OURS, "2 MB", 2_000_000, 0.022, 90),
        Timing(LXML_TREE, "2 MB", 2_000_000, 0.05, 40),
    ),
    LXML_TREE,
    LEXBOR_TREE,
    ("nobody: not timed",),
)


def test_ratios_are_taken_on_the_same_page() -> None:
    shown = REPORT.as_json()
    first, *_, last = shown["timings"]
    assert first["of_lxml_dom"] == pytest.approx(0.5)
    assert first["of_lexbor_dom"] == pytest.approx(0.25)
    assert last["of_lexbor_dom"] is None
    assert first["median_ms"] == pytest.approx(1)


def test_growth_is_cost_per_byte_of_the_biggest_page_against_100_kb() -> None:
    assert REPORT.growth(OURS) == pytest.approx(1.1)
    assert REPORT.growth(LEXBOR_TREE) is None


def test_the_table_shows_medians_ratios_and_notes() -> None:
    console = Console(width=120, record=True, file=None, quiet=False)
    with console.capture() as shown:
        console.print(REPORT.table())
    text = shown.get()
    assert "1 ms (0.5)" in text
    assert "22 ms (0.44)" in text
    assert "nobody: not timed" in text


def test_json_and_chart_are_well_formed() -> None:
    assert json.loads(json.dumps(REPORT.as_json()))["notes"] == ["nobody: not timed"]
    assert etree.fromstring(REPORT.chart()).tag.endswith("svg")
