"""`specseek extract`: extract the records of stored pages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from batch.record_lines import RecordReader, refused_record
from core.names import site_of
from specseek.inputs import (
    RefusedPageError,
    RowCache,
    UnreadablePageError,
    page_options,
    refused_if_broken,
    site_memories,
)
from specseek.output import write_line

if TYPE_CHECKING:
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
    memories = site_memories(pages, kept)
    reader = RecordReader(rules_folder, least)
    tally: Counter[str] = Counter()
    for stored in pages.read("Extracting"):
        page = {"file": stored.file, "url": stored.url}
        try:
            content = stored.read()
            with refused_if_broken(stored.file):
                rows = kept.take(stored.file, content)
                line = reader.line(content, memories.get(site_of(stored.url)), rows)
        except UnreadablePageError as error:
            click.echo(f"Error: {error}", err=True)
            tally["unreadable"] += 1
        except RefusedPageError as error:
            click.echo(f"Error: {error}", err=True)
            write_line({**page, **refused_record(error.why)})
            tally["broken"] += 1
        else:
            write_line({**page, **line})
            tally[line["status"]] += 1
    click.echo(_tally_text(tally), err=True)
    if tally["unreadable"] or tally["broken"]:
        raise click.exceptions.Exit(1)


def _tally_text(tally: Counter[str]) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally.most_common())
    return f"Pages: {tally.total()}" + (f"; {counts}" if counts else "")
