"""`specseek extract`: the records of stored pages."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.extraction import extract as extracted
from rules.library import RuleLibrary
from rules.record import Status
from rules.standard_names import with_standard_names
from specseek.archived_pages import archived_pages
from specseek.json_lines import write_line
from specseek.manifest import Manifest
from specseek.progress import shown_progress
from specseek.stored_page import StoredPage, UnreadablePageError
from specseek.web_address import web_address

if TYPE_CHECKING:
    from collections.abc import Iterable

    from specseek.archived_pages import ArchivedPage, DamagedRecord

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
@click.option(
    "--manifest",
    "manifest_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help='Pages to read, a line each: {"file": "n95.html", "url": "https://site.example/n95"}. '
    "A file is looked for beside the manifest first, then in the current folder.",
)
@click.option(
    "--archive",
    type=click.Path(exists=True, path_type=Path),
    help="Pages to read: a WARC file, or a folder of them, as a crawl keeps them. Every capture "
    "with status 200 that is HTML is read, in order, also where an address has several.",
)
@click.option("--url", metavar="URL", callback=web_address, help="Where PAGE stood on the web.")
@click.argument(
    "page", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def extract(
    rules_folder: Path,
    manifest_file: Path | None,
    archive: Path | None,
    url: str | None,
    page: Path | None,
) -> None:
    """Read the records off stored pages: those of a manifest or an archive, or one PAGE.

    Prints one line per page, in order, as JSON: {"file", "url", "status", "rule",
    "records": [{"pairs": [{"attribute", "name", "value"}]}]}. The status is ok, no-rule
    (the site has no rules), no-match (no rule fits the page) or refused (a rule fits, but
    the names are others).

    With rules in a folder library/NAME beside a topic file topics/NAME.yaml, names that no
    sample labelled get the topic's standard attribute where it knows them.

    The "file" of a page from an archive is the WARC file's name and the record's offset.

    A page that cannot be read is told of on standard error and gets no line; the others
    are read all the same, and the exit status is 1.
    """
    library = RuleLibrary(rules_folder)
    tally: Counter[str] = Counter()
    for stored in _pages(manifest_file, archive, url, page):
        try:
            extraction = extracted(stored.read(), library.rules_for(stored.url))
            if library.topic:
                extraction = with_standard_names(extraction, library.topic)
        except UnreadablePageError as error:
            click.echo(f"Error: {error}", err=True)
            tally["unreadable"] += 1
        else:
            write_line({"file": stored.file, "url": stored.url, **asdict(extraction)})
            tally[extraction.status] += 1
    click.echo(_in_words(tally), err=True)
    if tally["unreadable"]:
        raise click.exceptions.Exit(1)


def _pages(
    manifest_file: Path | None, archive: Path | None, url: str | None, page: Path | None
) -> Iterable[StoredPage | ArchivedPage | DamagedRecord]:
    match manifest_file, archive, url, page:
        case Path(), None, None, None:
            manifest = Manifest(manifest_file)
            return shown_progress(manifest, manifest.checked_length(), "Extracting")
        case None, Path(), None, None:
            return shown_progress(archived_pages(archive), None, "Extracting")
        case None, None, str(), Path():
            return [StoredPage(str(page), url, page)]
    raise click.UsageError(
        "Give either --manifest M.jsonl, or --archive PATH, or --url URL and one PAGE."
    )


def _in_words(tally: Counter[str]) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally.most_common())
    hint = " (specseek train makes rules)" if tally[Status.NO_RULE] else ""
    return f"Pages: {tally.total()}" + (f"; {counts}{hint}" if counts else "")
