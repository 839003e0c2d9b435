from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.records import ReadRecord, ReadValue
from review.evidence import (
    KnownValues,
    ProductEvidence,
    ProductStatements,
    TopicValues,
    known_values,
    value_parts,
)
from review.guesses import ValueOnPage
from review.value_types import UsualAmounts, share_understood
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url
from store.records import save_records
from tests.review.known_phones import (
    NETWORKS,
    PHONES,
    page,
    phones_of_two_sites,
    record,
    shown_on_second,
)

if TYPE_CHECKING:
    from pathlib import Path


KNOWN = phones_of_two_sites()
PRODUCTS = ProductEvidence(PHONES, KNOWN)


def said(values: tuple[str, ...], name: str = "通讯标准") -> ProductStatements:
    return ProductStatements(name, shown_on_second(values), KNOWN)


def test_the_same_values_on_another_site_speak_for_an_attribute() -> None:
    same = PRODUCTS.elsewhere(said(NETWORKS), "手机制式")
    assert (same.same, same.of) == (7, 7)
    assert same.bits > 5


def test_other_values_speak_against_it() -> None:
    other = PRODUCTS.elsewhere(said(NETWORKS[1:] + NETWORKS[:1]), "手机制式")
    assert other.same < 3
    assert other.bits < 0


def test_the_order_of_words_makes_no_difference() -> None:
    turned = ("CDMA、GSM", *NETWORKS[1:])
    assert PRODUCTS.elsewhere(said(turned), "手机制式").same == 7


def test_where_no_other_site_tells_nothing_is_said() -> None:
    assert PRODUCTS.elsewhere(said(NETWORKS), "电池容量") == (0, 0, 0.0)
    nowhere = ProductStatements("通讯标准", [ValueOnPage("GSM")], KNOWN)
    assert PRODUCTS.elsewhere(nowhere, "手机制式") == (0, 0, 0.0)


def test_what_the_page_shows_with_another_value_is_another_attribute() -> None:
    heavy = tuple(f"{500 + at}g" for at in range(7))
    assert PRODUCTS.beside(said(heavy), "重量") == ("机身重量", "110g")


def test_what_the_page_says_twice_is_no_contradiction() -> None:
    same = tuple(f"{110 + at} 克" for at in range(7))
    assert PRODUCTS.beside(said(same), "重量") is None


def test_the_name_itself_is_not_beside_itself() -> None:
    light = tuple(f"{50 + at}g" for at in range(7))
    assert PRODUCTS.beside(said(light, "机身重量"), "重量") is None


def test_a_value_that_says_there_is_none_contradicts_nothing() -> None:
    assert PRODUCTS.beside(said(("暂无", "-")), "重量") is None
    assert page("second.example", 0) == "http://second.example/0"


TWO_SITES = phones_of_two_sites()
VALUES = TopicValues(PHONES, TWO_SITES)
WEIGHT = PHONES.attributes[PHONES.places["重量"]]
NETWORK = PHONES.attributes[PHONES.places["手机制式"]]


def test_parts_are_words_pairs_of_characters_and_numbers_by_size_and_unit() -> None:
    parts = value_parts({"高通骁龙845": 1, "5000mAh": 3, "无": 9})
    assert parts["高通"] == parts["骁龙"] == 0.25
    assert parts["9999mah"] == 0.75
    assert "无" not in parts


def test_values_are_like_those_of_the_attribute_that_has_them() -> None:
    parts = value_parts(dict.fromkeys(NETWORKS, 1))
    alike = VALUES.likeness(parts, "手机制式")
    assert alike.share == pytest.approx(1, abs=0.01)
    assert "gsm" in alike.shared
    assert VALUES.likeness(parts, "重量").share == 0


def test_an_attribute_without_known_values_says_nothing() -> None:
    assert VALUES.known("重量")
    assert not VALUES.known("像素密度")


def test_type_and_unit() -> None:
    assert share_understood(["115克", "0.2kg", "无"], WEIGHT) == 1
    assert share_understood(["GSM", "115克"], WEIGHT) == 0.5
    assert share_understood(["无"], WEIGHT) is None
    assert share_understood(["115克"], NETWORK) is None


def test_amounts_that_are_usual() -> None:
    amounts = UsualAmounts(TWO_SITES)
    assert amounts.share(["112克", "0.115kg"], WEIGHT) == 1
    assert amounts.share(["112克", "3kg"], WEIGHT) == 0.5
    assert amounts.share(["GSM"], WEIGHT) is None
    assert amounts.share(["300ppi"], PHONES.attributes[PHONES.places["像素密度"]]) is None


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
    assert KnownValues(PHONES, [one, one]).of("重量") == {"100克": 1}


def test_of_a_large_ledger_some_records_and_those_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("review.evidence.MOST_RECORDS", 5)
    urls = [f"http://a.example/{number}" for number in range(20)]
    links = [NewLink(url, "a.example", "/#", "product", level=3, depth=1) for url in urls]
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        for url, link in add_links(conn, "phones", links, 0.0).items():
            values = (ReadValue("重量", "重量", url),)
            save_records(conn, link, [ReadRecord("rule", "a/1", 1, values)], None, 0.0)
        some = known_values(conn, PHONES)
        more = known_values(conn, PHONES, urls[:2])
    assert len(some.of("重量")) == 5
    assert set(more.of("重量")) == set(some.of("重量")) | set(urls[:2])
