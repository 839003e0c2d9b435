"""`specseek extract`: the records of stored pages."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.extraction import extract as extracted
from rules.library import RuleLibrary
from rules.record import Extraction, Status
from rules.standard_names import with_standard_names
from specseek.asked_pages import page_options
from specseek.json_lines import write_line
from specseek.stored_page import RefusedPageError, UnreadablePageError, refused_if_broken

if TYPE_CHECKING:
    from specseek.asked_pages import AskedPages

_EXAMPLES = """\b
Examples:
  specseek extract --rules rules --manifest pages.jsonl > records.jsonl
  specseek extract --rules rules --archive data/archive > records.jsonl
  specseek extract --rules rules --url https://site.example/n95.html n95.html
"""


@click.command(epilog=_EXAMPLES, short_help="Read the records off stored pages.")
@click.option(
    "--rules",
    "rules_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder of rule files, as `specseek train` makes them.",
)
@page_options
def extract(rules_folder: Path, pages: AskedPages) -> None:
    """Read the records off stored pages: those of a manifest or an archive, or one PAGE.

    Prints one line per page, in order, as JSON: {"file", "url", "status", "rule",
    "records": [{"pairs": [{"attribute", "name", "value"}]}]}. The status is ok, no-rule
    (the site has no rules), no-match (no rule fits the page) or refused (a rule fits, but
    the names are others).

    With rules in a folder library/NAME beside a topic file topics/NAME.yaml, names that no
    sample labelled get the topic's standard attribute where it knows them.

    The "file" of a page from an archive is the WARC file's name and the record's offset.

    A page on which the reader breaks is refused, and its line has "why"; one that cannot be
    read is told of on standard error and gets no line. The others are read all the same, and
    the exit status is 1.
    """
    library = RuleLibrary(rules_folder)
    tally: Counter[str] = Counter()
    for stored in pages.read("Extracting"):
        line: dict[str, object] = {"file": stored.file, "url": stored.url}
        try:
            content, rules = stored.read(), library.rules_for(stored.url)
            with refused_if_broken(stored.file):
                extraction = extracted(content, rules)
                if library.topic:
                    extraction = with_standard_names(extraction, library.topic)
        except UnreadablePageError as error:
            click.echo(f"Error: {error}", err=True)
            tally["unreadable"] += 1
        except RefusedPageError as error:
            click.echo(f"Error: {error}", err=True)
            write_line({**line, **asdict(Extraction(Status.REFUSED)), "why": error.why})
            tally["broken"] += 1
        else:
            write_line({**line, **asdict(extraction)})
            tally[extraction.status] += 1
    click.echo(_in_words(tally), err=True)
    if tally["unreadable"] or tally["broken"]:
        raise click.exceptions.Exit(1)


def _in_words(tally: Counter[str]) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally.most_common())
    hint = " (specseek train makes rules)" if tally[Status.NO_RULE] else ""
    return f"Pages: {tally.total()}" + (f"; {counts}{hint}" if counts else "")
