"""What one page says, as a line of output: functions of the page alone and of what is told them.

Local processes call them (`run.py`), and so can any other machinery that has pages: they keep
nothing, open no ledger, and need no file but those of rules and topics.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from channels.article import read_article
from channels.posts import read_posts
from core.settings import SHIPPED_TOPICS
from core.topic import shipped_topic, topic_names
from rules.extract import extract
from rules.library import RuleLibrary
from rules.page_facts import page_facts
from rules.page_rows import rows_of
from rules.record import Status, fitting_topic, wanted, with_standard_names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime
    from pathlib import Path

    from channels.posts import Post
    from pages.page import Page
    from rules.page_rows import PageRows, SiteMemory
    from rules.record import Extraction, Pair


def json_line(data: Mapping[str, Any]) -> bytes:
    """UTF-8; lone surrogates are written as JSON escapes."""
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


# Records: `specseek extract` and `specseek batch extract`.


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
        if self._library is None:
            rows = rows or rows_of(page)
        found = self._read(page, memory, rows)
        status = Status.NO_MATCH if found.status is Status.NO_RULE else found.status
        records: list[dict[str, Any]] = [
            {"pairs": list(map(_pair_json, record.pairs))} for record in found.records
        ]
        if status is Status.READ:
            facts = [fact._asdict() for fact in page_facts(page, (rows or rows_of(page)).outline)]
            records = [{**record, "facts": facts} for record in records]
        return {"status": status, "rule": found.rule, "records": records}

    def _read(self, page: Page, memory: SiteMemory | None, rows: PageRows | None) -> Extraction:
        library = self._library
        rules = library.rules_for(page.url) if library else None
        found = wanted(extract(page, rules, memory, least=self._least, rows=rows), rules)
        topic = library.topic if library else None
        if not rules:
            names = [pair.name for record in found.records for pair in record.pairs]
            topic = topic or fitting_topic(names, self._topics)
        return with_standard_names(found, topic) if topic else found


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


# Articles: `specseek article` and `specseek batch article`.

NO_ARTICLE = {"title": "", "date": "", "author": "", "text": ""}


def article_line(page: Page, fetched: datetime | None, template: Collection[str]) -> dict[str, Any]:
    """`template` has the texts that pages of the site share."""
    return asdict(read_article(page, fetched, template))


# Posts: `specseek posts` and `specseek batch posts`.


def posts_line(page: Page, fetched: datetime | None) -> dict[str, Any]:
    return {"posts": [_post_json(post) for post in read_posts(page, fetched)]}


def _post_json(post: Post) -> dict[str, Any]:
    line: dict[str, Any] = {"author": post.author, "time": post.time, "text": post.text}
    if post.number is not None:
        line["number"] = post.number
    if post.link:
        line["link"] = post.link
    if post.quotes:
        line["quotes"] = list(post.quotes)
    return line
