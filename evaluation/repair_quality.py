"""How right are rules that repaired themselves after a redesign, and is what was lost told?

The pocket web is crawled, redesigned, crawled again with the old rules, and repaired. Then real
pages are given a made-up redesign (other tags, no classes, rows in another order): does what was
known of them teach the new layout?
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zlib import crc32

from lxml import html
from rich.console import Group, RenderableType
from rich.table import Table

from core.names import site_of
from core.records import BY_RULE
from core.settings import load_settings
from discovery.known_values import KnownPage, KnownValue
from discovery.repair import Repair, repair
from evaluation import datasets
from evaluation.datasets import DataSetsAbsentError
from evaluation.real_sites import pairs_read
from evaluation.redesigned_sites import EMPTIED_HOST, redesigned_web
from evaluation.scoring import (
    QualityRow,
    Trial,
    below_floors,
    pooled,
    score_attributes,
    score_pairs,
)
from pages.page import Page
from review.apply import apply_changes
from review.context import ReviewContext
from review.decide import confirm_change
from review.repairs import propose_repairs
from rules.library import LIBRARIES, RuleLibrary
from rules.record import Pair, Record
from samples.crawl_process import CrawlProcess
from samples.labels import named_as
from samples.pocket_web import SIX_HOSTS, PocketWeb
from samples.proxy import PocketProxy
from store.ledger import Ledger, ledger_url
from store.records import current_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lxml.html import HtmlElement

    from evaluation.datasets import AttributesPage, PairsPage
    from evaluation.scoring import Tally
    from review.repairs import RepairFinding
    from rules.model import SiteRules


_FIGURES = ("f1", "precision", "recall", "whole")
_TOPIC = "phones"
_ONE_IN = 5  # names that the redesign changes
_TAGS = {
    "table": "section",
    "tbody": "div",
    "tr": "dl",
    "th": "dt",
    "td": "dd",
    "ul": "div",
    "ol": "div",
    "li": "p",
    "dl": "ul",
    "dt": "li",
    "dd": "li",
    "h1": "h2",
    "h2": "h3",
    "h3": "h4",
    "b": "strong",
    "font": "span",
    "span": "em",
}
_TELLING = ("class", "id", "style")


@dataclass(frozen=True)
class RepairReport:
    trial: RepairTrial
    real: tuple[QualityRow, ...]
    notes: tuple[str, ...] = ()

    @property
    def faults(self) -> list[str]:
        """Figures below their floor; an alarm that is missing, or one too many."""
        emptied = [site_of(f"http://{EMPTIED_HOST}/")]
        wrong = [] if self.trial.alarms == emptied else [f"alarms: {self.trial.alarms}"]
        return [*below_floors((*self.trial.after, *self.real)), *wrong]

    def table(self) -> RenderableType:
        table = Table(title="Redesigned pages, repaired without a label")
        for heading in ("pages", *_FIGURES):
            table.add_column(heading)
        for row in (*self.trial.before, *self.trial.after, *self.real):
            table.add_row(row.name, *(_written(row, figure) for figure in _FIGURES))
        alarms = ", ".join(self.trial.alarms) or "none"
        return Group(table, f"Alarms, no rule proposed: {alarms}", *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {
            "before": [row.as_json() for row in self.trial.before],
            "after": [row.as_json() for row in self.trial.after],
            "findings": [finding.as_json() for finding in self.trial.findings],
            "real": [row.as_json() for row in self.real],
            "notes": list(self.notes),
        }


def measure_repair_quality() -> RepairReport:
    with TemporaryDirectory() as folder:
        trial = repair_trial(Path(folder))
    try:
        return RepairReport(trial, tuple(repaired_rows()))
    except DataSetsAbsentError as absent:
        return RepairReport(trial, (), (str(absent),))


def _written(row: QualityRow, figure: str) -> str:
    spread = row.figure(figure)
    return f"{spread.median:.4f}" if spread else "-"


@dataclass(frozen=True)
class RepairTrial:
    """For each redesigned site: what the old rules read, and the repaired ones; who was lost."""

    before: tuple[QualityRow, ...]
    after: tuple[QualityRow, ...]
    findings: tuple[RepairFinding, ...]

    @property
    def alarms(self) -> list[str]:
        return [finding.loss.site for finding in self.findings if finding.repair is None]

    @property
    def repaired(self) -> list[str]:
        return [finding.loss.site for finding in self.findings if finding.repair]


def repair_trial(
    folder: Path, hosts: Iterable[str] = SIX_HOSTS, variables: Mapping[str, str] | None = None
) -> RepairTrial:
    """With the rules that come with SpecSeek, in a folder of its own; nobody labels anything."""
    data, rules = folder / "data", folder / "rules"
    copytree(LIBRARIES / _TOPIC, rules / _TOPIC)
    chosen = {"SPECSEEK_RULES": str(rules), **(variables or {})}
    for web in (PocketWeb(), redesigned_web()):
        with PocketProxy(web) as proxy:
            CrawlProcess(proxy.url, data, _TOPIC, settings=chosen).run().check_returncode()
    own = {"SPECSEEK_DATA": str(data.resolve()), "SPECSEEK_LEDGER": ""}
    settings = load_settings(environ={**os.environ, **chosen, **own})
    with Ledger.open(ledger_url(data)) as ledger:
        context = ReviewContext(settings, _TOPIC, ledger)
        before = _site_rows(context, hosts, "redesigned, old rules")
        findings = tuple(propose_repairs(context))
        for finding in findings:
            if finding.change is not None:
                confirm_change(context, finding.change, "evaluation")
        apply_changes(context)
        return RepairTrial(before, _site_rows(context, hosts, "redesigned, repaired"), findings)


def _site_rows(context: ReviewContext, hosts: Iterable[str], title: str) -> tuple[QualityRow, ...]:
    """One row a host: what the ledger says now, against what the redesigned pages say."""
    web = redesigned_web()
    found = _records(context)
    rows = []
    for host in hosts:
        tallies: list[Tally] = []
        for product in web.product_pages(host):
            records = (named_as(product, record) for record in found.get(product.url, []))
            pairs = [pair for record in records for pair in record.joined().items()]
            gold = ((pair.attribute, pair.value) for pair in product.gold)
            tallies.append(score_pairs(gold, pairs))
        rows.append(QualityRow(f"{title}, {host}", 0, (Trial(tuple(tallies)),)))
    return tuple(rows)


def _records(context: ReviewContext) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    with context.ledger.reading() as conn:
        for record in current_records(conn, context.topic_name, source=BY_RULE):
            pairs = (Pair(value.attribute, value.name, value.raw) for value in record.values)
            found.setdefault(record.url, []).append(Record(tuple(pairs)))
    return found


def gsmarena_repaired(pages: Sequence[PairsPage]) -> QualityRow:
    """Phone pages; one name in five is another after the redesign."""
    renamed = {
        name: f"{name} details" for page in pages for name, _ in page.pairs if _changes(name)
    }
    known = [
        KnownPage(
            _anew(page, renamed),
            tuple(KnownValue(name, name, value) for name, value in page.pairs if name),
        )
        for page in pages
    ]
    rules = _repaired(known)
    tallies = [
        score_pairs(
            page.pairs,
            [
                (pair.attribute or pair.name, value)
                for pair in pairs_read(new.page, rules)
                for value in pair.values or (pair.value,)
            ],
        )
        for page, new in zip(pages, known, strict=True)
    ]
    return QualityRow("redesigned, gsmarena", 0, (Trial(tuple(tallies)),))


def swde_camera_repaired(pages: Sequence[AttributesPage]) -> Iterator[QualityRow]:
    """Camera shops, each alone and all together; nothing of three values has a name."""
    shops: dict[str, list[AttributesPage]] = {}
    for page in pages:
        shops.setdefault(page.site, []).append(page)
    rows = [_shop_repaired(shop, of_shop) for shop, of_shop in shops.items()]
    yield from rows
    yield pooled("redesigned, swde-camera", rows)


def repaired_rows() -> Iterator[QualityRow]:
    yield gsmarena_repaired(datasets.gsmarena())
    yield from swde_camera_repaired(datasets.swde_camera())


def _shop_repaired(shop: str, pages: Sequence[AttributesPage]) -> QualityRow:
    known = [
        KnownPage(
            _anew(page, {}),
            tuple(
                KnownValue(attribute, "", values[0])
                for attribute, values in page.attributes.items()
                if values
            ),
        )
        for page in pages
    ]
    rules = _repaired(known)
    tallies = [
        score_attributes(
            page.attributes,
            [(pair.attribute, pair.value) for pair in pairs_read(new.page, rules)],
        )
        for page, new in zip(pages, known, strict=True)
    ]
    return QualityRow(f"redesigned, swde-camera, {shop}", 0, (Trial(tuple(tallies)),))


def _repaired(known: Sequence[KnownPage]) -> SiteRules | None:
    with TemporaryDirectory() as folder:
        found = repair(known, RuleLibrary(Path(folder)))
    return found.rules if isinstance(found, Repair) else None


def _anew(page: PairsPage | AttributesPage, renamed: Mapping[str, str]) -> Page:
    old = page.read()
    body = redesigned(old.body, old.encoding, renamed)
    return Page.read(body, page.url, "text/html; charset=utf-8")


def _changes(name: str) -> bool:
    return bool(name) and crc32(name.encode()) % _ONE_IN == 0


def redesigned(body: bytes, encoding: str, renamed: Mapping[str, str]) -> bytes:
    """The same words in UTF-8, but for some names, in markup that shares nothing with what it was.

    `renamed` tells what a text becomes that stands alone in a cell with another one behind it.
    """
    root = html.document_fromstring(body, parser=html.HTMLParser(encoding=encoding, huge_tree=True))
    for rows in list(root.iter("table", "tbody")):
        _shuffle(rows)
    for cell in root.iter("td", "th"):
        _rename(cell, renamed)
    for element in root.iter("*"):
        _change(element)
    for meta in list(root.iter("meta")):
        if meta.get("charset") or meta.get("http-equiv"):
            meta.drop_tree()
    page: bytes = html.tostring(root, encoding="utf-8", doctype="<!DOCTYPE html>")
    return page


def _rename(cell: HtmlElement, renamed: Mapping[str, str]) -> None:
    if cell.getnext() is None:
        return
    for element in cell.iter("*"):
        name = (element.text or "").strip()
        if name in renamed and cell.text_content().strip() == name:
            element.text = renamed[name]


def _change(element: HtmlElement) -> None:
    element.tag = _TAGS.get(element.tag, element.tag)
    for name in list(element.attrib):
        if name in _TELLING or name.startswith("data-"):
            del element.attrib[name]


def _shuffle(rows: HtmlElement) -> None:
    """Blocks of rows in an order that depends on what they say first: the same on every page."""
    first, *others = list(_blocks(rows)) or [[]]
    others.sort(key=lambda block: sha256(_first_words(block[0]).encode()).digest())
    for block in (first, *others):
        rows.extend(block)


def _blocks(rows: HtmlElement) -> Iterator[list[HtmlElement]]:
    """A row with an empty cell goes on with the row before it."""
    block: list[HtmlElement] = []
    for row in rows.findall("tr"):
        if block and all(cell.text_content().strip() for cell in row.iterchildren("*")):
            yield block
            block = []
        block.append(row)
    if block:
        yield block


def _first_words(row: HtmlElement) -> str:
    return next((cell.text_content().strip() for cell in row.iterchildren("*")), "")
