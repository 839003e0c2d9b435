from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from batch.tasks import ArticleTask, ClusterTask, ExtractTask, PageResult, PostsTask
from core.limits import ReadingLimits
from pages.page import Page
from rules.page_rows import SiteMemory
from tests.batch.archives import phone_pages

if TYPE_CHECKING:
    from batch.tasks import Task

LIMITS = ReadingLimits(60.0, 1_000)
PAGES = [Page.read(body.encode(), url, "text/html; charset=utf-8") for url, body in phone_pages(4)]


@pytest.mark.parametrize(
    ("task", "nothing"),
    [
        (ExtractTask(None, 0.5), {"rule": None, "records": []}),
        (ArticleTask(), {"title": "", "date": "", "author": "", "text": ""}),
        (PostsTask(), {"posts": []}),
        (ClusterTask(), {"cluster": None}),
    ],
)
def test_the_line_of_a_page_that_cannot_be_parsed(task: Task, nothing: dict[str, Any]) -> None:
    page = PAGES[0]
    whole = PageResult("one.warc:0", page.url, task.read(page, None, task.learn(PAGES, LIMITS)))
    broken = PageResult("one.warc:9", page.url, None, "KeyError")
    line, refused = task.lines([whole, broken])
    assert "why" not in line
    assert refused == {
        "file": "one.warc:9",
        "url": page.url,
        **nothing,
        "status": "refused",
        "why": "KeyError",
    }


def test_a_page_that_breaks_the_learner_teaches_nothing() -> None:
    broken = cast("Page", None)
    articles = ArticleTask()
    assert articles.learn(PAGES, LIMITS)
    assert articles.learn([broken, *PAGES], LIMITS) == articles.learn(PAGES, LIMITS)
    assert ExtractTask(None, 0.5).learn([broken, *PAGES], LIMITS).pages == len(PAGES)


def test_a_page_that_takes_too_long_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[Page] = []

    def look_at(_memory: SiteMemory, page: Page) -> None:
        looked_at.append(page)
        while page is PAGES[0]:
            pass

    monkeypatch.setattr(SiteMemory, "add_page", look_at)
    ExtractTask(None, 0.5).learn(PAGES, ReadingLimits(0.05, 1_000))
    assert looked_at == PAGES
