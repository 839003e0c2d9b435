from __future__ import annotations

from pages.nesting import outline
from rules.learn_region import region_around
from rules.model import Region, UnitShape
from tests.rules.small_pages import page

ROWS = "<tr><th>a<td>1<tr><th>b<td>2"
SHAPE = UnitShape(around="tr", name="th", value="td", region=Region(tag="", heights=()), support=2)


def learned(html: str, labelled: int) -> Region:
    """The region around the first rows of a page."""
    found = outline(page(html))
    arounds = [node for node, tag in enumerate(found.tags) if tag == "tr"][:labelled]
    return region_around(SHAPE, found, arounds)


def test_the_region_is_the_innermost_element_around_the_labelled_units() -> None:
    region = learned(f"<div id=a><table id=b class='c d'>{ROWS}</table></div>", 2)
    assert (region.tag, region.id, region.classes, region.heights) == (
        "table",
        "b",
        ("c", "d"),
        (1,),
    )


def test_groups_of_rows_are_no_region() -> None:
    region = learned(f"<table id=b><thead><tr><th>a<td>1</thead><tbody>{ROWS}</table>", 2)
    assert (region.tag, region.heights) == ("table", (1,))
    assert learned(f"<table id=b><tbody>{ROWS}</table>", 2).tag == "table"


def test_one_unit_is_its_own_region_s_only_witness() -> None:
    assert learned(f"<table>{ROWS}</table>", 1).heights == (0,)


def test_a_region_s_path_tells_where_it_stood() -> None:
    region = learned(f"<html><body><div><table>{ROWS}</table></div></body></html>", 2)
    assert region.path[:2] == ("div", "body")


def test_sections_beside_the_labelled_one_are_meant_too() -> None:
    html = f"<div id=all><table>{ROWS}</table><table>{ROWS}</table></div>"
    region = learned(html, 2)
    assert (region.id, region.heights, region.alone) == ("all", (2,), False)


def test_unless_someone_who_labelled_everything_here_labelled_nothing_there() -> None:
    html = f"<div id=all><table id=b>{ROWS * 10}</table><table>{ROWS}</table></div>"
    region = learned(html, 20)
    assert (region.id, region.alone) == ("b", True)


def test_tables_of_another_class_are_other_tables() -> None:
    html = f"<div><table id=b class=spec>{ROWS}</table><table class=users>{ROWS}</table></div>"
    assert learned(html, 2).id == "b"
