"""The crawl that the labelling page starts: its limits, its end, and how it is stopped."""

from __future__ import annotations

import sys
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from search_ui import crawling
from search_ui.background import Wish, open_wishes, review_folder, wish_file, work
from search_ui.crawling import (
    MOST_PAGES,
    CrawlFailedError,
    crawl_variables,
    is_crawling,
    is_stopping,
    run_crawl,
    stop_crawl,
)
from tests.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings

WAITS = (
    "import time\ntry:\n    time.sleep(600)\nexcept KeyboardInterrupt:\n    raise SystemExit(130)"
)


def instead(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """A program in the place of Scrapy's."""
    command = [sys.executable, "-c", program]
    monkeypatch.setattr(crawling, "crawl_command", lambda _topic: command)


def settings_with(**crawl: object) -> Settings:
    settings = load_settings()
    return settings.model_copy(update={"crawl": settings.crawl.model_copy(update=crawl)})


@pytest.mark.parametrize(("pages", "most"), [(100_000, MOST_PAGES), (0, MOST_PAGES), (20, 20)])
def test_a_crawl_is_bounded_even_where_the_settings_are_not(pages: int, most: int) -> None:
    variables = crawl_variables(settings_with(pages=pages, minutes=0.0))
    assert variables["SPECSEEK_CRAWL_PAGES"] == str(most)
    assert variables["SPECSEEK_CRAWL_MINUTES"] == "30.0"


def test_it_is_stopped_by_asking_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, WAITS)
    stop_crawl(tmp_path)
    assert not is_stopping(tmp_path), "nothing to stop"
    crawl = Thread(target=run_crawl, args=(load_settings(), "phones", tmp_path))
    crawl.start()
    assert wait_until(lambda: is_crawling(tmp_path))
    stop_crawl(tmp_path)
    assert is_stopping(tmp_path)
    crawl.join()
    assert not is_crawling(tmp_path)


def test_a_failure_is_told_with_the_last_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instead(monkeypatch, "print('first'); raise SystemExit('Error: 磁盘满了\\n')")
    with pytest.raises(CrawlFailedError, match=r"^Error: 磁盘满了$"):
        run_crawl(load_settings(), "phones", tmp_path)
    instead(monkeypatch, "raise SystemExit(3)")
    with pytest.raises(CrawlFailedError, match="ended with 3"):
        run_crawl(load_settings(), "phones", tmp_path)


def test_a_wish_is_taken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("search_ui.background.run_crawl", lambda *_: asked.append("crawl"))
    settings = load_settings().model_copy(update={"data": tmp_path})
    review_folder(tmp_path).mkdir()
    wish_file(tmp_path, "phones", Wish.CRAWL).touch()
    assert open_wishes(tmp_path, "phones") == [Wish.CRAWL]
    assert open_wishes(tmp_path, "monitors") == []
    work("monitors", settings)
    assert asked == []
    work("phones", settings)
    work("phones", settings)
    assert asked == ["crawl"]
    assert open_wishes(tmp_path, "phones") == []
