from __future__ import annotations

from pages.nesting import outline
from rules.model import Region, UnitShape
from rules.regions import alike, find_regions, way_out
from rules.units import units_of
from tests.rules.small_pages import page

ROW = "<tr><th>{}<td>1"
KNOWN = frozenset(["重量", "颜色", "价格"])
IN_TABLE = Region(tag="table", heights=(1,))


def rows(*names: str) -> str:
    return "".join(map(ROW.format, names))


def regions(html: str, region: Region = IN_TABLE) -> list[list[str]]:
    """The ids of the elements that hold a record's units, record by record."""
    shape = UnitShape(around="tr", name="th", value="td", region=region, support=3)
    found = outline(page(html))
    groups = find_regions(shape, found, list(units_of(shape, found)), KNOWN)
    return [[found.rests[node].decode().strip(" >") for node in group] for group in groups]


def test_units_with_known_names_vote_for_the_element_around_them() -> None:
    html = f"<table a>{rows('张三', '李四', '王五')}</table><table b>{rows('重量', 'GPS')}</table>"
    assert regions(html) == [["b"]]


def test_the_element_that_most_known_names_vote_for_wins() -> None:
    html = f"<table a>{rows('重量', 'x')}</table><p><table b>{rows('重量', '颜色', '价格')}</table>"
    assert regions(html) == [["b"]]


def test_brothers_that_look_the_same_are_sections_of_one_sheet() -> None:
    sheet = f"<table a>{rows('重量', '颜色')}</table><table b>{rows('价格')}</table>"
    assert regions(sheet) == [["a", "b"]]
    assert regions(sheet, IN_TABLE.model_copy(update={"alone": True})) == [["a"]]


def test_sections_without_a_known_name_must_share_a_class() -> None:
    html = "<table {0}>" + rows("重量", "颜色") + "</table><table {0}>" + rows("GPS") + "</table>"
    assert regions(html.format("class=s")) == [["class=s", "class=s"]]
    assert regions(html.format("")) == [[""]]


def test_sheets_that_show_the_same_names_are_records_of_their_own() -> None:
    html = f"<table a>{rows('重量', '颜色')}</table><table b>{rows('重量', '颜色')}</table>"
    assert regions(html) == [["a"], ["b"]]


def test_groups_of_rows_do_not_count() -> None:
    grouped = f"<table a><thead><tr><th>参数<tbody>{rows('重量', '颜色')}</table>"
    assert regions(grouped) == [["a"]]


def test_a_region_wrapped_once_more_or_less_is_found_by_its_tag() -> None:
    around_two = Region(tag="div", heights=(2,))
    html = f"<div a><section><p></p><table>{rows('重量', '颜色')}</table></section></div>"
    assert regions(html, around_two) == [["a"]]


def test_where_no_name_is_known_the_region_s_identity_tells() -> None:
    by_class = Region(tag="table", heights=(1,), classes=("spec",))
    html = f"<table>{rows('张三', '李四')}</table><table class=spec>{rows('GPS', '内存')}</table>"
    assert regions(html, by_class) == [["class=spec"]]
    assert regions(html.replace("spec", "x"), by_class) == []


def test_without_id_or_class_it_must_be_the_only_one_where_the_sample_s_stood() -> None:
    by_path = Region(tag="table", heights=(1,), path=("div", "body", ""))
    sheet = f"<div><table a>{rows('GPS', '内存', '产地')}</table></div>"
    other = f"<p><table b>{rows('张三', '李四', '王五')}</table>"
    assert regions(f"<body>{sheet}{other}", by_path) == [["a"]]
    assert regions(f"<body>{other}", by_path) == []
    assert regions(f"<body>{sheet}{sheet}", by_path) == []


def test_of_equal_elements_the_one_like_the_sample_s_wins() -> None:
    html = f"<table id=a>{rows('重量')}</table><p><table id=b>{rows('重量')}</table>"
    assert regions(html, Region(tag="table", id="b", heights=(1,))) == [["id=b"]]
    assert regions(html, Region(tag="table", id="a", heights=(1,))) == [["id=a"]]


def test_a_part_of_a_page_says_nothing_of_what_goes_on_behind_it() -> None:
    shape = UnitShape(around="tr", name="th", value="td", region=IN_TABLE, support=3)
    found = outline(page(f"<table>{rows('重量', '颜色')}"))
    found.is_part = True
    assert find_regions(shape, found, list(units_of(shape, found)), KNOWN) == []


def test_the_way_out_leaves_out_groups_of_rows() -> None:
    found = outline(page("<div><table><tbody><tr><td>x"))
    assert [found.tags[node] for node in way_out(found, 5, 9)] == ["td", "tr", "table", "div", ""]
    assert [found.tags[node] for node in way_out(found, 5, 3)] == ["td", "tr", "table"]


def test_elements_are_alike_by_tag_and_classes() -> None:
    found = outline(page("<p class='a b' id=1></p><p class='b a'></p><p></p><i class='a b'></i>"))
    assert [alike(found, 1, other) for other in (2, 3, 4)] == [True, False, False]
