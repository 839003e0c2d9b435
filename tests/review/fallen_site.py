"""A small shop before and after its redesign, crawled into a context without a network."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from core.names import site_of
from pages.page import Page
from rules.learn import Example, train
from rules.reader import Relevance
from spider.reading import read_page
from store.archive import Capture
from store.archive_writer import ArchiveWriter
from store.frontier import NewLink, add_links
from store.records import save_records
from store.runs import end_run, start_run
from store.visits import FetchedPage, NewCapture, add_capture, save_page
from tests.discovery.pages_for_repair import PHONES, empty_page, known, new_page
from tests.review.small_review import small_review
from tests.store.small_crawl import NOW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from review.context import ReviewContext

__all__ = [
    "NOW",
    "PHONES",
    "SITE",
    "crawl",
    "dearer_page",
    "empty_page",
    "lose_pages",
    "moved_page",
    "new_page",
    "old_page",
    "renamed_page",
    "shop",
]

SITE = "shop.example"
_TOPIC = """\
name: phones
title: {zh: 手机, en: Phones}
attributes:
  - {name: 手机名, label: Name, group: 基本}
  - {name: 参考价格, label: Price, group: 基本}
  - {name: 重量, label: Weight, group: 基本}
  - {name: 主屏尺寸, label: Screen, group: 基本}
"""


def old_page(phone: tuple[str, ...]) -> Page:
    name, price, weight, screen = phone
    body = f"""<meta charset=utf-8><body><h2>{name}</h2><table>
<tr><td>参考价格</td><td>{price}</td></tr><tr><td>重量</td><td>{weight}</td></tr>
<tr><td>主屏尺寸</td><td>{screen}</td></tr></table></body>"""
    return Page.read(body.encode(), f"http://shop.example/{PHONES.index(phone)}")


def moved_page(phone: tuple[str, ...]) -> Page:
    """The new page under a new address, with other names throughout."""
    page = new_page(phone)
    body = page.body.replace("重量".encode(), "净重".encode())
    title = f"<title>{phone[0]} 参数 - 样例商城</title></head>".encode()
    return Page(page.url + "/specs", body.replace(b"</head>", title), page.encoding)


def renamed_page(phone: tuple[str, ...]) -> Page:
    """As it was, but for the name of one of four attributes."""
    page = old_page(phone)
    return Page(page.url, page.body.replace("重量".encode(), "机身".encode()), page.encoding)


def dearer_page(phone: tuple[str, ...]) -> Page:
    """As it was, but for the price."""
    page = old_page(phone)
    return Page(page.url, page.body.replace("￥".encode(), "￥9".encode()), page.encoding)


@contextmanager
def shop(folder: Path) -> Iterator[ReviewContext]:
    """The shop's pages were crawled once, and its rules read them all."""
    with small_review(folder, _TOPIC) as context:
        pairs = (known_value._asdict() for known_value in known(PHONES[0]))
        train(context.library(), old_page(PHONES[0]), [Example(**pair) for pair in pairs])
        crawl(context, old_page, NOW)
        yield context


def crawl(
    context: ReviewContext,
    page_of: Callable[[tuple[str, ...]], Page],
    at: float,
    phones: Sequence[tuple[str, ...]] = PHONES,
) -> None:
    """What a crawl leaves in ledger and archive, with the rules as they are."""
    topic = context.topic()
    with (
        closing(ArchiveWriter(context.archive, "test")) as archive,
        context.ledger.transaction() as conn,
    ):
        run = start_run(conn, topic.name, at)
        for page in map(page_of, phones):
            reading = read_page(page, topic, context.library(), Relevance(topic))
            site = site_of(page.url)
            link = add_links(conn, topic.name, [NewLink(page.url, site, "/#", "product", 3, 1)], at)
            link_id = link[page.url] if link else int(page.url.rpartition("/")[2]) + 1
            stored = archive.add(Capture(page.url, at, 200, (), page.body))
            capture = add_capture(
                conn, NewCapture(link_id, run, "response", at, 200, *stored.place, stored.digest)
            )
            save_page(
                conn,
                FetchedPage(
                    *(link_id, topic.name, page.url, site, 200, at, at + 100),
                    content_type="text/html; charset=utf-8",
                    title=reading.links.title,
                    outcome=reading.outcome,
                    capture_id=capture,
                ),
            )
            save_records(conn, link_id, reading.records, capture, at + 1)
        end_run(conn, run, "finished", at + 2)


def lose_pages(context: ReviewContext, at: float) -> None:
    """The next crawl finds none of the old addresses."""
    with context.ledger.transaction() as conn:
        run = start_run(conn, context.topic_name, at)
        for number, phone in enumerate(PHONES, 1):
            url = old_page(phone).url
            save_page(conn, FetchedPage(number, context.topic_name, url, SITE, 404, at, at + 100))
            save_records(conn, number, (), None, at + 1)
        end_run(conn, run, "finished", at + 2)
