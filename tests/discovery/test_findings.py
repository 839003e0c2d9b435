from __future__ import annotations

from discovery.findings import Findings
from pages.page import Page
from rules.record import Extraction, Status

NO_RULE = Extraction(Status.NO_RULE)


def page(number: int, body: str) -> Page:
    return Page.read(f"<body><h1>{number}</h1>{body}".encode(), f"https://shop.example/{number}")


def found(bodies: list[str]) -> list[list[str]]:
    findings = Findings(None)
    for number, body in enumerate(bodies):
        findings.add(page(number, body), NO_RULE)
    return [[one.candidate.name for one in proposed] for proposed in findings]


def test_a_lone_name_is_proposed_where_its_values_differ_from_page_to_page() -> None:
    assert found(["<p>SKU: 4711</p>"]) == [[]]
    assert found([f"<p>SKU: 471{number}</p>" for number in range(6)]) == [["SKU"]] * 6


def test_the_same_on_every_page_is_furniture() -> None:
    assert found(["<p>Made in: Finland</p>"] * 6) == [[]] * 6


def test_pages_keep_their_order_and_names_that_of_the_page() -> None:
    names = ["Width", "Colour", "Height", "Depth"]
    sheet = "".join(f"<tr><td>{name}<td>1 m</tr>" for name in names)
    assert found(["<p>nothing</p>", f"<table>{sheet}</table>"]) == [[], names]


def test_a_name_in_two_places_is_proposed_once() -> None:
    names = ("Weight", "Colour", "Height", "Width", "Depth", "Weight")
    sheet = "".join(f"<tr><td>{name}<td>{at} m</tr>" for at, name in enumerate(names))
    assert found([f"<table>{sheet}</table>"]) == [list(names[:5])]
