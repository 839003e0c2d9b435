"""A topic drafted from pages: attributes, types, units, roles, groups, language and currency."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import lists, text

from core.topic import Attribute, Facet, Role, Topic, ValueType
from core.yaml_files import parse_yaml
from pages.page import Page
from review.draft import (
    NothingToDraftError,
    TopicDraft,
    currency_of,
    draft_text,
    draft_topic,
    language_of,
)

SHOP = Path(__file__).parents[2] / "samples" / "headphones" / "earshop"


def page(rows: dict[str, str], number: int = 0, head: str = "", name: str = "") -> Page:
    cells = "".join(f"<tr><th>{key}:</th><td>{value}</td></tr>" for key, value in rows.items())
    title = name or f"Kito {number}"
    body = f"<title>{title}</title>{head}<h1>{title}</h1><h2>Details</h2><table>{cells}</table>"
    return Page.read(body.encode(), f"http://shop.example/p/{number}")


def draft(*pages: Page, language: str = "en", currency: str = "$") -> TopicDraft:
    return draft_topic("cameras", pages, "Cameras", language, currency)


def drafted(*pages: Page, language: str = "en", currency: str = "$") -> dict[str, Attribute]:
    found = draft(*pages, language=language, currency=currency)
    topic = parse_yaml(draft_text(found), Topic, "draft")
    return {attribute.name: attribute for attribute in topic.attributes}


@cache
def headphones() -> Topic:
    pages = [
        Page.read(file.read_bytes(), f"http://www.earshop.example/{file.name}")
        for file in sorted(SHOP.iterdir())
    ]
    found = draft_topic("headphones", pages, "Headphones", language_of(pages), currency_of(pages))
    return parse_yaml(draft_text(found), Topic, "draft")


def test_what_every_product_has_gets_its_role() -> None:
    topic = headphones()
    assert topic.languages == ("en",)
    assert topic.seeds == ("http://www.earshop.example/",)
    roles = {one.role: one.name for one in topic.attributes if one.role}
    assert roles == {
        Role.NAME: "Name",
        Role.BRAND: "Brand",
        Role.MODEL: "Model",
        Role.GTIN: "GTIN",
        Role.MPN: "MPN",
        Role.PRICE: "Price",
    }
    assert topic.standard_name("Part Number") == "MPN"
    assert topic.attributes[topic.places["Price"]].unit == "$"


@pytest.mark.parametrize(
    ("name", "kind", "unit", "facet", "group"),
    [
        ("Colour", ValueType.ENUMERATION, "", Facet.VALUES, "General"),
        ("Driver", ValueType.QUANTITY, "mm", Facet.RANGE, "Sound"),
        ("Impedance", ValueType.QUANTITY, "Ohm", Facet.RANGE, "Sound"),
        ("Noise cancelling", ValueType.YES_NO, "", Facet.VALUES, "Sound"),
        ("Battery life", ValueType.QUANTITY, "hours", Facet.RANGE, "Connection and body"),
    ],
)
def test_values_tell_type_and_unit_headings_tell_groups(
    name: str, kind: ValueType, unit: str, facet: Facet, group: str
) -> None:
    topic = headphones()
    one = topic.attributes[topic.places[name]]
    assert (one.type, one.unit, one.facet, one.group) == (kind, unit, facet, group)


def test_key_specs_and_facets_are_those_on_most_pages() -> None:
    topic = headphones()
    assert topic.key_specs[0] == ("Colour",)
    assert topic.facets[:2] == ("Brand", "Price")


GERMAN = [
    {"Hersteller": brand, "EAN": code, "Gewicht": weight, "Faltbar": yes, "Laufzeit": hours}
    for brand, code, weight, yes, hours in (
        ("Tonwerk", "4012345678901", "1,2 kg", "ja", "18 Stunden"),
        ("Klangkiste", "4012345678918", "0,9 kg", "nein", "keine Angabe"),
        ("Tonwerk", "4012345678925", "1,1 kg", "ja", "30 Stunden"),
    )
]


def test_german_pages_make_a_german_topic() -> None:
    told = "<p>Der Hörer ist für die Reise und mit Kabel.</p><p class=preis>1.249,00 €</p>"
    pages = [page(rows, number, told) for number, rows in enumerate(GERMAN)]
    assert (language_of(pages), currency_of(pages)) == ("de", "€")
    found = drafted(*pages, language="de", currency="€")
    assert found["Marke"].role is Role.BRAND
    assert found["Marke"].aliases == ("Hersteller",)
    assert found["EAN"].role is Role.GTIN
    assert (found["Preis"].type, found["Preis"].unit) == (ValueType.PRICE, "€")
    assert (found["Gewicht"].unit, found["Laufzeit"].unit) == ("kg", "Stunden")
    assert found["Faltbar"].type is ValueType.YES_NO


def test_chinese_pages_make_a_chinese_topic() -> None:
    rows = [
        {"品牌": "云雀", "产品型号": f"A{n}", "重量": f"{n}00克", "颜色": "黑"} for n in range(1, 4)
    ]
    pages = [page(one, number, name=f"云雀 A{number} 的参数") for number, one in enumerate(rows)]
    assert language_of(pages) == "zh"
    found = drafted(*pages, language="zh", currency="元")
    assert found["型号"].aliases == ("产品型号",)
    assert found["重量"].type is ValueType.QUANTITY
    assert found["名称"].role is Role.NAME


def test_an_english_name_on_german_pages_is_an_alias() -> None:
    pages = [page({"Brand": "Tonwerk", "Zoom": f"{n}x"}, n) for n in range(3)]
    assert drafted(*pages, language="de")["Marke"].aliases == ("Brand",)


def test_embedded_data_tell_roles_too() -> None:
    told = """<script type="application/ld+json">{"@type": "Product", "name": "Kito 3", "mpn": "K3",
    "gtin13": "4012345678901", "offers": {"price": "99", "priceCurrency": "EUR"}}</script>"""
    pages = [page({"Zoom": f"{n}x"}, n, told) for n in range(3)]
    assert currency_of(pages) == "€"
    found = drafted(*pages, currency="€")
    assert {one.role for one in found.values()} == {
        Role.NAME,
        Role.MPN,
        Role.GTIN,
        Role.PRICE,
        None,
    }
    assert (found["Zoom"].type, found["Zoom"].unit) == (ValueType.QUANTITY, "x")


def test_a_name_beside_a_better_one_with_other_values_is_no_alias() -> None:
    rows = [
        {
            "Manufacturer": "Kito Corporation",
            "Brand": "Kito",
            "Part Number": f"K{n}",
            "MPN": f"K{n}",
        }
        for n in range(3)
    ]
    found = drafted(*(page(one, number) for number, one in enumerate(rows)))
    assert (found["Brand"].role, found["Brand"].aliases) == (Role.BRAND, ())
    assert found["Manufacturer"].role is None
    assert found["MPN"].aliases == ("Part Number",)


def test_a_language_that_pages_name_is_believed() -> None:
    body = b'<html class="x" lang="fr-FR"><h1>the and of</h1>'
    assert language_of([Page.read(body, "http://a.example/")]) == "fr"


def test_what_one_page_of_many_shows_and_long_texts_are_left_out() -> None:
    rows = [{"Zoom": "3x", "Story": "word " * 60} for _ in range(4)]
    rows[0]["Oddity"] = "once"
    found = drafted(*(page(one, number) for number, one in enumerate(rows)))
    assert set(found) == {"Name", "Zoom"}


def test_without_a_currency_there_is_no_price() -> None:
    pages = [page({"Zoom": f"{n}x", "Price": f"{n}9.00"}, n) for n in range(3)]
    assert "Price" in drafted(*pages)
    assert "Price" not in drafted(*pages, currency="")


def test_comments_tell_pages_and_examples() -> None:
    pages = [page({"Zoom": f"{n}x", "Stock": "In stock"}, n) for n in range(3)]
    lines = draft_text(draft(*pages)).splitlines()
    assert "  # on 3 of 3 pages: 0x, 1x, 2x" in lines
    assert "  # on 3 of 3 pages, always: In stock" in lines


def test_pages_that_show_nothing_are_told() -> None:
    with pytest.raises(NothingToDraftError, match="show no names with values"):
        draft(Page.read(b"", "http://a.example/"))


@given(lists(text(min_size=1, max_size=30), min_size=1, max_size=4, unique=True), text(max_size=30))
def test_whatever_pages_say_the_file_can_be_read(names: list[str], value: str) -> None:
    pages = [page({"Zoom": f"{n}x", **dict.fromkeys(names, value)}, n) for n in range(3)]
    assert "Zoom" in drafted(*pages)
