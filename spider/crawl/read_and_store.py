"""A page came: read it, store it, learn from it, and give its records on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from spider.crawl.found_links import FoundLinks
from spider.crawl.page_reading import read_answer
from spider.crawl.store_page import store_page
from spider.items import ProductRecord
from spider.links.judge import Outcome

if TYPE_CHECKING:
    from index.ledger.records import ReadRecord
    from spider.crawl.answer import Answer
    from spider.crawl.page_reading import PageReading
    from spider.crawl.parts import CrawlParts


def read_and_store(parts: CrawlParts, answer: Answer) -> list[ProductRecord]:
    memory = parts.memories.rows(answer.link.site)
    reading = read_answer(answer, parts.topic, parts.library, parts.relevance, memory)
    reading = parts.close_looks.at(reading, memory)
    found = FoundLinks(parts, answer.taken, reading)
    stored = store_page(parts, answer, reading, found)
    found.tell()
    if answer.known is None:
        _learn(parts, answer, reading, found, stored.digest)
    size = len(answer.response.body)
    changes = stored.changes
    parts.progress.page(
        answer.link.site,
        size,
        new=changes.new,
        changed=changes.changed,
        unchanged_page=stored.same_body,
    )
    return [_item(answer, record) for record in reading.records]


def _learn(
    parts: CrawlParts, answer: Answer, reading: PageReading, found: FoundLinks, digest: str
) -> None:
    """Only a first visit teaches what a link was worth: later ones find nothing new."""
    rules = parts.library.rules_for(answer.link.url)
    has_rules = bool(rules and rules.layouts)
    new = [link.bucket for link in found.new]
    outcome = Outcome(reading.has_record, reading.relevance, has_rules, new, digest)
    parts.judge.learn(answer.link, outcome)
    rows = reading.extraction.rows
    if rows and reading.has_record:
        parts.memories.remember(answer.link.site, rows.rows)
    if reading.page:
        parts.traps.note(answer.link, reading.page, record=reading.has_record, new_links=new)


def _item(answer: Answer, record: ReadRecord) -> ProductRecord:
    values: dict[str, list[str]] = {}
    for value in record.values:
        kept = values.setdefault(value.attribute or value.name, [])
        if value.raw not in kept:
            kept.append(value.raw)
    return ProductRecord(
        url=answer.link.url,
        site=answer.link.site,
        source=record.source,
        rule=record.rule or "",
        captured_at=datetime.fromtimestamp(answer.now, UTC).isoformat(timespec="seconds"),
        values={name: "；".join(kept) for name, kept in values.items()},
    )
