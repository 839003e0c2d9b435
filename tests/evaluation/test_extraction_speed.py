from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from lxml import etree
from rich.console import Console

from evaluation.extraction_speed import (
    LEXBOR_TREE,
    LXML_TREE,
    OURS,
    RIVALS,
    SIZES,
    Contestant,
    NotTakingPartError,
    SpeedReport,
    Timing,
    everyday,
    measure_extraction_speed,
)
from evaluation.reading_task import ReadingTask, reading_task

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer


READER = Contestant("ours", "ours", everyday)
REPORT = SpeedReport(
    (
        Timing(READER, "100 KB", 100_000, 0.001, 300),
        Timing(LXML_TREE, "100 KB", 100_000, 0.002, 300),
        Timing(LEXBOR_TREE, "100 KB", 100_000, 0.004, 300),
        Timing(READER, "2 MB", 2_000_000, 0.022, 90),
        Timing(LXML_TREE, "2 MB", 2_000_000, 0.05, 40),
    ),
    LXML_TREE,
    LEXBOR_TREE,
    ("nobody: not timed",),
)


@pytest.fixture(scope="module")
def task() -> ReadingTask:
    return reading_task(4_000)


# autoscraper still calls BeautifulSoup by names given up long ago.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    "rival",
    [
        pytest.param(rival, marks=[pytest.mark.slow] * (rival.name == "autoscraper"), id=rival.name)
        for rival in RIVALS
    ],
)
def test_every_rival_reads_the_page(rival: Contestant, task: ReadingTask) -> None:
    try:
        run = rival.prepared(task)
    except NotTakingPartError as reason:
        if "is not here" in str(reason):
            pytest.skip(str(reason))
        raise
    assert run() is not None


def reads_nothing(_task: ReadingTask) -> Callable[[], Answer]:
    return dict


def test_whoever_reads_the_page_wrong_is_not_timed(task: ReadingTask) -> None:
    rival = Contestant("careless", "rival", reads_nothing)
    with pytest.raises(NotTakingPartError, match="reads the page wrong"):
        rival.prepared(task)


def is_not_installed(_task: ReadingTask) -> Callable[[], Answer]:
    run: Callable[[], Answer] = import_module("no_such_module").run
    return run


def test_whoever_is_not_installed_is_named_with_what_to_do(task: ReadingTask) -> None:
    absent = Contestant("nobody", "rival", is_not_installed, to_have_it="ask around")
    with pytest.raises(
        NotTakingPartError, match=r"^nobody: .*no_such_module is not here \(ask around\)$"
    ):
        absent.prepared(task)


def test_the_sizes_measured() -> None:
    assert list(SIZES) == ["20 KB", "100 KB", "500 KB", "2 MB"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # autoscraper's
@pytest.mark.slow
def test_a_small_run_from_end_to_end() -> None:
    report = measure_extraction_speed({"4 KB": 4_000, "8 KB": 8_000}, 0.0, fewest=2, most=2)
    assert set(report.sizes) == {"4 KB", "8 KB"}
    assert set(OURS) <= set(report.contestants)
    missing = set(RIVALS) - set(report.contestants)
    assert len(report.notes) == len(missing)
    assert all("is not here" in note for note in report.notes)
    assert all(timing.seconds > 0 and timing.turns == 2 for timing in report.timings)
    assert len(report.timings) == 2 * len(report.contestants)
    assert report.chart().startswith("<svg")


def test_ratios_are_taken_on_the_same_page() -> None:
    shown = REPORT.as_json()
    first, *_, last = shown["timings"]
    assert first["of_lxml_dom"] == pytest.approx(0.5)
    assert first["of_lexbor_dom"] == pytest.approx(0.25)
    assert last["of_lexbor_dom"] is None
    assert first["median_ms"] == pytest.approx(1)


def test_growth_is_cost_per_byte_of_the_biggest_page_against_100_kb() -> None:
    assert REPORT.growth(READER) == pytest.approx(1.1)
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
