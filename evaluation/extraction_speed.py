"""How fast is a record read off a page? All contestants in one interleaved run, size by size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evaluation.contestants import LEXBOR_TREE, LXML_TREE, RIVALS, NotTakingPartError
from evaluation.interleaved import interleaved_medians
from evaluation.ours import OURS
from evaluation.reading_task import reading_task
from evaluation.speed_report import SpeedReport, Timing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evaluation.contestants import Contestant

SIZES = {"20 KB": 20_000, "100 KB": 100_000, "500 KB": 500_000, "2 MB": 2_000_000}


def measure_extraction_speed(
    sizes: Mapping[str, int] = SIZES, seconds: float = 4.0, fewest: int = 5, most: int = 500
) -> SpeedReport:
    """Each contestant gets about `seconds` per size, in `fewest` to `most` turns."""
    timings: list[Timing] = []
    notes: dict[str, None] = {}
    for size, wanted_bytes in sizes.items():
        runs, page_bytes = _starters(wanted_bytes, notes)
        by_name = {contestant.name: contestant for contestant in runs}
        medians = interleaved_medians(
            {contestant.name: run for contestant, run in runs.items()}, seconds, fewest, most
        )
        timings += [
            Timing(by_name[name], size, page_bytes, median, turns)
            for name, (median, turns) in medians.items()
        ]
    return SpeedReport(tuple(timings), LXML_TREE, LEXBOR_TREE, tuple(notes))


def _starters(
    wanted_bytes: int, notes: dict[str, None]
) -> tuple[dict[Contestant, Callable[[], object]], int]:
    """Those that read the page right, ready to run; why the others do not goes to notes."""
    tasks = {
        variant: reading_task(wanted_bytes, variant) for variant in ("regular", "new attributes")
    }
    runs: dict[Contestant, Callable[[], object]] = {}
    for contestant in (*OURS, *RIVALS):
        try:
            runs[contestant] = contestant.prepared(tasks[contestant.reads])
        except NotTakingPartError as reason:
            notes[str(reason)] = None
    return runs, len(tasks["regular"].page.body)
