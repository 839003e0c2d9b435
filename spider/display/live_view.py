"""What a person sees while the crawl runs, drawn for a terminal of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.columns import Columns
from rich.padding import Padding

from spider.display.tables import (
    ERRORS,
    PAGES,
    PAUSE,
    RATE,
    RECORDS,
    UNCHANGED,
    WAITING,
    SiteColumn,
    columns_within,
    faults_table,
    queue_table,
    sites_table,
)
from spider.display.words import duration, several, shown, size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.text import Text

    from spider.progress import CrawlProgress

_KINDS, _KINDS_IN_LOW_TERMINALS = 5, 2
_LOW = 30  # lines
_OTHER_LINES = 18  # all but the sites and the kinds of error, where nothing has room beside another
_ABOVE = (1, 0, 0, 0)  # an empty line

# The columns in their order, each with the width from which a terminal has room for it.
_COLUMNS = ((PAGES, 0), (RECORDS, 0), (RATE, 48), (WAITING, 56), (UNCHANGED, 72), (ERRORS, 80))


class LiveView:
    """Draws the progress as it is at the moment of drawing."""

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
        for part in parts:  # a line breaks between the parts, not within them
            room = width - cell_len(heading.plain.rpartition("\n")[2])
            heading.append(f"  {part}" if cell_len(part) + 2 <= room else f"\n{part}", "not bold")
        return heading

    def _columns(self, width: int) -> Iterator[SiteColumn]:
        yield from columns_within(width, _COLUMNS)
        now = self._progress.clock()
        if any(site.backed_off_until > now for site in self._progress.sites.values()):
            yield PAUSE
