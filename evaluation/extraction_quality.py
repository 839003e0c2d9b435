"""How much is extracted right? The published table beside ours, and real sites.

On the pocket web the published table is made again: a page counts as right only if its whole record
is right, with exact matching and with ours. Sites the paper does not have (newer layouts) are read
the same way, without a published figure beside them. Real sites are read in
`evaluation.real_sites`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table

from evaluation.datasets import DataSetsAbsentError
from evaluation.real_sites import CANDIDATES, NO_PRODUCT, SETS, SiteTrial, measured_rows
from evaluation.scoring import Calibration, QualityRow, Spread, Tally
from rules.extract import extract, extract_exact
from samples.labels import is_right, labelled_library, page_of
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pages.page import Page
    from rules.library import RuleLibrary
    from rules.model import SiteRules
    from rules.record import Extraction
    from samples.site import ProductPage


_HEADINGS = {
    "f1": "F1",
    "precision": "precision",
    "recall": "recall",
    "whole": "whole record",
    "unseen": "unseen attributes",
    "unshown": "not shown either",
}
_OF_READ = ("f1", "precision", "recall", "whole")


@dataclass(frozen=True)
class QualityReport:
    paper: tuple[PaperRow, ...]
    real: tuple[QualityRow, ...]
    notes: tuple[str, ...] = ()

    def table(self) -> RenderableType:
        tables = [_paper_table(self.paper)]
        if self.real:
            candidates = [row for row in self.real if row.name.startswith(CANDIDATES)]
            others = [row for row in self.real if row.name.startswith(NO_PRODUCT)]
            known = {row.name for row in (*candidates, *others)}
            read = [row for row in self.real if not row.samples and row.name not in known]
            tables += [
                _labelled_table(row for row in self.real if row.samples),
                _read_table(read),
                _no_product_table(others),
                _calibration_table(read),
                _candidates_table(candidates),
            ]
        return Group(*tables, *_unseen_in_all(self.real), *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "paper": [row.as_json() for row in self.paper],
            "real": [row.as_json() for row in self.real],
            "unseen": list(_unseen_in_all(self.real)),
            "notes": list(self.notes),
        }


def measure_extraction_quality(
    draws: int = 10, sets: Iterable[str] = tuple(SETS), *, learns: bool = True
) -> QualityReport:
    """All figures; sets that are not on this machine are named in the notes.

    Pages are read by weights that were learned without their site; unless it `learns`, by
    those that are shipped.
    """
    tasks: list[SiteTrial] = []
    notes: dict[str, None] = {}
    for name in sets:
        try:
            tasks += SETS[name](draws)
        except DataSetsAbsentError as absent:
            notes[str(absent)] = None
    real: list[QualityRow] = []
    try:
        real = measured_rows(tasks, learns=learns)
    except (ImportError, DataSetsAbsentError) as missing:
        notes[f"weights cannot be learned with a site held back: {missing}"] = None
    return QualityReport(tuple(paper_rows()), tuple(real), tuple(notes))


def _unseen_in_all(rows: Iterable[QualityRow]) -> Iterator[str]:
    """Attributes that no sample's gold has, all sets and draws together, pairs by pairs."""
    sets = [row for row in rows if row.samples and ", " not in row.name]
    for samples in sorted({row.samples for row in sets}):
        trials = [trial for row in sets if row.samples == samples for trial in row.trials]
        for what, tallies in (
            ("whose name no sample's gold has", [trial.unseen for trial in trials]),
            ("whose name no sample's page shows as a label", [trial.unshown for trial in trials]),
        ):
            total = sum((tally for tally in tallies if tally), Tally())
            if total.should:
                yield (
                    f"{samples} sample(s), all sets: of {total.should} pairs {what} "
                    f"{total.correct} are read, {total.recall:.4f}"
                )


def _paper_table(rows: tuple[PaperRow, ...]) -> Table:
    table = Table(title="Pages with their whole record right: correct / extracted / should, P, R")
    for heading in ("site", "attributes", "published", "exact matching", "SpecSeek"):
        table.add_column(heading)
    for row in rows:
        tallies = (row.published, row.exact, row.ours)
        table.add_row(row.name, _written_range(*row.attributes), *map(_written, tallies))
    return table


def _written_range(fewest: int, most: int) -> str:
    return str(most) if fewest == most else f"{fewest} to {most}"


def _written(tally: Tally | None) -> str:
    if tally is None:
        return "-"
    return (
        f"{tally.correct} / {tally.extracted} / {tally.should}"
        f"  {tally.precision:.1%}  {tally.recall:.1%}"
    )


def _labelled_table(rows: Iterable[QualityRow]) -> Table:
    title = "Real pages, some labelled: median over training pages (worst in brackets)"
    table = _table(title, "set", "samples", *_HEADINGS.values())
    for row in rows:
        spreads = (row.figure(name) for name in _HEADINGS)
        table.add_row(row.name, str(row.samples), *map(_median_and_worst, spreads))
    return table


def _read_table(rows: Iterable[QualityRow]) -> Table:
    title = "Real pages without labels"
    table = _table(title, "set", *(_HEADINGS[figure] for figure in _OF_READ))
    for row in rows:
        spreads = (row.figure(name) for name in _OF_READ)
        table.add_row(row.name, *(f"{each.median:.4f}" if each else "-" for each in spreads))
    return table


def _no_product_table(rows: Iterable[QualityRow]) -> Table:
    """What comes out of pages that are about no product is too much."""
    title = "Pages without a product, read without labels: pairs that come out"
    table = _table(title, "set", "pages", "pairs", "a page", "pages with none")
    for row in rows:
        trial = row.trials[0]
        pages, pairs = len(trial.pages), trial.pooled.extracted
        table.add_row(
            row.name, str(pages), str(pairs), f"{pairs / pages:.2f}", f"{trial.whole:.3f}"
        )
    return table


def _calibration_table(rows: Iterable[QualityRow]) -> Table:
    """Whole sets: their sites, and the same pages stripped, are left out."""
    rows = tuple(rows)
    names = {row.name for row in rows}
    sets = {
        row.name: row.trials[0].calibration or Calibration()
        for row in rows
        if row.name.rpartition(", ")[0] not in names
    }
    title = "Without labels: of the candidates said to be so sure, these are right"
    table = _table(title, "said", *sets)
    for tenth in range(10):
        said = f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}"
        cells = ((each.right[tenth], each.given[tenth]) for each in sets.values())
        table.add_row(said, *(_share(*counts) for counts in cells))
    for least in (0.0, 0.5):
        errors = (f"{each.error(least=least):.4f}" for each in sets.values())
        table.add_row(f"error from {least}", *errors)
    return table


def _share(right: int, given: int) -> str:
    return f"{right} of {given} = {right / given:.3f}" if given else "-"


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(title=title)
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def _median_and_worst(spread: Spread | None) -> str:
    return f"{spread.median:.4f} ({spread.worst:.4f})" if spread else "-"


def _candidates_table(rows: Iterable[QualityRow]) -> Table:
    title = "Before choosing: pairs that are among the candidates of their page"
    table = _table(title, "set", "pairs", "among candidates", "share", "candidates for each")
    for row in rows:
        all_pages = row.trials[0].pooled
        table.add_row(
            row.name.removeprefix(CANDIDATES),
            str(all_pages.should),
            str(all_pages.correct),
            f"{all_pages.recall:.4f}",
            f"{all_pages.extracted / all_pages.should:.1f}",
        )
    return table


@dataclass(frozen=True)
class PublishedSite:
    """A site of the paper, and what exact matching reached there."""

    name: str
    result: Tally


# Table 3-4 of the paper, by the host of the pocket web that is modelled on the site.
PUBLISHED_SITES = {
    "www.pcpop.example": PublishedSite("W1 pcpop", Tally(82, 82, 86)),
    "product.pconline.example": PublishedSite("W2 pconline", Tally(110, 110, 110)),
    "mobile.21cn.example": PublishedSite("W3 21cn", Tally(94, 100, 104)),
    "tech.163.example": PublishedSite("W4 163", Tally(103, 103, 103)),
    "digi.sohu.example": PublishedSite("W5 sohu", Tally(112, 112, 112)),
}


@dataclass(frozen=True)
class PaperRow:
    """Pages right, extracted and expected on one site, with one labelled page per layout."""

    host: str
    attributes: tuple[int, int]
    """The fewest and the most on a page."""
    exact: Tally
    ours: Tally

    @property
    def name(self) -> str:
        site = PUBLISHED_SITES.get(self.host)
        return site.name if site else self.host

    @property
    def published(self) -> Tally | None:
        site = PUBLISHED_SITES.get(self.host)
        return site.result if site else None

    def as_json(self) -> dict[str, Any]:
        return {
            "site": self.name,
            "host": self.host,
            "attributes": self.attributes,
            "published": self.published.as_json() if self.published else None,
            "exact": self.exact.as_json(),
            "ours": self.ours.as_json(),
        }


def paper_rows() -> Iterator[PaperRow]:
    web = PocketWeb()
    with TemporaryDirectory() as folder:
        library = labelled_library(Path(folder))
        for host in web.sites:
            yield _row(host, list(web.product_pages(host)), library)


def _row(host: str, products: Sequence[ProductPage], library: RuleLibrary) -> PaperRow:
    counts = sorted(len(product.gold) for product in products)
    rules = library.rules_for(products[0].url)
    return PaperRow(
        host,
        (counts[0], counts[-1]),
        exact=_tally(products, rules, extract_exact),
        ours=_tally(products, rules, extract),
    )


def _tally(
    products: Sequence[ProductPage],
    rules: SiteRules | None,
    read: Callable[[Page, SiteRules | None], Extraction],
) -> Tally:
    correct = extracted = 0
    for product in products:
        records = read(page_of(product), rules).records
        extracted += bool(records)
        correct += is_right(records, product)
    return Tally(correct, extracted, len(products))
