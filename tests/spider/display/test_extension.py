"""Real Scrapy on a real (pseudo-)terminal, in a pipe, and stopped by Ctrl-C."""

import fcntl
import json
import logging
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from scrapy.settings import Settings
from scrapy.utils.log import get_scrapy_root_handler, install_scrapy_root_handler

from spider.display.extension import LogDisplay, log_above, plain_line
from spider.progress import CrawlProgress
from tests.waiting import PATIENCE

HIDE, SHOW = b"\x1b[?25l", b"\x1b[?25h"

CRAWL = """
import asyncio, json, sys
from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from spider.progress import CrawlProgress

class Phones(Spider):
    name = "phones"

    def __init__(self, seconds):
        super().__init__()
        self.progress = CrawlProgress()
        self.seconds = float(seconds)

    async def start(self):
        self.progress.page("手机之家.example", 2000, new=1)
        self.progress.queue({("product", "queued"): 7})
        self.logger.warning("[bold]careful")
        for _ in range(int(self.seconds * 20)):
            self.progress.page("pcpop.example", 1000, new=1)
            await asyncio.sleep(0.05)
        if False:
            yield

process = CrawlerProcess({
    "EXTENSIONS": {"spider.display.extension.CrawlDisplay": 0},
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "LOGSTATS_INTERVAL": 0,
    "LOG_LEVEL": "INFO",
    **json.loads(sys.argv[2]),
})
process.crawl(Phones, seconds=sys.argv[1])
process.start()
"""


def command(seconds: float, settings: str = "{}") -> list[str]:
    return [sys.executable, "-c", CRAWL, str(seconds), settings]


class Terminal:
    """A terminal with a crawl in it; standard output is another file, as with `-o -`."""

    def __init__(self, crawl: list[str], columns: int, **environ: str) -> None:
        self._controller, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
        self.crawl = subprocess.Popen(
            crawl,
            stderr=terminal,
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", "PYTHONUTF8": "1", **environ},
        )
        os.close(terminal)
        self.seen = b""

    def read_until(self, word: bytes, times: int = 1) -> None:
        while self.seen.count(word) < times:
            self.seen += os.read(self._controller, 10_000)

    def read_to_the_end(self) -> bytes:
        try:
            while chunk := os.read(self._controller, 10_000):
                self.seen += chunk
        except OSError:
            pass  # Linux reports the end of a terminal so
        os.close(self._controller)
        assert self.crawl.wait(PATIENCE) == 0
        return self.seen


def last_screen(seen: bytes) -> str:
    """What is left standing: all that comes after the live part was wiped away."""
    text = seen.rpartition(SHOW)[2].decode()
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)


@pytest.mark.parametrize("columns", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_live_on_a_terminal_then_the_table(columns: int) -> None:
    terminal = Terminal(command(PATIENCE), columns)
    terminal.read_until("手机之家.example".encode(), times=3)  # drawn again and again
    terminal.crawl.send_signal(signal.SIGINT)
    seen = terminal.read_to_the_end()
    live, shown, end = seen.rpartition(SHOW)
    assert live.count(HIDE) == 1
    assert shown
    assert b"[bold]careful" in live
    assert b"Spider opened" not in live.partition(HIDE)[2]  # no chatter across it
    assert "手机之家.example" in end.decode()
    assert "Left in the queue: 7 links" in last_screen(seen)


def test_ctrl_c_gives_the_cursor_back_and_says_how_to_go_on() -> None:
    terminal = Terminal(command(PATIENCE), 80)
    terminal.read_until(b"pcpop.example")
    terminal.crawl.send_signal(signal.SIGINT)
    screen = last_screen(terminal.read_to_the_end())
    assert "told to stop (Ctrl-C or a signal)" in screen
    assert "Run the same command to go on" in screen


def test_plain_lines_in_a_pipe_even_where_colours_are_asked_for() -> None:
    done = subprocess.run(
        command(0.5),
        capture_output=True,
        env={"PATH": os.environ["PATH"], "FORCE_COLOR": "1", "PYTHONUTF8": "1"},
        check=True,
    )
    assert b"\x1b" not in done.stderr
    text = done.stderr.decode()
    assert "[bold]careful" in text
    assert re.search(r"^all +11 +11 +0 +0$", text, re.MULTILINE)
    assert done.stdout == b""


@pytest.mark.slow
def test_a_log_for_programs_is_json_also_on_a_terminal() -> None:
    seen = Terminal(command(0.1, '{"LOG_AS_JSON": true}'), 80).read_to_the_end()
    began = seen.index(b'{"time"')  # what Scrapy says before that is text
    lines = [json.loads(line) for line in seen[began:].splitlines()]
    assert "[bold]careful" in [line["message"] for line in lines]
    assert lines[-1]["message"] == "Spider closed (finished)"
    assert HIDE not in seen


@pytest.mark.slow
def test_a_terminal_that_cannot_draw_gets_lines() -> None:
    seen = Terminal(command(0.1), 80, TERM="dumb").read_to_the_end()
    assert b"\x1b" not in seen
    assert b"The crawl has ended" in seen


@pytest.mark.slow
def test_a_log_file_is_kept_and_the_terminal_still_drawn(tmp_path: Path) -> None:
    log = tmp_path / "crawl.log"
    seen = Terminal(command(0.6, f'{{"LOG_FILE": "{log}"}}'), 80).read_to_the_end()
    assert "Spider opened" in log.read_text("utf-8")
    assert "[bold]careful" in log.read_text("utf-8")
    assert HIDE in seen
    assert b"careful" not in seen


@pytest.mark.slow
def test_no_log_no_display() -> None:
    seen = Terminal(command(0.1, '{"LOG_ENABLED": false}'), 80).read_to_the_end()
    assert seen == b""


@pytest.mark.slow
def test_an_end_at_once_gives_the_cursor_back_too() -> None:
    code = """
from rich.console import Console
from spider.display.extension import TerminalDisplay
from spider.progress import CrawlProgress
TerminalDisplay("phones", CrawlProgress(), Console(stderr=True)).start()
"""  # as after a second Ctrl-C: nobody says that it has ended
    seen = Terminal([sys.executable, "-c", code], 80).read_to_the_end()
    assert HIDE in seen.rpartition(SHOW)[0]


# In a pipe: a line now and then, and the table as a last entry of the log.


def test_lines_and_the_table_go_to_the_log(
    progress: CrawlProgress, caplog: pytest.LogCaptureFixture
) -> None:
    display = LogDisplay(progress)
    with caplog.at_level(logging.INFO):
        display.start()
        display.refresh()
        display.end("closespider_pagecount")
    line, table = caplog.messages
    assert line.startswith("pages 280 (7.0/s), records 240, ")
    assert "\nall                                280      240         40       2\n" in table
    assert "its budget of pages is used up" in table


# One line for a log.


def test_one_line(progress: CrawlProgress) -> None:
    assert plain_line(progress) == (
        "pages 280 (7.0/s), records 240, unchanged 40, queue 3303, errors 2"
    )


# Warnings come through; what a site puts into a message is text.


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
