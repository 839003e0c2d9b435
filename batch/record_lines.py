"""The records of one page as a line of output: `specseek extract` and `specseek batch extract`.

It keeps nothing, opens no ledger, and needs no file but those of rules and topics: not only local
processes can call it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.names import name_key
from core.settings import SHIPPED_TOPICS
from core.topic import shipped_topic, topic_names
from pages.embedded import embedded_products
from pages.nesting import outline
from rules.extract import extract
from rules.library import RuleLibrary
from rules.page_facts import page_facts
from rules.record import Pair, Record, Status, fitting_topic, wanted, with_standard_names

if TYPE_CHECKING:
    from pathlib import Path

    from pages.page import Page
    from rules.page_rows import PageRows, SiteMemory
    from rules.record import Extraction


# How sure embedded data is.
_EMBEDDED = 0.95


class RecordReader:
    """Reads pages one by one, with the rules of a folder, if any."""

    def __init__(self, rules: Path | None, least: float) -> None:
        self._library = RuleLibrary(rules) if rules else None
        self._least = least
        self._topics = [shipped_topic(name) for name in topic_names(SHIPPED_TOPICS)]

    def line(
        self, page: Page, memory: SiteMemory | None, rows: PageRows | None = None
    ) -> dict[str, Any]:
        """The output for a page; `memory` of its site, `rows` if they were read before."""
        found = self._read(page, memory, rows)
        status = Status.NO_MATCH if found.status is Status.NO_RULE else found.status
        records: list[dict[str, Any]] = [
            {"pairs": list(map(_pair_json, record.pairs))} for record in found.records
        ]
        if status is Status.READ:
            shown = found.rows.outline if found.rows else outline(page)
            facts = [fact._asdict() for fact in page_facts(page, shown)]
            records = [{**record, "facts": facts} for record in records]
        return {"status": status, "rule": found.rule, "records": records}

    def _read(self, page: Page, memory: SiteMemory | None, rows: PageRows | None) -> Extraction:
        library = self._library
        rules = library.rules_for(page.url) if library else None
        found = wanted(extract(page, rules, memory, least=self._least, rows=rows), rules)
        if found.status in (Status.READ, Status.NO_RULE) and self._least <= _EMBEDDED:
            found = _with_embedded(found, page)
        topic = library.topic if library else None
        if not rules:
            names = [pair.name for record in found.records for pair in record.pairs]
            topic = topic or fitting_topic(names, self._topics)
        return with_standard_names(found, topic) if topic else found


def _with_embedded(found: Extraction, page: Page) -> Extraction:
    """Add what only the page's embedded data tells (`additionalProperty`)."""
    shown = {name_key(pair.name) for record in found.records for pair in record.pairs}
    pairs = tuple(
        Pair(None, name, value, by="embedded", confidence=_EMBEDDED)
        for product in embedded_products(page)
        for name, value in product.additional
        if name_key(name) not in shown
    )
    if not pairs or len(found.records) > 1:
        return found
    (record,) = found.records or (Record(()),)
    return replace(found, status=Status.READ, records=(Record((*record.pairs, *pairs)),))


def _pair_json(pair: Pair) -> dict[str, Any]:
    written: dict[str, Any] = {
        "attribute": pair.attribute,
        "name": pair.name,
        "value": pair.value,
        "by": pair.by,
        "confidence": pair.confidence,
    }
    if pair.values:
        written["values"] = pair.values
    if pair.section:
        written["section"] = pair.section
    return written


def refused_record(why: str) -> dict[str, Any]:
    """The output for a page that cannot be parsed."""
    return {"status": Status.REFUSED, "rule": None, "records": [], "why": why}
