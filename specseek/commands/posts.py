"""`specseek posts`: read the posts of stored threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from batch.tasks import posts_line
from specseek.inputs import InputReader, page_options
from specseek.output import write_line

if TYPE_CHECKING:
    from pages.page import Page
    from specseek.inputs import AnyPage, PageInputs

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

    def read(stored: AnyPage, page: Page) -> dict[str, Any]:
        return posts_line(page, stored.fetched)

    posts_read = pages_read = 0
    inputs = InputReader(pages, "Reading posts", read)
    for stored, found, why in inputs:
        line = found or {"posts": [], "why": why}
        write_line({"file": stored.file, **line})
        posts_read += len(line["posts"])
        pages_read += not why
    inputs.end(f"{posts_read} posts on {pages_read} pages")
