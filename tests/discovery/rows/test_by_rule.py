from __future__ import annotations

from discovery.rows.by_rule import rule_rows
from rules.record import Extraction, Pair, Record, Status
from tests.discovery.small_trees import places_of


def read(body: str, *pairs: Pair) -> list[tuple[str, str, str]]:
    places = places_of(body)
    extraction = Extraction(Status.OK, "shop.example/1", (Record(pairs),))
    return [
        (row.name, row.value, places.text(row.value_leaves))
        for row in rule_rows(places, extraction)
    ]


def test_the_texts_that_make_up_the_value() -> None:
    body = "<p>Colour</p><p>Colour</p><i>*</i><p>red<p>or blue<p>more</p>"
    assert read(body, Pair(None, "Colour", "red or blue")) == [
        ("Colour", "red or blue", "red or blue")
    ]


def test_one_name_in_two_places_is_two_rows() -> None:
    body = "<p>Type</p><p>OLED</p><p>Type</p><p>Li-Ion</p>"
    pairs = (Pair(None, "Type", "OLED"), Pair(None, "Type", "Li-Ion"))
    assert read(body, *pairs) == [("Type", "OLED", "OLED"), ("Type", "Li-Ion", "Li-Ion")]


def test_a_value_in_the_names_own_text() -> None:
    assert read("<p>重量：102 克</p>", Pair("重量", "重量", "102 克")) == [("重量", "102 克", "")]


def test_a_name_the_page_does_not_show_has_no_row() -> None:
    assert read("<p>102 g</p>", Pair(None, "Weight", "102 g"), Pair("name", "", "102 g")) == []
