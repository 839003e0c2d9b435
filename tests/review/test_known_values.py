from __future__ import annotations

from typing import TYPE_CHECKING

from core.records import ReadRecord, ReadValue
from review.known_values import KnownValues, known_values
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url
from store.records import save_records
from tests.review.known_phones import page, phones_of_two_sites, record

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_values_by_attribute_and_by_page() -> None:
    known = phones_of_two_sites()
    assert known.of("重量")["110克"] == 1
    assert known.of("像素密度") == {}
    said = known.on(page("second.example", 0))
    assert [one.name for one in said] == ["手机名称", "机身重量", "通讯标准", "电池容量"]
    assert known.on("http://nowhere.example/") == ()


def test_what_other_sites_say_of_the_same_product() -> None:
    known = phones_of_two_sites()
    (other,) = known.elsewhere(page("second.example", 3))
    assert other.url == page("first.example", 3)


def test_a_record_counts_once() -> None:
    one = record(1, "first.example", ("重量", "重量", "100克"))
    assert KnownValues([one, one]).of("重量") == {"100克": 1}


def test_of_a_large_ledger_some_records_and_those_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("review.known_values.MOST_RECORDS", 5)
    urls = [f"http://a.example/{number}" for number in range(20)]
    links = [NewLink(url, "a.example", "/#", "product", level=3, depth=1) for url in urls]
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        for url, link in add_links(conn, "phones", links, 0.0).items():
            values = (ReadValue("重量", "重量", url),)
            save_records(conn, link, [ReadRecord("rule", "a/1", 1, values)], None, 0.0)
        some = known_values(conn, "phones")
        more = known_values(conn, "phones", urls[:2])
    assert len(some.of("重量")) == 5
    assert set(more.of("重量")) == set(some.of("重量")) | set(urls[:2])
