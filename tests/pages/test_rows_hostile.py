"""Pages made to hurt the row finder: its work may grow with their size, and no faster."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.nesting import outline
from pages.page import Page
from pages.rows import Row, find_rows

if TYPE_CHECKING:
    from types import FrameType

SMALL, TIMES = 200, 4
# Counted are lines of code; what is done once is worth some of them.
MOST_GROWTH = 1.25 * TIMES
PARTS = [
    *("<div>x", "<div>a: b", "<div><p>a", "<div>x</div>y", "<section><div>", "<div>x<p>y</p>"),
    *(
        "<b>x<br>",
        "<b>a: b<br>",
        "<b>",
        "<span>x</span>",
        "<b>a</b> x ",
        "<b>a:</b> x ",
        "<a>x ></a>, ",
    ),
    *(
        "<table><tr><td>a<td>",
        "<table><tr><td>",
        "<td>a",
        "<tr><td>a<td>b",
        "<tr><td>a",
        "<tr>x",
        "<tr><th>a",
    ),
    *("<tr><td rowspan=9>a<td>b<td>c", "<tr><form><td>a", "<tr class=a><td>a<td>b<tr><td>c<td>d"),
    *("<ul><li>x", "<li>x", "<li>a: b", "<dt>a<dd>b", "<dl><dt>a<dd>b</dl>", "<dt>a", "<dd>a"),
    *("<h2>a</h2><p>b", "<h2>a</h2>", "<p>a:</p><p>b", "<p><b>a</b><p>b", "<p>a<br>b<br>", "x<br>"),
    *("a: b ", "a: b | ", "a = b<br>", "a....b", ":", "：", "a:", "[", "(", "x > ", "208, 60 € "),
    *(
        "<i class=tooltip>x",
        "<p style='display:none'>x",
        "<p hidden>x</p>",
        "<option>x",
        "<pre>x\n",
    ),
    *(
        "<td>a<sup class=r>1</sup>",
        "<sup>",
        "a<sup>[1]</sup>",
        "<td>a<td><i class=sr-only>x",
        "<div><p class=k>a</p><p class=v>b</p>",
        "<p class=k>a</p><p class=v>b</p>",
        "<b>a</b><i class=v>b</i>",
        "<p><a>x</a> <a>more</a>",
        "</p>x</b>",
    ),
]


def page(body: str) -> Page:
    return Page.read(body.encode(), "https://shop.example/", "charset=utf-8")


def found(body: str) -> list[Row]:
    return find_rows(outline(page(body)))


def steps(body: str) -> int:
    """How many lines of code it takes to find the rows."""
    count = 0

    def trace(_frame: FrameType, event: str, _argument: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    read = outline(page(body))
    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        find_rows(read)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("part", PARTS)
def test_work_grows_with_the_page_and_no_faster(part: str) -> None:
    assert steps(part * SMALL * TIMES) < MOST_GROWTH * steps(part * SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_work_grows_no_faster_inside_wrappers(part: str) -> None:
    def wrapped(count: int) -> str:
        return "<div>" * count + part * count

    assert steps(wrapped(SMALL * TIMES)) < MOST_GROWTH * steps(wrapped(SMALL))


def test_work_grows_no_faster_where_every_element_looks_different() -> None:
    def looks(count: int) -> str:
        return "".join(f"<p class=c{number}>x</p>" for number in range(count)) * 2

    assert steps(looks(SMALL * TIMES)) < MOST_GROWTH * steps(looks(SMALL))


def test_deep_nesting_reaches_no_limit() -> None:
    for opening in ("<div>", "<b>", "<table><tr><td>", "<dl><dd>", "<ul><li>"):
        assert found(f"{opening * 10_000}Zoom: 3x")[0].value == "3x"


def test_a_table_of_20_000_cells() -> None:
    rows = found("<table>" + "<tr><td>Zoom<td>3x" * 10_000)
    assert sum(row.kind == "row" for row in rows) == 10_000


def test_one_long_line() -> None:
    assert not found("x" * 200_000)
    assert len(found("Zoom: 3x " * 20_000)) <= 1
    assert len(found("<b>Zoom:</b> 3x " * 10_000)) == 10_000


def test_values_do_not_grow_with_nesting() -> None:
    """Every block here holds all that follow: no row may hold them all again."""
    rows = found("<div>Zoom" * 5_000)
    assert max(len(row.value) for row in rows) < 1000


HTML = st.lists(
    st.sampled_from(
        [
            *PARTS,
            *(
                "</div>",
                "</table>",
                "</td>",
                "</tr>",
                "</b>",
                "</a>",
                "</ul>",
                "</dl>",
                "<br>",
                " ",
            ),
            *(
                "<title>x</title><h1>x</h1>",
                "<th>x",
                "<tr>",
                "<td>",
                "<td colspan=2>",
                "&nbsp;",
                "中",
            ),
            *(
                "<a href=x>",
                "<textarea>x",
                "<input type=checkbox>",
                "<caption>x",
                "\0",
                "&#0;",
                "<",
            ),
        ]
    ),
    max_size=40,
).map("".join)


@given(HTML)
@settings(deadline=None)
def test_whatever_the_page_holds_rows_are_in_order_and_in_place(body: str) -> None:
    read = outline(page(body))
    rows = find_rows(read)
    assert [row.name_leaves.start for row in rows] == sorted(row.name_leaves.start for row in rows)
    for row in rows:
        assert row.value
        assert row.value == " ".join(row.value.split())
        assert row.name or row.kind == "nameless"
        assert all(leaf in range(len(read.owners)) for leaf in row.name_leaves)
        assert row.value_leaves
        assert row.value_leaves.stop <= len(read.owners)
        assert row.box < len(read.tags)
        assert row.group <= row.box


BLOCKS = st.sampled_from(
    [
        "<table><tr><td>Zoom</td><td>3x</td></tr><tr><td>Brand</td><td>Casio</td></tr></table>",
        "<table><tr><th colspan=2>Screen</th></tr><tr><td>Size</td><td>6 in</td></tr></table>",
        "<dl><dt>Brand</dt><dd>Casio</dd><dt>Zoom</dt><dd>3x</dd><dd>5x</dd></dl>",
        "<p>Zoom: 3x</p>",
        "<p>Brand</p>",
        "<h3>Keywords</h3>",
        "<ul><li>Zoom: 3x</li><li>Brand: Casio</li></ul>",
        "<ul><li>one</li><li>two</li></ul>",
        "<p><b>Zoom</b> 3x</p>",
        "<p>Zoom<br>3x</p>",
        "<div><div>Zoom</div><div>3x</div></div>",
    ]
)


@given(st.lists(BLOCKS, min_size=1, max_size=6), st.data())
@settings(deadline=None)
def test_wrappers_change_nothing(blocks: list[str], data: st.DataObject) -> None:
    """But lines are wrapped alike: where they differ they may be names and values, or headings."""
    wrappers = st.sampled_from(["{}", "<div>{}</div>", "<section><div>{}</div></section>"])
    around_lines = data.draw(wrappers)
    wrapped = [
        (around_lines if block.startswith(("<p>", "<h3>")) else data.draw(wrappers)).format(block)
        for block in blocks
    ]
    assert told(found("".join(wrapped))) == told(found("".join(blocks)))


def test_a_wrapper_around_one_of_several_tables_changes_nothing() -> None:
    line, table = "<p>Zoom: 3x</p>", "<table><tr><td>Zoom</td><td>3x</td></tr></table>"
    plain = [line, table, line, table, line, table]
    wrapped = [line, table, line, f"<div>{table}</div>", line, table]
    assert told(found("".join(wrapped))) == told(found("".join(plain)))


def told(rows: list[Row]) -> list[tuple[object, ...]]:
    return [(row.name, row.value, row.values, row.kind, row.section, row.inner) for row in rows]
