"""Two tiny sites whose pages show a name that nobody knows yet, stored as a crawl would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from core.records import ReadRecord, ReadValue
from core.topic import Attribute, ValueType
from evaluation.made_up_archive import FetchedBody, store_pages
from pages.page import Page
from rules.learn import Example, train
from store.proposals import proposals_by_id, proposals_of
from store.records import current_records, save_records
from store.schema import pages as stored_pages
from tests.store.small_crawl import NOW

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from review.context import ReviewContext

FIRST, SECOND = "a.example", "b.example"
NAME = "NFC功能"
NFC = Attribute(name="近场通信", label="NFC", group="网络", type=ValueType.YES_NO)
PAGES = 5
ORIGIN = "产地"
_TYPE = "text/html; charset=utf-8"


def page(site: str, number: int) -> FetchedBody:
    """Each site writes its pages in a way of its own."""
    pairs = {
        "品牌": f"牌{number}",
        "价格": f"{1000 + number}元",
        "手机制式": "5G",
        NAME: "支持" if number % 2 else "不支持",
        "颜色": f"色{number}",
    }
    row = "<tr><th>{}</th><td>{}</td></tr>" if site == FIRST else "<li><b>{}：</b><i>{}</i></li>"
    rows = "".join(row.format(name, value) for name, value in pairs.items())
    frame = "<table>{}</table>" if site == FIRST else "<ul>{}</ul>"
    apart = f"<div><span>产地</span><em>国{number % 3}</em></div>"
    body = f"<html><body><h1>机{number}</h1>{frame.format(rows)}{apart}<p>脚注</p></body></html>"
    return FetchedBody(f"http://www.{site}/phone/{number}", body.encode(), _TYPE)


def store_site(context: ReviewContext, site: str, pages: int = 5) -> None:
    """Train with its first page, store all."""
    first = page(site, 0)
    labels = {"品牌": "牌0", "价格": "1000元", "手机制式": "5G"}
    examples = [Example(attribute=name, name=name, value=value) for name, value in labels.items()]
    train(context.library(), Page.read(first.body, first.url, _TYPE), examples)
    store_pages(context, (page(site, number) for number in range(pages)))


def rows_of(number: int, heading: str = "参数") -> tuple[ReadValue, ...]:
    """What the rows of a page say: a table, and a line under another heading."""
    told = {
        ("品牌", "品牌"): f"牌{number}",
        ("价格", "价格"): f"{1000 + number}元",
        ("手机制式", "手机制式"): "5G",
        (None, NAME): "支持" if number % 2 else "不支持",
        (None, "颜色"): f"色{number}",
    }
    table = (ReadValue(*names, raw, "row", 0.9, heading) for names, raw in told.items())
    return (*table, ReadValue(None, ORIGIN, f"国{number % 3}", "row", 0.6, "其他"))


def read_without_rules(context: ReviewContext, site: str, heading: str = "参数") -> None:
    """Stored pages of a site that has none; `heading` may name the page's number."""
    store_pages(context, (page(site, number) for number in range(PAGES)))
    with context.ledger.transaction() as conn:
        for number, link in enumerate(link_ids(conn, site)):
            values = rows_of(number, heading.format(number))
            save_records(conn, link, [ReadRecord("rows", None, None, values)], None, NOW)


def link_ids(conn: Connection, site: str) -> list[int]:
    pages = stored_pages.c
    return list(conn.scalars(select(pages.link_id).where(pages.site == site).order_by(pages.url)))


def proposal(context: ReviewContext, site: str = FIRST, name: str = NAME) -> int:
    with context.ledger.reading() as conn:
        known = proposals_of(conn, "phones", site=site)
    return next(one.id for one in known if one.name == name)


def attributes(context: ReviewContext, site: str = FIRST) -> dict[str, int]:
    """Attribute → on how many pages of a site it is read."""
    found: dict[str, int] = {}
    with context.ledger.reading() as conn:
        for record in current_records(conn, "phones"):
            for value in record.values if record.site == site else ():
                if value.attribute:
                    found[value.attribute] = found.get(value.attribute, 0) + 1
    return found


def files_now(context: ReviewContext) -> dict[str, bytes]:
    folders = (context.settings.topics, context.settings.rules)
    return {
        str(path.relative_to(folder.parent)): path.read_bytes()
        for folder in folders
        for path in folder.rglob("*.*")
        if path.is_file()
    }


def state(context: ReviewContext, proposal_id: int) -> str:
    with context.ledger.reading() as conn:
        return proposals_by_id(conn, [proposal_id])[proposal_id].state
