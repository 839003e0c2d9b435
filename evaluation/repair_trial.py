"""The pocket web is crawled, redesigned, crawled again with the old rules, and repaired."""

from __future__ import annotations

import os
from dataclasses import dataclass
from shutil import copytree
from typing import TYPE_CHECKING

from core.records import BY_RULE
from core.settings import load_settings
from evaluation.scoring import QualityRow, Trial, score_pairs
from review.apply import apply_changes
from review.context import ReviewContext
from review.decide import confirm_change
from review.repairs import propose_repairs
from rules.library import LIBRARIES
from rules.record import Pair, Record
from samples.crawl_process import CrawlProcess
from samples.labels import named_as
from samples.pocket_web import SIX_HOSTS, PocketWeb
from samples.proxy import PocketProxy
from store.ledger import Ledger, ledger_url
from store.records import current_records

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from evaluation.scoring import Tally
    from review.repairs import RepairFinding

_TOPIC = "phones"


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
    for web in (PocketWeb(), PocketWeb(redesigned=True)):
        with PocketProxy(web) as proxy:
            CrawlProcess(proxy.url, data, _TOPIC, settings=chosen).run().check_returncode()
    own = {"SPECSEEK_DATA": str(data.resolve()), "SPECSEEK_LEDGER": ""}
    settings = load_settings(environ={**os.environ, **chosen, **own})
    with Ledger.open(ledger_url(data)) as ledger:
        context = ReviewContext(settings, _TOPIC, ledger)
        before = _rows(context, hosts, "redesigned, old rules")
        findings = tuple(propose_repairs(context))
        for finding in findings:
            if finding.change is not None:
                confirm_change(context, finding.change, "evaluation")
        apply_changes(context)
        return RepairTrial(before, _rows(context, hosts, "redesigned, repaired"), findings)


def _rows(context: ReviewContext, hosts: Iterable[str], title: str) -> tuple[QualityRow, ...]:
    """One row a host: what the ledger says now, against what the redesigned pages say."""
    web = PocketWeb(redesigned=True)
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
