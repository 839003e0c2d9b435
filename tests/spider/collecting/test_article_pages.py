"""Articles over several pages: one document, whatever the pages lead to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from store.schema import captures
from tests.spider.collecting.small_collection import HOST, SMALL, SmallCollection
from tests.spider.simulated_crawl import Reply, html, status

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from store.documents import StoredDocument


def pages_of_article(count: int, on: Callable[[int], str]) -> dict[str, Reply | Exception]:
    """A list with an article of so many pages; `on` is what links from a page to the next."""

    def page(number: int) -> str:
        text = f"<p>第{number}页：这是一段足够长的正文，说的是一台手机用了{number}个月的感受。</p>"
        return f"<title>文章</title><h1>文章</h1><div class=content>{text}</div>{on(number)}"

    site: dict[str, Reply | Exception] = {
        f"{HOST}/a/7" + (f"_{number}" if number > 1 else ""): html(page(number))
        for number in range(1, count + 1)
    }
    return site | {HOST + "/": html('<ul><li><a href="/a/7">title number 7</a></li></ul>')}


def turn(number: int) -> str:
    return f'<a href="/a/7_{number + 1}">下一页</a>'


def page_numbers(document: StoredDocument) -> list[int]:
    return [int(number) for number in re.findall(r"第(\d+)页", document.text)]


def test_an_article_of_several_pages_is_one_document_however_often_it_is_killed(
    tmp_path: Path,
) -> None:
    site = pages_of_article(4, lambda number: turn(number) if number < 4 else "")
    for stored in ([], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]):
        with SmallCollection(tmp_path, SMALL, site=site) as collection:
            collection.run(most=1)
            documents = collection.documents()
            assert [page_numbers(document) for document in documents] == [stored] * bool(stored)
        shown = collection.rows(select(captures.c.link_id, captures.c.id))
        first = [document.capture_id for document in documents]
    assert [document.page_url for document in documents] == [HOST + "/a/7"]
    assert first == [shown[1].id], "the stored page is the first one"
    with SmallCollection(tmp_path, SMALL, site=site, revisit="all") as again:
        assert again.run() == [HOST + "/"]


def test_an_article_without_end_ends(tmp_path: Path) -> None:
    with SmallCollection(tmp_path, SMALL, site=pages_of_article(99, turn)) as collection:
        assert len(collection.run()) == 1 + 20
        (document,) = collection.documents()
        assert page_numbers(document) == list(range(1, 21))


@pytest.mark.parametrize(
    "link",
    [
        '<a href="/a/7">下一页</a>',
        '<a href="/a/7_2">下一页</a><a href="/a/7_1">上一页</a>',
        '<a href="http://a.2.example/a/7">下一页</a>',
        '<a href="http://b.example/a/7_3">下一页</a>',
        '<a href="/a/7_3?x=3">下一页</a>',
        '<a href="/a/8">Next</a>',
        '<meta name=robots content=nofollow><a href="/a/7_3">下一页</a>',
    ],
)
def test_an_article_that_leads_back_or_elsewhere_ends(tmp_path: Path, link: str) -> None:
    site = pages_of_article(2, lambda number: turn(1) if number == 1 else link)
    with SmallCollection(tmp_path, SMALL, site=site) as collection:
        assert len(collection.run()) == 3
        (document,) = collection.documents()
        assert page_numbers(document) == [1, 2]


def test_pages_that_cannot_be_had_cost_only_themselves(tmp_path: Path) -> None:
    site = pages_of_article(3, turn) | {HOST + "/a/7_3": status(404)}
    with SmallCollection(tmp_path, SMALL, site=site) as collection:
        collection.run()
        (document,) = collection.documents()
        assert page_numbers(document) == [1, 2]


def test_a_further_page_that_names_the_first_as_its_original_is_read(tmp_path: Path) -> None:
    original = f'<link rel=canonical href="{HOST}/a/7">'
    site = pages_of_article(2, lambda number: turn(1) if number == 1 else original)
    with SmallCollection(tmp_path, SMALL, site=site) as collection:
        collection.run()
        (document,) = collection.documents()
        assert page_numbers(document) == [1, 2]


def test_the_original_of_a_copy_may_have_several_pages(tmp_path: Path) -> None:
    site = pages_of_article(2, lambda number: turn(1) if number == 1 else "")
    copy = html(f'<link rel=canonical href="{HOST}/a/7"><p>这是同一篇文章。</p>')
    listed = html('<a href="/a/7?from=list">title number 7</a>')
    site |= {HOST + "/": listed, HOST + "/a/7?from=list": copy}
    everything = SMALL.model_copy(update={"pattern": "/a/*"})
    with SmallCollection(tmp_path, everything, site=site) as collection:
        collection.run()
        (document,) = collection.documents()
        assert page_numbers(document) == [1, 2]
