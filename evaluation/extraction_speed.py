"""How fast is a record read off a page? All contestants in one interleaved run, size by size.

Contestants read the same page: ours (bytes in, values out, decoding included), DOM builders, and
other extractors. Whoever is not installed, or reads the page wrong, is not timed, and the report
says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from rich.console import Group, RenderableType
from rich.table import Table

from evaluation import rivals
from evaluation.charts import TimeLine, time_chart, written_time
from evaluation.interleaved import interleaved_medians
from evaluation.reading_task import reading_task
from evaluation.real_sites import rules_from
from pages.page import Page
from rules.extract import extract, extract_scanned
from rules.learn import Example, Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evaluation.reading_task import Answer, Labelled, Prepare, ReadingTask
    from rules.model import SiteRules
    from rules.record import Extraction


Kind = Literal["ours", "tree", "rival"]
_FROM_EXTRA = "install specseek[bench]"
SIZES = {"20 KB": 20_000, "100 KB": 100_000, "500 KB": 500_000, "2 MB": 2_000_000}


class NotTakingPartError(Exception):
    """One line: who, why not, and what to do."""


@dataclass(frozen=True)
class Contestant:
    name: str
    kind: Kind
    prepare: Prepare
    to_have_it: str = _FROM_EXTRA
    reads: str = "regular"
    """Which variant of the page it is given."""

    def prepared(self, task: ReadingTask) -> Callable[[], object]:
        """What is to be timed, once it has shown that it reads the page right."""
        try:
            run = self.prepare(task)
        except ImportError as missing:
            raise NotTakingPartError(
                f"{self.name}: not timed, {missing.name} is not here ({self.to_have_it})"
            ) from missing
        if self.kind != "tree" and not task.is_answered_by(cast("Answer", run())):
            raise NotTakingPartError(f"{self.name}: not timed, it reads the page wrong")
        return run


LXML_TREE = Contestant("DOM only: lxml", "tree", rivals.lxml_tree)

LEXBOR_TREE = Contestant("DOM only: selectolax (lexbor)", "tree", rivals.lexbor_tree)

RIVALS = (
    LXML_TREE,
    LEXBOR_TREE,
    Contestant("DOM only: BeautifulSoup (lxml)", "tree", rivals.soup_tree),
    Contestant("parsel, CSS", "rival", rivals.css_extraction),
    Contestant(
        "scrapely",
        "rival",
        rivals.scrapely_extraction,
        "docs/benchmarks.md says how to install it",
    ),
    Contestant("autoscraper", "rival", rivals.autoscraper_extraction),
)


def everyday(task: ReadingTask) -> Callable[[], Answer]:
    return _reader(task, extract)


def scanned(task: ReadingTask) -> Callable[[], Answer]:
    return _reader(task, extract_scanned)


def _reader(
    task: ReadingTask, read: Callable[[Page, SiteRules], Extraction]
) -> Callable[[], Answer]:
    examples = tuple(
        Example(attribute=pair.attribute, name=pair.name, value=pair.value)
        for pair in task.sample.gold
    )
    rules = rules_from([Sample(_page(task.sample), examples)])
    if rules is None:
        raise NotTakingPartError("SpecSeek: not timed, the sample taught it nothing")

    def run() -> Answer:
        records = read(_page(task.page), rules).records
        return {name: [value] for record in records for name, value in record.joined().items()}

    return run


def _page(labelled: Labelled) -> Page:
    return Page.read(labelled.body, labelled.url, labelled.content_type)


OURS = (
    Contestant("SpecSeek, everyday (anchored)", "ours", everyday),
    Contestant("SpecSeek, exact, full scan", "ours", scanned),
    Contestant("SpecSeek, general, full scan", "ours", scanned, reads="new attributes"),
)


@dataclass(frozen=True)
class Timing:
    contestant: Contestant
    size: str
    page_bytes: int
    seconds: float
    turns: int


@dataclass(frozen=True)
class SpeedReport:
    """Timings, size by size, and the two trees that the others are compared with."""

    timings: tuple[Timing, ...]
    lxml: Contestant
    lexbor: Contestant
    notes: tuple[str, ...] = ()

    @property
    def sizes(self) -> dict[str, int]:
        return {timing.size: timing.page_bytes for timing in self.timings}

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        return tuple(dict.fromkeys(timing.contestant for timing in self.timings))

    def timing(self, contestant: Contestant, size: str) -> Timing | None:
        found = (
            timing
            for timing in self.timings
            if timing.contestant == contestant and timing.size == size
        )
        return next(found, None)

    def ratio(self, timing: Timing, to: Contestant) -> float | None:
        """A contestant's time against another's on the same page."""
        other = self.timing(to, timing.size)
        return timing.seconds / other.seconds if other else None

    def growth(self, contestant: Contestant) -> float | None:
        """Cost per byte at 2 MB against 100 KB: 1 is linear, less is better still."""
        small, big = self.timing(contestant, "100 KB"), self.timing(contestant, "2 MB")
        if not small or not big:
            return None
        return (big.seconds / big.page_bytes) / (small.seconds / small.page_bytes)

    def table(self) -> RenderableType:
        table = Table(title="Time to read one page (median; in brackets: times lxml's DOM)")
        table.add_column("")
        for size in self.sizes:
            table.add_column(size, justify="right")
        table.add_column("2 MB per byte\nto 100 KB", justify="right")
        for contestant in self.contestants:
            cells = [self._cell(contestant, size) for size in self.sizes]
            growth = _written_ratio(self.growth(contestant))
            style = "bold" if contestant.kind == "ours" else None
            table.add_row(contestant.name, *cells, growth, style=style)
        return Group(table, *self.notes)

    def _cell(self, contestant: Contestant, size: str) -> str:
        timing = self.timing(contestant, size)
        if timing is None:
            return "-"
        ratio = _written_ratio(self.ratio(timing, self.lxml))
        return f"{written_time(timing.seconds)} ({ratio})"

    def as_json(self) -> dict[str, Any]:
        return {
            "timings": [
                {
                    "contestant": timing.contestant.name,
                    "kind": timing.contestant.kind,
                    "size": timing.size,
                    "bytes": timing.page_bytes,
                    "median_ms": timing.seconds * 1000,
                    "turns": timing.turns,
                    "of_lxml_dom": self.ratio(timing, self.lxml),
                    "of_lexbor_dom": self.ratio(timing, self.lexbor),
                }
                for timing in self.timings
            ],
            "per_byte_2mb_of_100kb": {
                contestant.name: self.growth(contestant) for contestant in self.contestants
            },
            "notes": list(self.notes),
        }

    def chart(self) -> str:
        """The picture of it as SVG."""
        lines = [
            TimeLine(
                contestant.name,
                contestant.kind,
                {
                    timing.page_bytes: timing.seconds
                    for timing in self.timings
                    if timing.contestant == contestant
                },
            )
            for contestant in self.contestants
        ]
        names = {page_bytes: size for size, page_bytes in self.sizes.items()}
        return time_chart(
            "Time to read one product's record off a page, by page size", lines, names
        )


def _written_ratio(ratio: float | None) -> str:
    """Two digits: `0.042`, `1.3`, `24`."""
    if ratio is None:
        return "-"
    return f"{ratio:.2g}" if ratio < 10 else f"{ratio:.0f}"


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
