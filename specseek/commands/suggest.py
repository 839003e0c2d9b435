"""`specseek suggest`: what pages of a site without rules seem to say, as a draft to label from."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from rules.record import Status
from rules.region_guess import guess_region
from specseek.asked_pages import page_options
from specseek.json_lines import write_line
from specseek.named_topic import topic_option
from specseek.stored_page import RefusedPageError, UnreadablePageError, refused_if_broken

if TYPE_CHECKING:
    from core.topic import Topic
    from pages.page import Page
    from rules.record import Pair
    from specseek.asked_pages import PageInputs

_SUGGEST_EXAMPLES = """\b
Examples:
  specseek suggest --url https://site.example/n95.html n95.html | jq .examples > n95.json
  specseek train --url https://site.example/n95.html --values n95.json --rules rules n95.html
  specseek suggest --manifest pages.jsonl > drafts.jsonl
"""
# What stands between a name and its value is no part of the value.
_BETWEEN = " :：\u3000"


@click.command(epilog=_SUGGEST_EXAMPLES)
@topic_option
@page_options
def suggest(topics: tuple[Topic, ...], pages: PageInputs) -> None:
    """Propose region, names and values of stored pages that no rule reads.

    No rule is needed: what stands like facts of a product comes out, with the attributes that
    the topic knows. It is a draft for a person: look it over, then hand the examples to
    `specseek train`.

    Prints one line per page, in order, as JSON: {"file", "url", "region": {"tag", "id",
    "classes", "path"}, "examples": [{"attribute", "name", "value"}]}. The attribute is null
    where the topic does not know the name, or none fits the page; the region is null, and
    there are no examples, where the page shows hardly a fact.

    A page on which the reader breaks has a line with "status": "refused" and "why"; one that
    cannot be read is told of on standard error and gets no line. The others are read all the
    same, and the exit status is 1.
    """
    tally: Counter[str] = Counter()
    for stored in pages.read("Suggesting"):
        line: dict[str, object] = {"file": stored.file, "url": stored.url}
        try:
            content = stored.read()
            with refused_if_broken(stored.file):
                draft = _draft(content, topics)
        except UnreadablePageError as error:
            click.echo(f"Error: {error}", err=True)
            tally["unreadable"] += 1
        except RefusedPageError as error:
            click.echo(f"Error: {error}", err=True)
            refused: dict[str, object] = {
                "status": Status.REFUSED,
                "why": error.why,
                "region": None,
                "examples": [],
            }
            write_line({**line, **refused})
            tally["refused"] += 1
        else:
            write_line({**line, **draft})
            tally["with a draft" if draft["examples"] else "without"] += 1
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally.most_common())
    click.echo(f"Pages: {tally.total()}" + (f"; {counts}" if counts else ""), err=True)
    if tally["unreadable"] or tally["refused"]:
        raise click.exceptions.Exit(1)


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
