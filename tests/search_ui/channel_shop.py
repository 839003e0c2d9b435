"""A shop of made-up phones with articles and posts about them, some of which mean harm."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from core.names import site_of
from index.build import build_index
from index.engines.engine import engine_named
from index.generations import IndexPlace
from store.archive import Capture
from store.archive_writer import ArchiveWriter
from store.documents import ARTICLE, POST, NewDocument, save_documents
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url, seal_of
from store.visits import NewCapture, add_capture
from tests.search_ui.shop_for_tests import PHONES, open_shop

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = 4  # the number of the article that means harm
FIRST_POST, SECOND_POST, LOW_POST = 50, 51, 52
HARM = "<script>hostile()</script><img src=x onerror=hostile()>\u202egnp.exe"
STORED = b"<title>T</title><h1>Copy</h1><p>as it was</p><script>hostile()</script>"


class PageOfDocuments(NamedTuple):
    url: str
    documents: tuple[NewDocument, ...]
    body: bytes = STORED


def day(number: int, month: int = 3) -> float:
    return datetime(2026, month, number, 8, 30, tzinfo=UTC).timestamp()


def _article(number: int, title: str, text: str, author: str = "林记者") -> PageOfDocuments:
    url = f"http://{'news' if number % 3 else 'blog'}.example/{number}"
    document = NewDocument(
        PHONES.name, "日报", ARTICLE, text, url, title, author, day(1 + number % 28, 1 + number % 9)
    )
    return PageOfDocuments(url, (document,))


def _post(number: int, text: str, author: str, worth: float = 0.9, quote: str = "") -> NewDocument:
    thread = "http://forum.example/t/1"
    return NewDocument(
        *(PHONES.name, "论坛", POST, text, f"{thread}#p{number}", "小米T200续航怎么样", author),
        *(day(number), thread, number, (quote,) if quote else (), worth),
    )


LONG = (
    "开头的话不重要。" * 60 + "这台小米T200的续航让人惊喜，一天下来还剩一半。" + "后面的话。" * 60
)
ARTICLES = (
    _article(1, "小米T200评测：续航惊喜", LONG),
    _article(2, "华为T300 与小米 T200 对比", "屏幕 <b>很亮</b>。\n第二段：手感也好。", "王编辑"),
    _article(3, "Samsung T100 hands-on", "The Samsung T100 is small. Battery life is fine."),
    _article(4, HARM, HARM + " 小米T300", HARM),
    *(
        _article(number, f"第{number}期资讯", f"今天说说诺基亚T{number % 8 + 1}00。")
        for number in range(5, 50)
    ),
)
THREAD = PageOfDocuments(
    "http://forum.example/t/1",
    (
        _post(1, "用了一个月，小米T200的续航真不错，两天一充。", "老王"),
        _post(2, "我的只能用一天，是不是电池有问题？", "Ann", quote="两天一充"),
        _post(3, "顶", "路人甲", worth=0.1),
        _post(4, "+1", "路人乙", worth=0.05),
    ),
)


def open_channels(data: Path) -> None:
    """The shop, and every page above in ledger, archive and index."""
    open_shop(data)
    tell(data)


def tell(data: Path) -> None:
    """Add the pages above to a ledger; their documents are numbered from 1."""
    archive = ArchiveWriter(data / "archive", "talk")
    with Ledger.open(ledger_url(data)) as ledger:
        with ledger.transaction() as conn:
            for page in (*ARTICLES, THREAD):
                link = NewLink(page.url, site_of(page.url), "/#", "article", level=3, depth=1)
                number = add_links(conn, f"{PHONES.name}:news", [link], day(1))[page.url]
                headers = (("Content-Type", "text/html; charset=utf-8"),)
                stored = archive.add(Capture(page.url, day(1), 200, headers, page.body))
                about = (number, None, "response", day(1), 200, *stored.place)
                capture = add_capture(conn, NewCapture(*about, digest=stored.digest))
                save_documents(conn, number, page.documents, capture, day(1))
        build_index(IndexPlace.of(data, PHONES, engine_named("whoosh"), seal_of(ledger)), ledger)
    archive.close()
