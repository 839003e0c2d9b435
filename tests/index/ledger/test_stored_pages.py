"""Pages of the archive, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from core.records import ReadRecord, ReadValue
from index.ledger.fetched import set_outcome
from index.ledger.records import save_records
from index.ledger.stored_pages import (
    SitePage,
    pages_like,
    pages_with_records,
    stored_page,
    values_of_pages,
)
from index.ledger.tables import links
from tests.index.ledger.small_crawl import NOW, SITE, TOPIC, fetch, url

if TYPE_CHECKING:
    from sqlalchemy import Connection

PRICE = ReadValue("参考价格", "价格", "1999元")
WEIGHT = ReadValue(None, "体重", "102 克")


def test_where_a_page_lies(conn: Connection) -> None:
    number = fetch(conn, 1, "7.warc.gz", 300)
    found = stored_page(conn, TOPIC, number)
    assert found is not None
    assert (found.url, found.file, found.offset, found.length) == (url(1), "7.warc.gz", 300, 100)
    assert stored_page(conn, TOPIC, number + 1) is None
    assert stored_page(conn, "cars", number) is None


def test_others_of_the_site_by_address_and_by_what_they_gave(conn: Connection) -> None:
    one, other, elsewhere, unlike = (fetch(conn, number) for number in (1, 2, 3, 4))
    for number, shape in ((elsewhere, "/# @ul>li on list"), (unlike, "/#/x")):
        conn.execute(update(links).where(links.c.id == number).values(shape=shape))
    set_outcome(conn, unlike, "ok", 1.0)
    here = SitePage(TOPIC, SITE, url(1))
    assert [page.link_id for page in pages_like(conn, here, "/#", 10)] == [other, elsewhere]
    assert [page.link_id for page in pages_like(conn, here, "/#", 1)] == [other]
    assert [page.link_id for page in pages_with_records(conn, here, 10)] == [unlike]
    assert one not in [page.link_id for page in pages_like(conn, here, "/#", 10)]


def test_what_pages_say_now(conn: Connection) -> None:
    numbers = [fetch(conn, number) for number in (1, 2, 3)]
    save_records(conn, numbers[0], [ReadRecord("rule", "a/1", 1, (PRICE, WEIGHT))], None, NOW)
    save_records(conn, numbers[0], [ReadRecord("rule", "a/1", 1, (WEIGHT,))], None, NOW + 1)
    save_records(conn, numbers[1], [ReadRecord("json-ld", None, None, (PRICE,))], None, NOW)
    save_records(conn, numbers[2], [ReadRecord("rule", "a/1", 1, (PRICE,))], None, NOW)
    save_records(conn, numbers[2], [], None, NOW + 1)
    assert values_of_pages(conn, numbers, "rule") == {numbers[0]: [WEIGHT]}
