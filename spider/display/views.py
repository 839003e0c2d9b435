"""The views of a crawl: tables, the live view, and the summary at the end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.columns import Columns
from rich.padding import Padding
from rich.table import Table

from spider.display.words import duration, several, shown, size
from store.frontier import LinkState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

    from spider.progress import CrawlProgress, SiteProgress


OPEN_STATES = (LinkState.QUEUED, LinkState.TAKEN)
_GROUPS = ("product", "list", "other")
_CHANNEL_GROUPS = ("source", "article", "thread")
STATES = {
    "queued": OPEN_STATES,
    "done": (LinkState.DONE, LinkState.REDIRECT),
    "held": (LinkState.HELD, LinkState.OFF),
    "failed": (LinkState.FAILED, LinkState.FORBIDDEN, LinkState.REFUSED),
}


class SiteColumn(NamedTuple):
    """A column of the table of sites."""

    heading: str
    figure: Callable[[SiteProgress, float], str]


PAGES = SiteColumn("pages", lambda site, _now: f"{site.pages:,}")
RECORDS = SiteColumn("records", lambda site, _now: f"{site.records:,}")
RATE = SiteColumn("pages/s", lambda site, now: f"{site.rate.per_second(now):.1f}")
WAITING = SiteColumn("waiting", lambda site, _now: f"{site.waiting:,}")
UNCHANGED = SiteColumn("unchanged", lambda site, _now: f"{site.unchanged:,}")
ERRORS = SiteColumn("errors", lambda site, _now: f"{site.errors:,}")
PAUSE = SiteColumn("pause", lambda site, now: _countdown(site.backed_off_until - now))


def _countdown(seconds: float) -> str:
    return duration(seconds + 1) if seconds > 0 else ""


def columns_within(width: int, columns: Iterable[tuple[SiteColumn, int]]) -> Iterator[SiteColumn]:
    """The columns that fit; each is given with the terminal width it needs."""
    return (column for column, needed in columns if needed <= width)


def sites_table(progress: CrawlProgress, columns: Iterable[SiteColumn], rows: int) -> Table:
    """The sites with the most pages, at most `rows` of them."""
    now, columns = progress.clock(), tuple(columns)
    sites = sorted(progress.sites.items(), key=lambda site: -site[1].pages)
    table = figures_table("site", *(column.heading for column in columns))
    for name, site in sites[:rows]:
        figures = (column.figure(site, now) for column in columns)
        paused = site.backed_off_until > now
        table.add_row(shown(name), *figures, style="yellow" if paused else "")
    if len(sites) > rows:
        table.add_row(f"…{len(sites) - rows:,} more", style="dim")
    return table


def add_total(table: Table, progress: CrawlProgress, columns: Iterable[SiteColumn]) -> None:
    table.add_section()
    figures = (column.figure(progress.total, progress.clock()) for column in columns)
    table.add_row("all", *figures, style="bold")


def queue_table(counts: Mapping[tuple[str, str], int]) -> Table:
    """Links by (group, state), as the ledger counts them."""
    table = figures_table("queue", *STATES)
    is_channel = any(group in _CHANNEL_GROUPS for group, _ in counts)
    for group in _CHANNEL_GROUPS if is_channel else _GROUPS:
        figures = (
            sum(counts.get((group, state), 0) for state in states) for states in STATES.values()
        )
        table.add_row(group, *(f"{figure:,}" for figure in figures))
    return table


def faults_table(progress: CrawlProgress, rows: int) -> Table:
    """The kinds of the latest errors, newest first."""
    table = figures_table("error", "times", "last")
    table.add_column("at", overflow="ellipsis")
    latest = sorted(progress.faults.items(), key=lambda fault: -fault[1].last_at)
    for kind, faults in latest[:rows]:
        clock_time = time.strftime("%H:%M:%S", time.localtime(faults.last_at))
        table.add_row(shown(kind), f"{faults.count:,}", clock_time, shown(faults.last_site))
    return table


def figures_table(name: str, *figures: str) -> Table:
    """A column of names, which shrinks if room is short, and columns of figures."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 0, 0, 1))
    table.add_column(name, overflow="ellipsis")
    for figure in figures:
        table.add_column(figure, justify="right", no_wrap=True)
    return table


def id_table(name: str, *texts: str) -> Table:
    """A column of ids, which people copy and so are never cut, and columns of text."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 0, 0, 1))
    table.add_column(name, no_wrap=True)
    for text in texts:
        table.add_column(text, overflow="fold")
    return table


# The live view, for terminals of any size.


_KINDS, _KINDS_IN_LOW_TERMINALS = 5, 2
_LOW = 30  # lines
_OTHER_LINES = 18  # lines besides sites and kinds of errors, if everything is stacked
_ABOVE = (1, 0, 0, 0)  # an empty line

# The columns in their order, each with the terminal width it needs.
_COLUMNS = ((PAGES, 0), (RECORDS, 0), (RATE, 48), (WAITING, 56), (UNCHANGED, 72), (ERRORS, 80))


class LiveView:
    """Draws the current progress."""

    def __init__(self, title: str, progress: CrawlProgress) -> None:
        self._title = title
        self._progress = progress

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width, height = options.max_width, console.size.height
        kinds = _KINDS_IN_LOW_TERMINALS if height < _LOW else _KINDS
        sites = max(3, height - _OTHER_LINES - kinds)
        below = [Padding(queue_table(self._progress.queued), _ABOVE)]
        if self._progress.faults:
            below.append(Padding(faults_table(self._progress, kinds), _ABOVE))
        yield self._heading(width)
        yield Padding(sites_table(self._progress, self._columns(width), sites), _ABOVE)
        yield Columns(below, padding=(0, 4))

    def _heading(self, width: int) -> Text:
        total, now = self._progress.total, self._progress.clock()
        parts = (
            duration(self._progress.elapsed),
            f"{several(total.pages, 'page')} ({total.rate.per_second(now):.1f}/s)",
            f"{several(total.records, 'record')} ({total.new:,} new, {total.changed:,} changed)",
            f"{total.unchanged:,} unchanged",
            size(total.bytes),
            several(total.errors, "error"),
        )
        heading = shown(self._title, "bold")
        for part in parts:  # break lines between the parts, not within them
            room = width - cell_len(heading.plain.rpartition("\n")[2])
            heading.append(f"  {part}" if cell_len(part) + 2 <= room else f"\n{part}", "not bold")
        return heading

    def _columns(self, width: int) -> Iterator[SiteColumn]:
        yield from columns_within(width, _COLUMNS)
        now = self._progress.clock()
        if any(site.backed_off_until > now for site in self._progress.sites.values()):
            yield PAUSE


# The summary: results, why the crawl ended, and what to do next.


_SITES = 50
_END_COLUMNS = ((PAGES, 0), (RECORDS, 0), (UNCHANGED, 48), (ERRORS, 0))

# Scrapy's reasons for closing a spider, in words that people can act on.
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
    "site-costly": "every site with links left sends pages that take too long to read",
    "site-budget": "every site with links left has used up its budget of pages (pages_per_site)",
    "left-over": "the links that are left cannot be fetched now",
    "store-failed": "what was fetched could not be stored (the log says why)",
}


def reason_in_words(reason: str) -> str:
    """An unknown reason is shown as it is."""
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
        why = reason_in_words(self._progress.reason or self._reason)
        length = duration(self._progress.elapsed)
        yield f"Ended after {length} and {size(total.bytes)}: {why}."
        left, held = self._progress.links(*OPEN_STATES), self._progress.links(LinkState.HELD)
        if left:
            yield f"Left in the queue: {several(left, 'link')}. Run the same command to go on."
        if held:
            yield f"Held back as traps: {several(held, 'link')}."
        if total.not_kept:
            pages = several(total.not_kept, "page")
            yield f"Read and not kept: {pages}. Why: specseek errors --not-kept"
        if total.errors:
            yield "What went wrong: specseek errors"
        yield "More about the crawl: specseek crawl-status"
