from __future__ import annotations

from discovery.rows.neighbours import neighbours
from tests.discovery.small_trees import places_of

PAIRS = (("Weight", "102 g"), ("Colour", "red"), ("Height", "1 m"))


def read(body: str) -> list[tuple[str, str]]:
    return [(row.name, row.value) for row in neighbours(places_of(body))]


def test_pairs_in_boxes_of_their_own() -> None:
    items = "".join(f"<li><span>{name}</span><span>{value}</span></li>" for name, value in PAIRS)
    assert read(f"<ul>{items}</ul>") == list(PAIRS)


def test_the_value_may_be_all_text_behind_the_name() -> None:
    items = "".join(f"<li><strong>{name}</strong> {value} <i>*</i></li>" for name, value in PAIRS)
    assert read(f"<ul>{items}</ul>") == [(name, f"{value} *") for name, value in PAIRS]


def test_names_and_values_by_turns() -> None:
    items = "".join(f"<p class=n>{name}</p><p class=v>{value}</p>" for name, value in PAIRS)
    assert read(f"<div>{items}</div>") == list(PAIRS)


def test_two_pairs_may_be_anything() -> None:
    items = "".join(f"<li><b>{name}</b><i>{value}</i></li>" for name, value in PAIRS[:2])
    assert read(f"<ul>{items}</ul>") == []


def test_headings_and_sentences_are_a_text() -> None:
    sentence = "This is what we wrote about it last year."
    items = "".join(f"<div><b>{name}</b><p>{sentence}</p></div>" for name, _ in PAIRS)
    assert read(f"<div>{items}</div>") == []
    items = "".join(f"<div><h3>{name}</h3><p>{value}</p></div>" for name, value in PAIRS)
    assert read(f"<div>{items}</div>") == []
