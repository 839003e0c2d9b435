"""The progress in one line of a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider.display.tables import OPEN_STATES

if TYPE_CHECKING:
    from spider.progress import CrawlProgress


def plain_line(progress: CrawlProgress) -> str:
    total, now = progress.total, progress.clock()
    return (
        f"pages {total.pages} ({total.rate.per_second(now):.1f}/s), "
        f"records {total.records}, unchanged {total.unchanged}, "
        f"queue {progress.links(*OPEN_STATES)}, errors {total.errors}"
    )
