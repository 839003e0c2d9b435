"""`specseek posts`: read the posts of stored threads."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from batch.tasks import posts_line
from specseek.inputs import (
    RefusedPageError,
    UnreadablePageError,
    page_options,
    refused_if_broken,
)
from specseek.output import write_line

if TYPE_CHECKING:
    from specseek.inputs import PageInputs

_EXAMPLES = """\b
Examples:
  specseek posts --manifest threads.jsonl > posts.jsonl
  specseek posts --archive data/archive > posts.jsonl
  specseek posts --url https://forum.example/thread/7 thread-7.html
"""


@click.command(epilog=_EXAMPLES)
@page_options
def posts(pages: PageInputs) -> None:
    """Read the posts of stored threads: of a manifest, an archive, or one PAGE.

    Prints one line per page, in order, as JSON: {"file", "posts": [{"author", "time",
    "text"}]}, without rules and in any language. The time is as ISO 8601 has it, a day or a
    day and a time of day; author and time are empty where the page tells none. Posts also
    have "number" and "link" where the page shows them, and with quotes in the text
    "quotes" and "own", the text without them. A page that is no thread has no posts.

    Times such as "3 hours ago" are counted from when the page was fetched: a page of an
    archive tells it, a line of a manifest may ("fetched": "2020-06-20T15:00:00"); otherwise
    the newest date on the page is taken.

    A page that cannot be parsed has no posts, and its line has "why"; one that cannot be
    opened is reported on standard error and has no line. All other pages are read, and the
    exit status is 1.
    """
    tally: Counter[str] = Counter()
    for stored in pages.read("Reading posts"):
        try:
            content = stored.read()
            with refused_if_broken(stored.file):
                line = posts_line(content, stored.fetched)
        except UnreadablePageError as error:
            click.echo(f"Error: {error}", err=True)
            tally["failed"] += 1
        except RefusedPageError as error:
            click.echo(f"Error: {error}", err=True)
            write_line({"file": stored.file, "posts": [], "why": error.why})
            tally["failed"] += 1
        else:
            write_line({"file": stored.file, **line})
            tally["pages"] += 1
            tally["posts"] += len(line["posts"])
    click.echo(f"{tally['posts']} posts on {tally['pages']} pages", err=True)
    if tally["failed"]:
        raise click.exceptions.Exit(1)
