"""Pages of the archive, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from core.records import ReadRecord, ReadValue
from store.records import save_records
from store.schema import links
from store.stored_pages import (
    Affected,
    SitePage,
    affected_pages,
    count_affected,
    newest_capture,
    pages_like,
    pages_with_records,
    stored_page,
    values_of_pages,
)
from store.visits import set_outcome
from tests.store.small_crawl import NOW, SITE, TOPIC, add_link, fetch, url

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


OTHER = Affected(TOPIC, ("b.example",))


def urls(conn: Connection, affected: Affected, behind: tuple[str, int] = ("", -1)) -> list[str]:
    found = list(affected_pages(conn, affected, behind))
    if behind == ("", -1):
        assert count_affected(conn, affected) == len(found)
    return [page.url.rpartition("/")[2] for page in found]


def says(conn: Connection, link_id: int, name: str, attribute: str | None = None) -> None:
    record = ReadRecord("rule", "a/1", 1, (ReadValue(attribute, name, "有"),))
    save_records(conn, link_id, [record], None, NOW)


def test_the_pages_of_a_site_in_the_order_of_the_archive(conn: Connection) -> None:
    fetch(conn, 1, "2.warc.gz")
    fetch(conn, 2, "1.warc.gz", 100)
    fetch(conn, 3, "1.warc.gz")
    add_link(conn, 4)
    whole = Affected(TOPIC, (SITE,))
    assert urls(conn, whole) == ["3", "2", "1"]
    assert urls(conn, whole, ("1.warc.gz", 0)) == ["2", "1"]
    assert urls(conn, whole, ("1.warc.gz", 100)) == ["1"]
    assert urls(conn, OTHER) == urls(conn, whole._replace(topic="watches")) == []


def test_pages_of_other_sites_that_show_the_name_however_written(conn: Connection) -> None:
    for number, name in enumerate(("NFC 功能", "ｎｆｃ功能：", "颜色"), 1):
        says(conn, fetch(conn, number, offset=number), name)
    assert urls(conn, OTHER._replace(names=("NFC功能",))) == ["1", "2"]
    assert urls(conn, OTHER._replace(names=("红外",))) == []


def test_names_with_an_attribute_are_asked_for_by_it(conn: Connection) -> None:
    says(conn, fetch(conn, 1), "NFC功能", "近场通信")
    asked = OTHER._replace(names=("NFC功能",))
    assert urls(conn, asked) == []
    assert urls(conn, asked._replace(attribute="近场通信")) == ["1"]


def test_what_a_page_said_once_does_not_count(conn: Connection) -> None:
    link_id = fetch(conn, 1)
    says(conn, link_id, "NFC功能")
    says(conn, link_id, "颜色")
    assert urls(conn, OTHER._replace(names=("NFC功能",))) == []


def test_the_newest_capture_tells_whether_anything_was_fetched(conn: Connection) -> None:
    assert newest_capture(conn) == 0
    fetch(conn, 1)
    first = newest_capture(conn)
    fetch(conn, 2, offset=100)
    assert newest_capture(conn) > first > 0
