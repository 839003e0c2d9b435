from __future__ import annotations

from discovery.rows.tables import table_rows
from tests.discovery.small_trees import places_of


def read(body: str) -> list[tuple[str, str]]:
    return [(row.name, row.value) for row in table_rows(places_of(f"<table>{body}</table>"))]


def test_a_name_and_its_value_in_two_cells() -> None:
    rows = "<tr><th>Weight:<td>102 <i>g</i></tr><tr><td><a href=/c>Colour</a><td>red</tr>"
    assert read(rows) == [("Weight", "102 g"), ("Colour", "red")]


def test_a_heading_that_spans_rows_is_no_name() -> None:
    body = "<tr><th rowspan=2>Body<td>Weight<td>102 g</tr><tr><td>Colour<td>red</tr>"
    assert read(body) == [("Weight", "102 g"), ("Colour", "red")]
    assert read("<tr><th rowspan=1>Features<td>Sensors<td></tr>") == []


def test_two_pairs_in_one_row_where_names_are_told_from_values() -> None:
    assert read("<tr><th>Weight<td>102 g<th>Colour<td>red</tr>") == [
        ("Weight", "102 g"),
        ("Colour", "red"),
    ]


def test_columns_of_things_are_no_pairs() -> None:
    assert read("<tr><th>Seller<th>Price</tr>") == []
    assert read("<tr><td>Ace<td>in stock<td>$ 129</tr>") == []
    assert read("<tr><td>Ace<td>in stock<td>$ 129<td>buy</tr>") == []


def test_cells_of_a_layout_are_no_pairs() -> None:
    inner = "<table><tr><td>Weight<td>102 g</tr></table>"
    assert read(f"<tr><td>Menu<td>{inner}</tr>") == [("Weight", "102 g")]
    assert read("<tr><td>Menu<td><h1>A phone</h1>Read all about it</tr>") == []


def test_a_heading_beside_lines_with_names_is_no_name() -> None:
    lens = "<tr><td>Lens<td>Zoom: 3x<br>Focus: auto</tr>"
    body = "<tr><td>Body<td>Height: 1 m<br>Width: 2 m</tr>"
    assert read(lens + body) == []


def test_a_value_among_others_may_have_such_lines() -> None:
    others = "".join(f"<tr><td>{name}<td>yes</tr>" for name in ("GPS", "Radio", "Flash"))
    focus = "<tr><td>Focus<td>Normal: 60 cm<br>Macro: 2 cm</tr>"
    assert read(focus + others)[0] == ("Focus", "Normal: 60 cm Macro: 2 cm")


def test_sentences_are_no_names() -> None:
    assert read(f"<tr><td>{'very ' * 20}<td>102 g</tr>") == []
    assert read("<tr><td>—<td>102 g</tr>") == []


def test_a_matrix_is_no_sheet() -> None:
    headings = "<tr><th>Language<th>Menus<th>Sound</tr>"
    assert read(f"{headings}<tr><td>Czech<td>✔<td></tr><tr><td>Dutch<td>✔<td></tr>") == []
