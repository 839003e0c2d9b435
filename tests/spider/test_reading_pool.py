"""Pages are read by other processes, and what a page costs is that page."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from sqlalchemy import select

from core.settings import CrawlSettings, load_settings
from spider.reading import ProductReader
from spider.reading_pool import PageRefusedError, ReadingError, ReadingPool, Turns, Worker
from store.proposals import proposals_of
from store.schema import captures
from tests.spider.simulated_crawl import TONGXUN, SmallCrawl, html
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spider.page_worker import Ask
    from spider.reading import PageTask

SITE, OTHER = "a.example", "b.example"


def read(task: str, ask: Ask) -> object:
    """Does what it is told: what hostile pages make readers do, among others."""
    match task.split():
        case ["ask", *words]:
            return [ask(word) for word in words]
        case ["tell-and-spin"]:
            ask(os.getpid())
            spin()
    return DEEDS[task]() if task in DEEDS else task


def spin() -> NoReturn:
    while True:
        pass


DEEDS: dict[str, Callable[[], object]] = {
    "who": os.getpid,
    "spin": spin,
    "search": lambda: re.match("(a+)+b", "a" * 100),  # for ages, and inside a C library
    "grow": lambda: len(bytearray(2_000_000_000)),
    "much": lambda: bytes(100_000_000),
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "fail": lambda: 1 // 0,
}


def limits(folder: Path, **limits: float) -> CrawlSettings:
    variables = {f"SPECSEEK_CRAWL_{name.upper()}": str(value) for name, value in limits.items()}
    return load_settings(folder, environ=variables).crawl


@contextmanager
def pool_of(folder: Path, **limited: float) -> Iterator[Callable[[str, str], Any]]:
    pool = ReadingPool(read, limits(folder, **{"reading_seconds": 0.2, **limited}))
    with asyncio.Runner() as runner:

        def do(site: str, task: str) -> Any:
            return runner.run(pool.read(site, lambda _: task, str.upper))

        try:
            yield do
        finally:
            pool.close()


def test_another_process_reads_and_may_ask(tmp_path: Path) -> None:
    with pool_of(tmp_path) as do:
        assert do(SITE, "who") != os.getpid()
        assert do(SITE, "ask a b") == ["A", "B"]


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("spin", "Reading it took more than 0.2 s of processor time."),
        ("search", "Reading it took more than 0.2 s of processor time."),
        ("grow", "Reading it took more than 350 MB of memory."),
        ("much", "Reading it took more than 350 MB of memory."),
        ("crash", f"Reading it took more than a process can do (status {-signal.SIGSEGV})."),
    ],
)
def test_a_page_that_takes_too_much_is_refused_and_costs_no_other(
    tmp_path: Path, task: str, words: str
) -> None:
    # On a busy machine memory alone may take the time of the other cases.
    seconds = 60 if "memory" in words else 0.2
    with pool_of(tmp_path, readers=1, reading_seconds=seconds) as do:
        assert do(SITE, "before") == "before"
        with pytest.raises(PageRefusedError, match=re.escape(words)):
            do(SITE, task)
        assert do(SITE, "behind") == "behind"


def test_a_page_that_breaks_us_breaks_no_process(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pool_of(tmp_path, readers=1) as do:
        reader = do(SITE, "who")
        with pytest.raises(ReadingError, match="ZeroDivisionError: integer division"):
            do(SITE, "fail")
        assert do(SITE, "who") == reader
    assert "Traceback" in caplog.text  # for whoever mends it


def test_a_sites_budget_falls_with_each_page_until_it_has_none(tmp_path: Path) -> None:
    told = []
    with pool_of(tmp_path, readers=1) as do:
        for _ in range(3):
            with pytest.raises(PageRefusedError) as refused:
                do(SITE, "spin")
            told.append((str(refused.value), refused.value.ends_site))
        with pytest.raises(PageRefusedError, match=r"0\.2 s"):
            do(OTHER, "spin")  # a budget of its own
    assert told == [
        ("Reading it took more than 0.2 s of processor time.", False),
        ("Reading it took more than 0.1 s of processor time.", False),
        ("Reading it took more than 0.05 s of processor time.", True),
    ]


def test_pages_of_a_site_are_read_one_at_a_time_in_their_order(tmp_path: Path) -> None:
    pool = ReadingPool(read, limits(tmp_path, readers=3))
    heard: list[str] = []

    async def page(site: str, number: int) -> None:
        begin, end = f"{site}-{number}", f"{site}-{number}"
        await pool.read(site, lambda _: f"ask {begin} {end}", heard.append)

    async def both() -> None:
        await asyncio.gather(*(page(site, number) for number in range(9) for site in (SITE, OTHER)))

    with asyncio.Runner() as runner:
        runner.run(both())
        pool.close()
    for site in (SITE, OTHER):
        of_site = [one for one in heard if one.startswith(site)]
        assert of_site == [f"{site}-{number}" for number in range(9) for _ in range(2)]


def test_sites_with_heavy_pages_leave_one_worker_to_the_others() -> None:
    async def served() -> list[bool]:
        turns = Turns([Worker(), Worker()])
        for heavy in ("slow.example", "slower.example"):
            turns.site(heavy).last_seconds = 5.0
        names = ("slow.example", "slower.example", SITE)
        begun = [asyncio.create_task(turns.begin(name)) for name in names]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        is_served = [task.done() for task in begun]
        turns.end("slow.example", await begun[0], 5.0)
        await begun[1]
        return is_served

    assert asyncio.run(served()) == [True, False, True]


def test_the_site_that_has_used_least_is_next() -> None:
    async def order() -> list[str]:
        turns, order = Turns([Worker()]), []

        async def page(site: str, seconds: float) -> None:
            worker = await turns.begin(site)
            order.append(site)
            await asyncio.sleep(0)
            turns.end(site, worker, seconds)

        pages = [page("slow.example", 0.9) for _ in range(3)]
        await asyncio.gather(*pages, *(page(SITE, 0.1) for _ in range(5)))
        return order

    assert asyncio.run(order()) == ["slow.example", *[SITE] * 5, "slow.example", "slow.example"]


def test_every_record_is_the_same_as_if_read_here(whole: SmallCrawl, tmp_path: Path) -> None:
    with asyncio.Runner() as runner, SmallCrawl(tmp_path, TONGXUN, readers=2) as crawl:
        runner.run(crawl.run_at_once())
        assert sorted(crawl.asked) == sorted(whole.asked)
        assert values_of(crawl) == values_of(whole)
        assert new_names(crawl) == new_names(whole)


def values_of(crawl: SmallCrawl) -> dict[str, Any]:
    return {
        url: (one.source, [value._replace(capture_id=0, since=0.0) for value in one.values])
        for url, one in crawl.stored().items()
    }


def new_names(crawl: SmallCrawl) -> set[str]:
    with crawl.context.ledger.reading() as conn:
        return {one.name for one in proposals_of(conn, "phones")}


LEFT = "archived, not read; its site is left alone for this run"
HOSTILE, HONEST = "http://hostile.example/", "http://honest.example/"


def test_a_page_that_is_refused_is_archived_and_told_and_its_site_left(tmp_path: Path) -> None:
    def hostile_or_not(task: PageTask, ask: Ask) -> object:
        if task.url.startswith(HOSTILE) and task.url != HOSTILE:
            return read("spin", ask)
        return ProductReader(crawl.context.topic).read_page(task, ask)

    links = html("".join(f'<a href="/p{number}">p</a>' for number in range(9)))
    site = {HOSTILE: links, HONEST: links} | {
        f"{home}p{number}": html("<p>x") for home in (HOSTILE, HONEST) for number in range(9)
    }
    with (
        asyncio.Runner() as runner,
        SmallCrawl(tmp_path, HOSTILE, HONEST, site=site, readers=2, reading_seconds=0.2) as crawl,
    ):
        readers = ReadingPool(hostile_or_not, crawl.context.limits)
        crawl.context.resources.callback(readers.close)
        crawl.spider.context = replace(crawl.context, readers=readers)
        crawl.crawl = crawl.spider.start_crawl(crawl.end_reasons.append)
        runner.run(crawl.run_at_once())
        states, errors = crawl.states(), crawl.errors()
        archived = crawl.rows(select(captures.c.id))
    assert {url for url in site if url.startswith(HONEST)} <= {
        url for url, state in states.items() if state == "done"
    }
    assert {error.kind for error in errors.values()} == {"too-costly"}
    refused = [url for url, state in states.items() if state == "failed"]
    assert sorted(refused) == sorted(errors)
    assert len(refused) == 3
    assert [one.action for one in errors.values()].count(LEFT) == 1
    assert len(archived) == len(refused) + list(states.values()).count("done")


# The crawl of the next test: prints the readers' process ids, and leaves them busy.
_CRAWL = """
import asyncio, sys
from pathlib import Path
from spider.reading_pool import ReadingPool
from tests.spider.test_reading_pool import limits, read

async def main():
    pool = ReadingPool(read, limits(Path(sys.argv[1]), readers=2, reading_seconds=1000))
    spinning = [pool.read(site, lambda _: "tell-and-spin", print) for site in "ab"]
    await asyncio.gather(*spinning)

asyncio.run(main())
"""


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_no_process_is_left_when_the_crawl_is_killed(tmp_path: Path, number: int) -> None:
    command = [sys.executable, "-u", "-c", _CRAWL, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as crawl:
        assert crawl.stdout
        readers = [int(crawl.stdout.readline()) for _ in range(2)]
        nursery = [int(child) for child in children(crawl.pid)]
        assert len({*readers, *nursery}) == 3
        crawl.send_signal(number)
    assert wait_until(lambda: not any(map(is_alive, (*readers, *nursery))))


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()


def is_alive(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text("ascii")
    except OSError:
        return False
