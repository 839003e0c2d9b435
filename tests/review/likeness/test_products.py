from __future__ import annotations

from review.likeness.products import ProductEvidence, ProductStatements
from review.shown import ValueOnPage
from tests.review.known_phones import NETWORKS, PHONES, page, phones_of_two_sites, shown_on_second

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
