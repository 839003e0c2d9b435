from __future__ import annotations

from discovery.sheets import Sheet, Sheets
from discovery.values import rows_of
from rules.record import Extraction, Status
from tests.discovery.small_trees import places_of


def sheet_of(body: str, known: str = "") -> Sheet:
    """The sheet of the page's first row."""
    places = places_of(body)
    rows = list(rows_of(places, Extraction(Status.NO_RULE)).values())
    shown = {leaf for leaf in places.leaves if known and leaf.text == known}
    return Sheets(rows, shown, places).of(rows[0])


def table(*pairs: tuple[str, str]) -> str:
    rows = "".join(f"<tr><td>{name}<td>{value}</tr>" for name, value in pairs)
    return f"<table>{rows}</table>"


def test_many_names_of_one_shape_speak_for_each_other() -> None:
    many = table(*((f"name {letter}", "1 m") for letter in "abcde"))
    assert sheet_of(many).likeness() == 1
    assert sheet_of(table(("Weight", "102 g"))).likeness() == -1


def test_one_known_name_is_enough() -> None:
    assert sheet_of(table(("Weight", "1 g"), ("Price", "2 €")), known="Price").likeness() == 1


def test_lines_of_a_text_some_of_which_have_a_colon_are_no_sheet() -> None:
    lines = [f"<p>name {letter}: 1 m</p>" for letter in "abcde"]
    assert sheet_of("".join(lines)).likeness() == 1
    assert sheet_of("".join(lines) + "<p>And so on</p>" * 6).likeness() == -1


def test_names_that_come_again_and_again_are_those_of_many_things() -> None:
    reviews = table(*[("Pros", "light"), ("Cons", "heavy"), ("Pros", "red")] * 3)
    assert sheet_of(reviews).repeats("pros")
    assert not sheet_of(table(("Type", "OLED"), ("Size", "6"), ("Type", "Li"))).repeats("type")


def test_links_beside_links_are_a_menu() -> None:
    links = table(*((f"<a href=/>{letter}a</a>", "<a href=/>to it</a>") for letter in "abc"))
    assert sheet_of(links).is_menu()
    assert not sheet_of(table(("<a href=/>Weight</a>", "1 g"))).is_menu()


def test_names_beside_sentences_head_a_text() -> None:
    sentence = "It was made for people who walk a lot."
    assert sheet_of(table(("Comfort", sentence), ("Style", sentence))).is_text()
