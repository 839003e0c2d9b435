"""`specseek extract`: extract the records of stored pages."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from batch.record_lines import RecordReader, refused_record
from core.names import site_of
from specseek.inputs import (
    InputReader,
    RowCache,
    least_option,
    page_options,
    rules_option,
    site_memories,
)
from specseek.output import pages_text, write_line

if TYPE_CHECKING:
    from pathlib import Path

    from pages.page import Page
    from specseek.inputs import AnyPage, PageInputs

_EXAMPLES = """\b
Examples:
  specseek extract --manifest pages.jsonl > records.jsonl
  specseek extract --rules rules --manifest pages.jsonl > records.jsonl
  specseek extract --rules rules --archive data/archive > records.jsonl
  specseek extract --url https://site.example/n95.html n95.html
"""


@click.command(epilog=_EXAMPLES)
@rules_option
@least_option
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
    memories = site_memories(pages, kept)
    reader = RecordReader(rules_folder, least)

    def read(stored: AnyPage, page: Page) -> dict[str, Any]:
        rows = kept.take(stored.file, page)
        return reader.line(page, memories.get(site_of(stored.url)), rows)

    tally: Counter[str] = Counter()
    inputs = InputReader(pages, "Extracting", read)
    for stored, found, why in inputs:
        write_line({"file": stored.file, "url": stored.url, **(found or refused_record(why))})
        tally[found["status"] if found else "broken"] += 1
    tally["unreadable"] = inputs.unreadable
    inputs.end(pages_text(tally))
