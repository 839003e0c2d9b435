"""Extraction by scrapely, trained with the sample's values."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # w3lib.util says it will go one day
    import w3lib.util

# scrapely's last release asks w3lib for a name that has since been given up for this one.
w3lib.util.str_to_unicode = w3lib.util.to_unicode  # type: ignore[attr-defined]

from scrapely import Scraper  # noqa: E402 - needs the name above
from scrapely.htmlpage import HtmlPage  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer, ReadingTask


def scrapely_extraction(task: ReadingTask) -> Callable[[], Answer]:
    scraper = Scraper()
    values = {pair.attribute: pair.value for pair in task.sample.gold}
    scraper.train_from_htmlpage(HtmlPage(body=task.sample.text), values)

    def read() -> Answer:
        records = scraper.scrape_page(HtmlPage(body=task.page.text))
        return dict(records[0])

    return read
