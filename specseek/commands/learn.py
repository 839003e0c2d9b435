"""`specseek train`, `suggest` and `discover`: learn rules, draft labels, find new attributes."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from pydantic import Field, TypeAdapter, ValidationError

from core.names import site_of
from discovery.credibility import credibility
from discovery.proposals import Findings
from rules.extract import extract
from rules.learn import Example
from rules.learn import train as trained
from rules.library import RuleLibrary
from rules.page_facts import guess_region
from rules.record import Status
from specseek.inputs import (
    InputPage,
    InputReader,
    file_problems,
    page_options,
    site_memories,
    topic_option,
    web_address,
    without_byte_order_mark,
)
from specseek.output import pages_text, write_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import ErrorDetails

    from core.topic import Topic
    from discovery.proposals import Finding
    from pages.page import Page
    from rules.record import Pair
    from specseek.inputs import AnyPage, PageInputs


_TRAIN_EXAMPLES = """\b
Example:
  specseek train --url https://site.example/n95.html --values n95.json --rules rules n95.html
\b
where n95.json contains
  [{"attribute": "手机名", "name": "", "value": "诺基亚 N95"},
   {"attribute": "参考价格", "name": "参考价格：", "value": "￥2350"}]
"""
# The example values of a page: a JSON list of objects.
_EXAMPLE_LIST = TypeAdapter(Annotated[list[Example], Field(min_length=1)])
_EXAMPLES_ALLOWED = (
    'allowed: [{"attribute": "参考价格", "name": "参考价格：", "value": "￥1000"}, …]; '
    'name "" if the page shows none'
)
_ENTRY = re.compile(r"[^\s,]")


@click.command(epilog=_TRAIN_EXAMPLES)
@click.option("--url", metavar="URL", callback=web_address, required=True, help="The URL of PAGE.")
@click.option(
    "--values",
    "values_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    help='Values on PAGE, as JSON: [{"attribute", "name", "value"}]; '
    'name "" if the page shows none.',
)
@click.option(
    "--rules",
    "rules_folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder of rule files; created if it does not exist.",
)
@click.argument("page", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def train(url: str, values_file: Path, rules_folder: Path, page: Path) -> None:
    """Learn a site's rule from one PAGE and some of the values it shows.

    Called again with another page of the site, it extends the site's rules; if that would
    change the record of a page learned from before, the new rule is refused.
    """
    examples = read_examples(values_file)
    rules_folder.mkdir(parents=True, exist_ok=True)
    report = trained(RuleLibrary(rules_folder), InputPage(str(page), url, page).read(), examples)
    click.echo(str(report), err=True)


def read_examples(path: Path) -> list[Example]:
    body = without_byte_order_mark(path.read_bytes())
    try:
        return _EXAMPLE_LIST.validate_json(body)
    except ValidationError as error:
        in_entries = any(details["loc"] for details in error.errors())
        lines = list(_entry_lines(body.decode())) if in_entries else []

        def line_of(details: ErrorDetails) -> int:
            return lines[int(details["loc"][0])] if details["loc"] else 1

        raise file_problems(path, error, line_of, _EXAMPLES_ALLOWED) from error


def _entry_lines(text: str) -> Iterator[int]:
    """The first line of each entry of a JSON list."""
    decoder = json.JSONDecoder()
    line, counted = 1, 0
    place = text.index("[") + 1
    while (entry := _ENTRY.search(text, place)) and entry[0] != "]":
        line += text.count("\n", counted, entry.start())
        counted = entry.start()
        yield line
        _, place = decoder.raw_decode(text, counted)


# `specseek suggest`: draft labels for pages of a site without rules.


_SUGGEST_EXAMPLES = """\b
Examples:
  specseek suggest --url https://site.example/n95.html n95.html | jq .examples > n95.json
  specseek train --url https://site.example/n95.html --values n95.json --rules rules n95.html
  specseek suggest --manifest pages.jsonl > drafts.jsonl
"""
# Between a name and its value; not part of the value.
_BETWEEN = " :：\u3000"


@click.command(epilog=_SUGGEST_EXAMPLES)
@topic_option
@page_options
def suggest(topics: tuple[Topic, ...], pages: PageInputs) -> None:
    """Propose region, names and values of stored pages that no rule reads.

    Needs no rules: it prints what looks like facts about a product, with the attributes that
    the topic knows. This is a draft: check it, then pass the examples to `specseek train`.

    Prints one line per page, in order, as JSON: {"file", "url", "region": {"tag", "id",
    "classes", "path"}, "examples": [{"attribute", "name", "value"}]}. The attribute is null
    if the topic does not know the name, or no topic fits the page; the region is null, and
    there are no examples, if the page shows hardly any facts.

    A page that cannot be parsed has a line with "status": "refused" and "why"; one that
    cannot be opened is reported on standard error and has no line. All other pages are read,
    and the exit status is 1.
    """
    tally: Counter[str] = Counter()
    inputs = InputReader(pages, "Suggesting", lambda _, page: _draft(page, topics))
    for stored, draft, why in inputs:
        line = draft or {"status": Status.REFUSED, "why": why, "region": None, "examples": []}
        write_line({"file": stored.file, "url": stored.url, **line})
        tally["refused" if why else "with a draft" if line["examples"] else "without"] += 1
    tally["unreadable"] = inputs.unreadable
    inputs.end(pages_text(tally))


def _draft(page: Page, topics: tuple[Topic, ...]) -> dict[str, Any]:
    guess = guess_region(page, topics)
    pairs = dict.fromkeys(reading.pair for reading in guess.readings)
    examples = [_example(pair) for pair in pairs if pair.attribute or pair.name]
    return {
        "region": asdict(guess.place) if guess.place and examples else None,
        "examples": examples,
    }


def _example(pair: Pair) -> dict[str, str | None]:
    value = pair.value.lstrip(_BETWEEN) or pair.value
    return {"attribute": pair.attribute, "name": pair.name, "value": value}


# `specseek discover`: find new attributes on stored pages.


_DIGITS = 4  # of printed numbers
_DISCOVER_EXAMPLES = """\b
Examples:
  specseek discover --rules rules --manifest pages.jsonl > proposals.jsonl
  specseek discover --rules rules --archive data/archive > proposals.jsonl
  specseek discover --rules rules --url https://site.example/n95.html n95.html
"""


@click.command(epilog=_DISCOVER_EXAMPLES)
@click.option(
    "--rules",
    "rules_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="Folder of rule files, as written by `specseek train`.",
)
@topic_option
@page_options
def discover(rules_folder: Path, topics: tuple[Topic, ...], pages: PageInputs) -> None:
    """Find attributes that no rule knows, on the pages of a manifest or archive, or on one PAGE.

    Prints one line per page, in order, as JSON: {"file", "url", "proposals": [{"name", "value",
    "font", "background", "parent", "format", "interest", "cf", "score"}]}. The five factors and
    their mean cf are certainty factors, from -1 to 1; the score, from 0 to 1, combines all
    evidence, and only proposals above 0.5 are printed.

    A name is judged by all pages of its site: pass many of them at once. A topic's words count
    only on pages with some names that the topic knows. Rules in a folder library/NAME beside a
    topic file topics/NAME.yaml bring that topic along; it is tried first.

    A page that cannot be parsed has a line with "status": "refused" and "why"; one that cannot
    be opened is reported on standard error and has no line. All other pages are read, and the
    exit status is 1.
    """
    library = RuleLibrary(rules_folder)
    own = (library.topic,) if library.topic else ()
    findings = Findings(tuple(dict.fromkeys((*own, *topics))))
    memories = site_memories(pages)

    def read(stored: AnyPage, page: Page) -> None:
        memory = memories.get(site_of(stored.url))
        findings.add(page, extract(page, library.rules_for(stored.url), memory), memory)

    inputs = InputReader(pages, "Discovering", read)
    lines = [({"file": stored.file, "url": stored.url}, why) for stored, _, why in inputs]
    found = iter(findings)
    total = 0
    for line, why in lines:
        if why:
            write_line({**line, "status": Status.REFUSED, "why": why, "proposals": []})
            continue
        proposals = list(map(_proposal_json, next(found)))
        total += len(proposals)
        write_line({**line, "proposals": proposals})
    failed = {"unreadable": inputs.unreadable, "refused": inputs.refused}
    counts = "".join(f"; {count} {outcome}" for outcome, count in failed.items() if count)
    inputs.end(f"Pages: {len(lines) + inputs.unreadable}{counts}; proposals: {total}")


def _proposal_json(finding: Finding) -> dict[str, object]:
    candidate, score = finding
    return {
        "name": candidate.name,
        "value": candidate.value,
        **candidate.factors._asdict(),
        "cf": round(credibility(candidate.factors), _DIGITS),
        "score": round(score.probability, _DIGITS),
    }
