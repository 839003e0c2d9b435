from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from batch.run import run_batch
from batch.tasks import PostsTask
from core.limits import ReadingLimits
from core.processes import new_processes
from tests.batch.archives import phone_pages, write_warc

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from pages.page import Page


class BrokenTask(PostsTask):
    """Raises what nobody expects for one page, in the process that reads it."""

    def read(self, page: Page, fetched: datetime | None, learned: None) -> dict[str, Any]:
        if page.url == "https://shop.example/1.html":
            raise KeyError
        return super().read(page, fetched, learned)


def test_a_page_that_breaks_the_reader_costs_that_page(tmp_path: Path) -> None:
    archive = write_warc(tmp_path / "one.warc.gz", phone_pages(3))
    (outcome,) = run_batch(
        *(BrokenTask(), [archive], tmp_path / "out", partial(new_processes, 1), lambda _: None),
        limits=ReadingLimits(60.0, 1_000),
    )
    first, broken, last = map(json.loads, outcome.output.read_bytes().splitlines())
    assert broken["file"].startswith("one.warc.gz:")
    assert {**broken, "file": ""} == {
        "file": "",
        "url": "https://shop.example/1.html",
        "posts": [],
        "status": "refused",
        "why": "KeyError",
    }
    assert "why" not in {**first, **last}
    assert outcome.counts == {"pages": 2, "refused": 1}


class EndlessTask(PostsTask):
    """Never comes to the end of one page, whatever goes wrong meanwhile."""

    def read(self, page: Page, fetched: datetime | None, learned: None) -> dict[str, Any]:
        while page.url == "https://shop.example/1.html":
            with suppress(Exception):
                sum(range(1_000_000))
        return super().read(page, fetched, learned)


def test_a_page_that_takes_too_much_time_costs_that_page(tmp_path: Path) -> None:
    archive = write_warc(tmp_path / "one.warc.gz", phone_pages(3))
    (outcome,) = run_batch(
        *(EndlessTask(), [archive], tmp_path / "out", partial(new_processes, 1), lambda _: None),
        limits=ReadingLimits(2.0, 1_000),
    )
    _, costly, _ = map(json.loads, outcome.output.read_bytes().splitlines())
    assert costly["status"] == "refused"
    assert "more than 2 s of processor time" in costly["why"]
    assert outcome.counts == {"pages": 2, "refused": 1}
