"""`specseek discover`: what stored pages say that no rule knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from discovery.credibility import credibility
from discovery.findings import Findings
from rules.extraction import extract
from rules.library import RuleLibrary
from specseek.asked_pages import page_options
from specseek.json_lines import write_line
from specseek.named_topic import named_topic
from specseek.stored_page import UnreadablePageError

if TYPE_CHECKING:
    from discovery.findings import Finding
    from rules.topic import Topic
    from specseek.asked_pages import AskedPages

_DIGITS = 4  # of what is printed
_EXAMPLES = """\b
Examples:
  specseek discover --rules rules --manifest pages.jsonl > proposals.jsonl
  specseek discover --rules rules --archive data/archive > proposals.jsonl
  specseek discover --rules rules --url https://site.example/n95.html n95.html
"""


@click.command(epilog=_EXAMPLES, short_help="Find attributes that no rule knows.")
@click.option(
    "--rules",
    "rules_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder of rule files, as `specseek train` makes them.",
)
@click.option(
    "--topic",
    metavar="NAME",
    default="phones",
    show_default=True,
    callback=named_topic,
    help="Whose words are looked for; rules in a folder library/NAME beside a topic file "
    "topics/NAME.yaml have their own.",
)
@page_options
def discover(rules_folder: Path, topic: Topic, pages: AskedPages) -> None:
    """Find what stored pages say that no rule knows: those of a manifest or archive, or one PAGE.

    Prints one line per page, in order, as JSON: {"file", "url", "proposals": [{"name", "value",
    "font", "background", "parent", "format", "interest", "cf", "score"}]}. The five factors and
    their mean cf are certainty factors, from -1 to 1; the score, from 0 to 1, takes all evidence
    together, and only what is above 0.5 is printed.

    A name is judged by all pages of its site: give many of them at once. The topic's words
    count where it knows some of a page's names; pages that no rule reads are looked at by
    these words alone.

    A page that cannot be read is told of on standard error and gets no line; the others are
    read all the same, and the exit status is 1.
    """
    library = RuleLibrary(rules_folder)
    findings = Findings(library.topic or topic)
    read: list[tuple[str, str]] = []
    unreadable = 0
    for stored in pages.read("Looking"):
        try:
            content = stored.read()
        except UnreadablePageError as error:
            click.echo(f"Error: {error}", err=True)
            unreadable += 1
        else:
            findings.add(content, extract(content, library.rules_for(stored.url)))
            read.append((stored.file, stored.url))
    total = 0
    for (file, url), found in zip(read, findings, strict=True):
        proposals = list(map(_as_json, found))
        total += len(proposals)
        write_line({"file": file, "url": url, "proposals": proposals})
    click.echo(_in_words(len(read), total, unreadable), err=True)
    if unreadable:
        raise click.exceptions.Exit(1)


def _as_json(finding: Finding) -> dict[str, object]:
    candidate, score = finding
    return {
        "name": candidate.name,
        "value": candidate.value,
        **candidate.factors._asdict(),
        "cf": round(credibility(candidate.factors), _DIGITS),
        "score": round(score.probability, _DIGITS),
    }


def _in_words(pages: int, proposals: int, unreadable: int) -> str:
    failed = f"; {unreadable} unreadable" if unreadable else ""
    return f"Pages: {pages + unreadable}{failed}; proposals: {proposals}"
