"""`specseek extract`: extract the records of stored pages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from core.names import site_of
from core.settings import SHIPPED_TOPICS
from core.topic import shipped_topic, topic_names
from rules.extract import extract as extracted
from rules.library import RuleLibrary
from rules.page_facts import page_facts
from rules.page_rows import PageRows, RowCache, rows_of
from rules.record import Extraction, Pair, Status, fitting_topic, wanted, with_standard_names
from specseek.inputs import (
    RefusedPageError,
    UnreadablePageError,
    page_options,
    refused_if_broken,
    site_memories,
)
from specseek.output import write_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pages.page import Page
    from rules.page_rows import SiteMemory
    from specseek.inputs import PageInputs

_EXAMPLES = """\b
Examples:
  specseek extract --manifest pages.jsonl > records.jsonl
  specseek extract --rules rules --manifest pages.jsonl > records.jsonl
  specseek extract --rules rules --archive data/archive > records.jsonl
  specseek extract --url https://site.example/n95.html n95.html
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--rules",
    "rules_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of rule files, as written by `specseek train`; pages are read without rules too.",
)
@click.option(
    "--least",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    help="Minimum probability that a pair is a fact of the page's product.",
)
@page_options
def extract(rules_folder: Path | None, least: float, pages: PageInputs) -> None:
    """Extract the records of stored pages: of a manifest, an archive, or one PAGE.

    Prints one line per page, in order, as JSON: {"file", "url", "status", "rule",
    "records": [{"pairs": [{"attribute", "name", "value", "by", "confidence"}]}]}. A pair
    also has "values" if its value is a list, and "section" if it is below a heading. The
    status is ok (read by the site's rules), read (without rules), no-match (nothing found
    with enough confidence) or refused (a rule matches, but the names differ, or the page
    cannot be parsed: then "why" has the reason).

    A record that was read without rules also has "facts": [{"role", "value",
    "confidence"}], facts about the product that have no name beside them: name, price,
    brand, image, gtin, isbn, mpn, sku.

    The pages of a manifest or an archive are read twice: comparing the pages of a site
    tells facts from boilerplate.

    With rules in a folder library/NAME beside a topic file topics/NAME.yaml, names that no
    sample labelled get the topic's standard attribute, if it knows them; without rules, the
    topics that come with SpecSeek are tried, and the one that fits the page is used.

    The "file" of a page from an archive is the WARC file's name and the record's offset.

    A page that cannot be parsed is refused, and its line has "why"; one that cannot be
    opened is reported on standard error and has no line. All other pages are read, and the
    exit status is 1.
    """
    kept = RowCache()
    reader = _PageReader(rules_folder, least, site_memories(pages, kept))
    tally: Counter[str] = Counter()
    for stored in pages.read("Extracting"):
        page = {"file": stored.file, "url": stored.url}
        try:
            content = stored.read()
            with refused_if_broken(stored.file):
                line = reader.line(content, kept.take(stored.file, content))
        except UnreadablePageError as error:
            click.echo(f"Error: {error}", err=True)
            tally["unreadable"] += 1
        except RefusedPageError as error:
            click.echo(f"Error: {error}", err=True)
            nothing: dict[str, Any] = {"rule": None, "records": [], "why": error.why}
            write_line({**page, "status": Status.REFUSED, **nothing})
            tally["broken"] += 1
        else:
            write_line({**page, **line})
            tally[line["status"]] += 1
    click.echo(_tally_text(tally), err=True)
    if tally["unreadable"] or tally["broken"]:
        raise click.exceptions.Exit(1)


class _PageReader:
    """Reads pages one by one, using what is known about their sites."""

    def __init__(
        self, rules: Path | None, least: float, memories: Mapping[str, SiteMemory]
    ) -> None:
        self._library = RuleLibrary(rules) if rules else None
        self._least = least
        self._memories = memories
        self._topics = [shipped_topic(name) for name in topic_names(SHIPPED_TOPICS)]

    def line(self, page: Page, rows: PageRows | None) -> dict[str, Any]:
        """The output for a page; `rows` if they were read before."""
        if self._library is None:
            rows = rows or rows_of(page)
        found = self._read(page, rows)
        status = Status.NO_MATCH if found.status is Status.NO_RULE else found.status
        records: list[dict[str, Any]] = [
            {"pairs": list(map(_pair_json, record.pairs))} for record in found.records
        ]
        if status is Status.READ:
            facts = [fact._asdict() for fact in page_facts(page, (rows or rows_of(page)).outline)]
            records = [{**record, "facts": facts} for record in records]
        return {"status": status, "rule": found.rule, "records": records}

    def _read(self, page: Page, rows: PageRows | None) -> Extraction:
        library = self._library
        rules = library.rules_for(page.url) if library else None
        memory = self._memories.get(site_of(page.url))
        found = wanted(extracted(page, rules, memory, least=self._least, rows=rows), rules)
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


def _tally_text(tally: Counter[str]) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally.most_common())
    return f"Pages: {tally.total()}" + (f"; {counts}" if counts else "")
