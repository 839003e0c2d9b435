"""How fast are real pages read that no exact rule fits? By part, against building lxml's DOM."""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from lxml import html
from rich.console import Group, RenderableType
from rich.table import Table

from evaluation import datasets
from evaluation.interleaved import seconds_of
from evaluation.real_sites import all_pairs, first_values, rules_from
from pages.nesting import outline
from pages.rows import find_rows
from rules.choose import choose, probabilities
from rules.extract import extract, extract_scanned
from rules.learn import Sample
from rules.page_rows import PageRows, SiteMemory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pages.page import Page
    from rules.learn import Example
    from rules.model import SiteRules

    DataPage = datasets.PairsPage | datasets.AttributesPage

SIZES = {"40 to 80 KB": (40, 80), "80 to 140 KB": (80, 140), "140 to 250 KB": (140, 250)}
LXML = "DOM only: lxml"
_LEAST = 0.5
_REMEMBERED = 8


@dataclass(frozen=True)
class ReadingReport:
    """Seconds for all pages of a size, part by part."""

    pages: dict[str, int]
    sizes: dict[str, int]
    seconds: dict[str, dict[str, float]]
    notes: tuple[str, ...] = ()

    @property
    def parts(self) -> list[str]:
        return list(dict.fromkeys(part for of_size in self.seconds.values() for part in of_size))

    def ratio(self, size: str, part: str) -> float:
        """A part's time, in times lxml's on the same pages."""
        return self.seconds[size][part] / self.seconds[size][LXML]

    def overall(self, part: str) -> float:
        """The same over the pages of all sizes."""
        return sum(of_size[part] for of_size in self.seconds.values()) / sum(
            of_size[LXML] for of_size in self.seconds.values()
        )

    def table(self) -> RenderableType:
        table = Table(title="Time to read a real page, in times lxml's DOM")
        table.add_column("")
        for size, pages in self.pages.items():
            table.add_column(f"{size}\n{pages} pages", justify="right")
        table.add_column("all", justify="right")
        for part in self.parts:
            cells = [f"{self.ratio(size, part):.2f}" for size in self.pages]
            table.add_row(part, *cells, f"{self.overall(part):.2f}")
        return Group(table, *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "sizes": [
                {
                    "size": size,
                    "pages": pages,
                    "bytes": self.sizes[size],
                    "seconds": self.seconds[size],
                    "of_lxml_dom": {part: self.ratio(size, part) for part in self.parts},
                }
                for size, pages in self.pages.items()
            ],
            "of_lxml_dom": {part: self.overall(part) for part in self.parts if self.pages},
            "notes": list(self.notes),
        }


def measure_reading_speed(pages_a_site: int = 3, turns: int = 5) -> ReadingReport:
    """Each page of `pages_a_site` of every site is read `turns` times in every way; medians."""
    pages: dict[str, int] = defaultdict(int)
    sizes: dict[str, int] = defaultdict(int)
    seconds: dict[str, dict[str, float]] = {size: defaultdict(float) for size in SIZES}
    notes = []
    try:
        for body, runs, before in _tasks(pages_a_site):
            size = _size(body)
            pages[size] += 1
            sizes[size] += len(body)
            for part, took in _medians(runs, before, turns).items():
                seconds[size][part] += took
    except datasets.DataSetsAbsentError as absent:
        notes.append(f"not timed: {absent}")
    shown = [size for size in SIZES if pages[size]]
    return ReadingReport(
        {size: pages[size] for size in shown},
        {size: sizes[size] for size in shown},
        {size: dict(seconds[size]) for size in shown},
        tuple(notes),
    )


def _size(body: bytes) -> str:
    """The name of a page's size; "" for sizes that are not measured."""
    fitting = (size for size, (low, high) in SIZES.items() if low <= len(body) / 1024 < high)
    return next(fitting, "")


_Runs = dict[str, "Callable[[], object]"]


def _medians(runs: _Runs, before: Callable[[], object], turns: int) -> dict[str, float]:
    """Turn by turn; before each the caches hold what another page of the site left there."""
    taken: dict[str, list[float]] = defaultdict(list)
    for _ in range(turns):
        for part, run in runs.items():
            _forget()
            before()
            taken[part].append(seconds_of(run))
    return {part: median(times) for part, times in taken.items()}


def _forget() -> None:
    """Empty the caches of all that reads: a page that is read again is no news to them."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("pages.", "rules.")):
            for held in list(vars(module).values()):
                clear = getattr(held, "cache_clear", None)
                if clear is not None and not isinstance(held, type):
                    clear()


def _tasks(pages_a_site: int) -> Iterator[tuple[bytes, _Runs, Callable[[], object]]]:
    """Pages of every site with what is timed, and the reading of another page before it."""
    for site in _sites():
        sample, other = site[:2]
        rules = rules_from([Sample(sample.read(), _examples(sample))])
        memory = datasets.site_memory(page.read() for page in site[:_REMEMBERED])
        fitting = [page for page in site[2:] if _size(page.body)]
        for page in fitting[:: max(1, len(fitting) // pages_a_site)][:pages_a_site]:
            yield page.body, _runs(page.read(), memory, rules), _before(other.read(), memory, rules)


def _sites() -> Iterator[Sequence[DataPage]]:
    found: dict[str, list[DataPage]] = defaultdict(list)
    for data_set in (
        datasets.gsmarena,
        datasets.swde_camera,
        datasets.swde_more,
        datasets.xswde,
    ):
        for page in data_set():
            found[f"{data_set.__name__} {page.site}"].append(page)
    yield from found.values()


def _examples(page: DataPage) -> tuple[Example, ...]:
    return all_pairs(page) if isinstance(page, datasets.PairsPage) else first_values(page)


def _before(page: Page, memory: SiteMemory, rules: SiteRules | None) -> Callable[[], object]:
    def read() -> None:
        extract(page, None, memory)
        if rules:
            extract_scanned(page, rules, memory)

    return read


def _runs(page: Page, memory: SiteMemory, rules: SiteRules | None) -> _Runs:
    """What is timed: the parts of reading a page nobody labelled, then the whole of it."""
    read = outline(page)
    rows = find_rows(read)

    def chosen() -> list[int]:
        page_rows = PageRows(read, rows)
        return choose(page_rows, probabilities(page_rows, memory), _LEAST)

    runs: _Runs = {
        LXML: lambda: html.document_fromstring(page.body),
        "outline": lambda: outline(page),
        "outline and rows": lambda: find_rows(outline(page)),
        "choosing": chosen,
        "whole, unlabelled, page alone": lambda: extract(page, None),
        "whole, unlabelled": lambda: extract(page, None, memory),
    }
    runs["whole, one page labelled"] = lambda: (
        extract_scanned(page, rules, memory) if rules else extract(page, None, memory)
    )
    return runs
