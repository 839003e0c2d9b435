"""`specseek discover`: what stored pages say that no rule knows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from discovery.credibility import credibility
from discovery.proposals import Findings
from rules.extraction import extract
from rules.library import RuleLibrary
from rules.record import Status
from rules.site_names import site_of
from specseek.asked_pages import page_options
from specseek.json_lines import write_line
from specseek.named_topic import topic_option
from specseek.site_memories import site_memories
from specseek.stored_page import RefusedPageError, UnreadablePageError, refused_if_broken

if TYPE_CHECKING:
    from discovery.proposals import Finding
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
@topic_option
@page_options
def discover(rules_folder: Path, topics: tuple[Topic, ...], pages: AskedPages) -> None:
    """Find what stored pages say that no rule knows: those of a manifest or archive, or one PAGE.

    Prints one line per page, in order, as JSON: {"file", "url", "proposals": [{"name", "value",
    "font", "background", "parent", "format", "interest", "cf", "score"}]}. The five factors and
    their mean cf are certainty factors, from -1 to 1; the score, from 0 to 1, takes all evidence
    together, and only what is above 0.5 is printed.

    A name is judged by all pages of its site: give many of them at once. A topic's words count
    where it knows some of a page's names; other pages are judged without it. Rules in a folder
    library/NAME beside a topic file topics/NAME.yaml bring that topic with them, which is tried
    first.

    A page on which the reader breaks has a line with "status": "refused" and "why"; one that
    cannot be read is told of on standard error and gets no line. The others are read all the
    same, and the exit status is 1.
    """
    library = RuleLibrary(rules_folder)
    own = (library.topic,) if library.topic else ()
    findings = Findings(tuple(dict.fromkeys((*own, *topics))))
    memories = site_memories(pages)
    lines: list[dict[str, object]] = []
    tally: Counter[str] = Counter()
    for stored in pages.read("Looking"):
        line: dict[str, object] = {"file": stored.file, "url": stored.url}
        try:
            content = stored.read()
            rules = library.rules_for(stored.url)
            memory = memories.get(site_of(stored.url))
            with refused_if_broken(stored.file):
                findings.add(content, extract(content, rules, memory), memory)
        except (UnreadablePageError, RefusedPageError) as error:
            click.echo(f"Error: {error}", err=True)
            tally["unreadable" if isinstance(error, UnreadablePageError) else "refused"] += 1
            if isinstance(error, RefusedPageError):
                lines.append({**line, "status": Status.REFUSED, "why": error.why, "proposals": []})
        else:
            lines.append(line)
    found = iter(findings)
    total = 0
    for line in lines:
        if "status" not in line:
            line["proposals"] = list(map(_as_json, next(found)))
        total += len(cast("list[object]", line["proposals"]))
        write_line(line)
    read = len(lines) + tally["unreadable"]
    counts = "".join(f"; {count} {outcome}" for outcome, count in tally.items())
    click.echo(f"Pages: {read}{counts}; proposals: {total}", err=True)
    if tally:
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
