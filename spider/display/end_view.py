"""What a person sees when the crawl has ended: what came of it, why it ended, what next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding

from spider.display.tables import (
    ERRORS,
    OPEN_STATES,
    PAGES,
    RECORDS,
    UNCHANGED,
    add_total,
    columns_within,
    sites_table,
)
from spider.display.words import duration, several, shown, size
from store.frontier import LinkState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions, RenderResult

    from spider.progress import CrawlProgress

_SITES = 50
_END_COLUMNS = ((PAGES, 0), (RECORDS, 0), (UNCHANGED, 48), (ERRORS, 0))

# Scrapy's words for why a spider closed, in words a person can act on.
_REASONS = {
    "finished": "there was nothing left to fetch",
    "shutdown": "it was told to stop (Ctrl-C or a signal)",
    "cancelled": "it was cancelled",
    "closespider_pagecount": "its budget of pages is used up",
    "closespider_timeout": "its budget of time is used up",
    "closespider_bytes": "its budget of bytes is used up",
    "closespider_itemcount": "it has as many records as it was asked for",
    "closespider_errorcount": "it met as many errors as it was allowed",
    "disk-full": "the disk is full",
    "sites-silent": "all that is left waits for sites that do not answer now",
    "store-failed": "what was fetched could not be stored (the log says why)",
}


def reason_in_words(reason: str) -> str:
    """One that is not known here speaks for itself."""
    return _REASONS.get(reason, reason)


class EndView:
    def __init__(self, progress: CrawlProgress, reason: str) -> None:
        self._progress = progress
        self._reason = reason

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = tuple(columns_within(options.max_width, _END_COLUMNS))
        table = sites_table(self._progress, columns, _SITES)
        add_total(table, self._progress, columns)
        yield Padding(table, (1, 0))
        yield from map(shown, self._sentences())

    def _sentences(self) -> Iterator[str]:
        total = self._progress.total
        why = reason_in_words(self._reason)
        length = duration(self._progress.elapsed)
        yield f"Ended after {length} and {size(total.bytes)}: {why}."
        left, held = self._progress.links(*OPEN_STATES), self._progress.links(LinkState.HELD)
        if left:
            yield f"Left in the queue: {several(left, 'link')}. Run the same command to go on."
        if held:
            yield f"Held back (traps, budgets): {several(held, 'link')}."
        if total.errors:
            yield "What went wrong: specseek errors"
        yield "More about the crawl: specseek crawl-status"
