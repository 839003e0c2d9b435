"""Warnings come through; what a site puts into a message is text."""

import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from scrapy.settings import Settings
from scrapy.utils.log import get_scrapy_root_handler, install_scrapy_root_handler

from spider.display.terminal_log import log_above

logger = logging.getLogger("spider.test")


@pytest.fixture
def console() -> Console:
    return Console(file=StringIO(), width=40, color_system=None)


def printed(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    handlers, level = list(logging.root.handlers), logging.root.level
    yield
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


def test_warnings_go_through_the_console_and_chatter_does_not(console: Console) -> None:
    install_scrapy_root_handler(Settings({"LOG_FORMAT": "%(levelname)s: %(message)s"}))
    usual = get_scrapy_root_handler()
    with log_above(console):
        assert usual not in logging.root.handlers
        logger.info("page fetched")
        logger.warning("[red]%s", "a\x1b[2Jb")
        logger.error("two\nlines")
    assert printed(console) == "WARNING: [red]a\\x1b[2Jb\nERROR: two\nlines\n"
    assert usual in logging.root.handlers


def test_a_higher_level_of_the_user_is_kept(console: Console) -> None:
    install_scrapy_root_handler(Settings({"LOG_LEVEL": "ERROR"}))
    with log_above(console):
        logger.warning("not asked for")
    assert printed(console) == ""


def test_a_log_file_stays_what_it_is(console: Console, tmp_path: Path) -> None:
    install_scrapy_root_handler(Settings({"LOG_FILE": str(tmp_path / "log")}))
    with log_above(console):
        logger.warning("into the file")
    assert printed(console) == ""
    assert "into the file" in (tmp_path / "log").read_text("utf-8")
    install_scrapy_root_handler(Settings({"LOG_ENABLED": False}))  # closes the file
