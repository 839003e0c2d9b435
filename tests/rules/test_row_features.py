"""What tells the sections of one product's sheet from lists and from cards of other products."""

from __future__ import annotations

import pytest

from pages.page import Page
from rules.extract import extract
from rules.page_rows import SiteMemory

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
