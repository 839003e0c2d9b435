"""Log lines on a terminal whose lower part is drawn again and again."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scrapy.utils.log import get_scrapy_root_handler

from spider.display.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

_LONGEST_LINE = 2000


class _AboveTheLiveView(logging.Handler):
    """Prints through the console that draws the live view, which makes room for the lines."""

    def __init__(self, console: Console) -> None:
        super().__init__(logging.WARNING)
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        try:
            style = "red" if record.levelno >= logging.ERROR else "yellow"
            for line in self.format(record).splitlines():
                self._console.print(shown(line, style, _LONGEST_LINE))
        except Exception:  # noqa: BLE001 - a handler must not raise; logging tells of it its own way
            self.handleError(record)


@contextmanager
def log_above(console: Console) -> Iterator[None]:
    """Warnings and errors go through the console instead of straight to standard error.

    A log that the user sends to a file stays what it is.
    """
    usual = get_scrapy_root_handler()
    if type(usual) is not logging.StreamHandler:
        yield
        return
    above = _AboveTheLiveView(console)
    above.setLevel(max(usual.level, above.level))
    above.setFormatter(usual.formatter)
    logging.root.removeHandler(usual)
    logging.root.addHandler(above)
    try:
        yield
    finally:
        logging.root.removeHandler(above)
        logging.root.addHandler(usual)
