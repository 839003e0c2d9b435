"""CSV for spreadsheets: nothing computes, nothing breaks out of its cell."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search_ui.api_csv import csv_text, defused

TEXT = st.text(alphabet=st.characters(codec=None))


def cells(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(StringIO(text.removeprefix("\ufeff"), newline="")))


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        '=HYPERLINK("http://a.example")',
        "+cmd|' /C calc'!A0",
        "-20℃",
        "-",
        "@SUM(A1)",
        "\t=1",
        "  =1",
        "＝1+1",
        "＋1",
        "－1",
        "＠x",
        "\r=1",
        "\u202e=1",
        "\u200b=1+1",
        "\ufeff=1+1",
        "\u2060 \u00ad@SUM(A1)",
        "\u3164+1",
        "\u2800-x",
        "\u180e\u200d＝1",
        "\ufe0f=1",
        "\U000e0041=1",
        "﹦1",
    ],
)
def test_no_cell_computes(text: str) -> None:
    ((cell,),) = cells(csv_text([[text]]))
    assert cell.startswith("'")


@pytest.mark.parametrize("text", ["-20", "+86", "-1.5", "6.5英寸", "a=b", "'", "3-5"])
def test_what_does_not_compute_stays_as_it_is(text: str) -> None:
    assert defused(text) == text


def test_numbers_are_written_as_numbers() -> None:
    assert csv_text([[5000.0, 6.5, -3, None, True, False]]) == "\ufeff5000,6.5,-3,,yes,no\r\n"


def test_quotes_commas_and_lines() -> None:
    assert csv_text([['a"b', "c,d", "e\nf"]]) == '\ufeff"a""b","c,d","e\nf"\r\n'


@given(st.lists(st.lists(TEXT, min_size=2, max_size=3), max_size=5))
@settings(max_examples=300, deadline=None)
def test_any_text_stays_in_its_cell_and_can_be_written(rows: list[list[str]]) -> None:
    text = csv_text(rows)
    text.encode()
    assert "\0" not in text
    assert [len(row) for row in cells(text)] == [len(row) for row in rows]
    assert not any(cell[:1] in set("=@\t\r＝＋－＠") for row in cells(text) for cell in row if cell)
