"""One line for a log."""

from spider.display.plain_line import plain_line
from spider.progress import CrawlProgress


def test_one_line(progress: CrawlProgress) -> None:
    assert plain_line(progress) == (
        "pages 280 (7.0/s), records 240, unchanged 40, queue 3303, errors 2"
    )
