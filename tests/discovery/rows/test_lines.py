from __future__ import annotations

import pytest

from discovery.rows.lines import lines_with_colon
from tests.discovery.small_trees import places_of


def read(body: str) -> list[tuple[str, str]]:
    return [(row.name, row.value) for row in lines_with_colon(places_of(body))]


@pytest.mark.parametrize(
    "body",
    [
        "<p>重量：102 克</p>",
        "<p><b>重量：</b>102 克</p>",
        "<p><b>重量</b>：102 克</p>",
        "<p>重量：<span>102 克</span></p>",
        "<div>重量：</div><div>102 克</div>",
    ],
)
def test_a_name_its_colon_and_its_value(body: str) -> None:
    assert read(body) == [("重量", "102 克")]


def test_several_pairs_on_one_line() -> None:
    body = "<p><b>Weight:</b> 102 g <b>Colour:</b> red</p>"
    assert read(body) == [("Weight", "102 g"), ("Colour", "red")]


@pytest.mark.parametrize(
    "body",
    [
        "<p>Open from 12:30 on</p>",
        "<p>see http://shop.example</p>",
        "<p>ISO (Standard: 100)</p>",
        "<h2>Chapter 1: Weights</h2>",
        "<p>Weight:</p>",
        "<p>Weight:</p><p>Colour:</p>",
    ],
)
def test_not_every_colon_stands_behind_a_name(body: str) -> None:
    assert read(body) == []
