"""What tells the sections of one product's sheet from lists and from cards of other products."""

from __future__ import annotations

from itertools import chain

import pytest

from pages.page import Page
from rules.extract import extract
from rules.page_rows import SiteMemory, rows_of
from rules.row_features import FEATURES, cases_by_part

SHEET = {
    "Display": {"Type": "OLED", "Size": "6.1 inches", "Resolution": "1170 x 2532"},
    "Main camera": {"Sensor": "12 MP", "Aperture": "f/1.6", "Video": "4K at 60 fps"},
    "Front camera": {"Sensor": "8 MP", "Aperture": "f/2.2", "Video": "1080p at 30 fps"},
    "Battery": {"Type": "Li-Ion", "Capacity": "3240 mAh", "Charging": "20 W"},
    "Body": {"Height": "146 mm", "Width": "71 mm", "Weight": "174 g"},
}
PAIRS = [pair for pairs in SHEET.values() for pair in pairs.items()]
LAYOUTS = {
    "definition lists": ("<div><h3>{}</h3><dl>{}</dl></div>", "<dt>{}</dt><dd>{}</dd>"),
    "boxes": ("<div><h3>{}</h3><div>{}</div></div>", "<div><div>{}</div><div>{}</div></div>"),
    "tables": ("<table><caption>{}</caption>{}</table>", "<tr><th>{}</th><td>{}</td></tr>"),
    "rows of headings": ("<tr><th colspan=2>{}</th></tr>{}", "<tr><td>{}</td><td>{}</td></tr>"),
}


def read(section: str, row: str) -> list[tuple[str, str]]:
    sheet = "".join(
        section.format(name, "".join(row.format(*pair) for pair in pairs.items()))
        for name, pairs in SHEET.items()
    )
    page = "<title>Nova 12</title><h1>Nova 12</h1><h2>Specifications</h2>"
    page += f"<table>{sheet}</table>" if section.startswith("<tr>") else sheet
    [record] = extract(Page.read(page.encode(), "http://shop.example/12"), None).records
    return [(pair.name, pair.value) for pair in record.pairs]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_sheet_is_read_section_by_section(layout: str) -> None:
    assert read(*LAYOUTS[layout]) == PAIRS


def test_a_section_is_no_list() -> None:
    found = read("<div><h3>{}</h3><ul>{}</ul></div>", "<li><span>{}</span><span>{}</span></li>")
    assert set(found) <= set(PAIRS)
    assert len(found) > len(PAIRS) / 2


def test_values_are_still_different_when_there_are_more_than_are_told_apart() -> None:
    memory = SiteMemory()
    for number in range(60):
        cells = "".join(f"<tr><td>Video<td>{number} at {place}" for place in range(3))
        memory.add_page(Page.read(f"<table>{cells}</table>".encode(), "http://shop.example/"))
    known = memory.names["video"]
    assert known.times > 2 * known.times_of_values
    assert known.times_of_values == len(known.values)


def feature(page: str, name: str) -> list[int]:
    """The cases of one feature, row by row."""
    at = [column[0] for column in FEATURES].index(name)
    rows = rows_of(Page.read(page.encode(), "http://shop.example/12"))
    cases = zip(*cases_by_part(rows, None), strict=True)
    return [list(chain.from_iterable(parts))[at] for parts in cases]


ROWS = "<table><tr><td>Weight</td><td>174 g</td></tr><tr><td>Rank</td><td>7</td></tr></table>"


@pytest.mark.parametrize(
    ("element", "part"), [("div", 0), ("main", 1), ("footer", 2), ("form", 3), ("pre", 4)]
)
def test_the_part_of_the_page_around_rows(element: str, part: int) -> None:
    page = f"<main><{element}><div>{ROWS}</div></{element}></main>"
    assert set(feature(page, "part of page")) == {part or 1}
    assert set(feature(ROWS, "part of page")) == {0}


def test_the_part_of_a_very_deep_page_is_found_too() -> None:
    assert set(feature(f"<footer>{'<div>' * 5_000}{ROWS}", "part of page")) == {2}


def test_names_that_any_kind_of_product_has() -> None:
    assert feature(ROWS, "common") == [2, 0]


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("Shipping", 2), ("Versandkosten", 2), ("店铺评分", 2),
        ("Specifications", 3), ("Technische Daten", 3), ("规格参数", 3), ("Sound", 1),
        ("Sony Xperia 5 (8GB/256GB/5G) 参数", 1),
    ],
)  # fmt: skip
def test_headings_tell_what_rows_are_about(heading: str, section: int) -> None:
    assert feature(f"<h2>{heading}</h2>{ROWS}", "section")[-2:] == [section, section]


def test_rows_below_one_heading_are_judged_together() -> None:
    row = "<tr><td>{}</td><td>{}</td></tr>"
    prices = "".join(row.format(land, "$9.00") for land in ("Canada", "Europe", "World"))
    page = f"<h2>Sheet</h2>{ROWS}<h2>Elsewhere</h2><table>{prices}</table>"
    told = feature(page, "block prices")
    assert told[1:3] == [0, 0]
    assert told[-3:] == [4, 4, 4]


def test_lists_of_links_are_told_from_lists_of_texts() -> None:
    items = "<ul><li><a>Phones</a></li><li><a>Audio</a></li></ul>"
    assert 3 in feature(f"<h3>Products</h3>{items}", "linked items")
    assert 3 not in feature(f"<h3>Products</h3>{items.replace('a>', 'b>')}", "linked items")
