"""`specseek article`: read the articles of stored pages."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from batch.tasks import NO_ARTICLE, article_line
from channels.article import SiteTexts
from core.names import site_of
from specseek.inputs import InputReader, page_options
from specseek.output import write_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pages.page import Page
    from specseek.inputs import AnyPage, PageInputs

_EXAMPLES = """\b
Examples:
  specseek article --manifest pages.jsonl > articles.jsonl
  specseek article --archive data/archive > articles.jsonl
  specseek article --url https://news.example/1.html 1.html
"""


@click.command(epilog=_EXAMPLES)
@page_options
def article(pages: PageInputs) -> None:
    """Read the articles of stored pages: of a manifest, an archive, or one PAGE.

    Prints one line per page, in order, as JSON: {"file", "title", "date", "author",
    "text"}, without rules and in any language. The text has a line per paragraph, heading,
    list item or table row. The date is as ISO 8601 has it, a day or a day and a time of day.
    What the page does not tell is "".

    The pages of a manifest or an archive are read twice if their site has more than two: what
    several pages of a site show is not part of their articles.

    Times such as "3 hours ago" are counted from when the page was fetched: a page of an
    archive tells it, a line of a manifest may ("fetched": "2020-06-20T15:00:00"); otherwise
    they are counted from now.

    A page that cannot be parsed has no text, and its line has "why"; one that cannot be
    opened is reported on standard error and has no line. All other pages are read, and the
    exit status is 1.
    """
    templates = _templates(pages)

    def read(stored: AnyPage, page: Page) -> dict[str, str]:
        return article_line(page, stored.fetched, templates.get(site_of(stored.url), ()))

    articles = 0
    inputs = InputReader(pages, "Reading articles", read)
    for stored, found, why in inputs:
        write_line({"file": stored.file, **(found or {**NO_ARTICLE, "why": why})})
        articles += not why
    inputs.end(f"{articles} articles")


def _templates(pages: PageInputs) -> Mapping[str, frozenset[str]]:
    """Site → texts that its pages share; empty for one page, or a pipe."""
    if not pages.can_be_read_twice:
        return {}
    counts = Counter(
        site_of(stored.url) for stored in pages.read("Counting the pages of each site")
    )
    sites = {site: SiteTexts() for site, count in counts.items() if site and count > 2}
    if sites:
        for stored in pages.read("Comparing the pages of each site"):
            known = sites.get(site_of(stored.url))
            if known:
                with suppress(Exception):  # reported when the page is read
                    known.look_at(stored.read())
    return {site: known.template() for site, known in sites.items()}
