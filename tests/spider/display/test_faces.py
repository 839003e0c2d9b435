"""In a pipe: a line now and then, and the table as a last entry of the log."""

import logging

import pytest

from spider.display.faces import LogDisplay
from spider.progress import CrawlProgress


def test_lines_and_the_table_go_to_the_log(
    progress: CrawlProgress, caplog: pytest.LogCaptureFixture
) -> None:
    display = LogDisplay(progress)
    with caplog.at_level(logging.INFO):
        display.start()
        display.refresh()
        display.end("finished")
    line, table = caplog.messages
    assert line.startswith("pages 280 (7.0/s), records 240, ")
    assert "\nall                                280      240         40       2\n" in table
    assert "nothing left to fetch" in table
