"""Tests of `index.search.finder`."""

from __future__ import annotations

import pytest

from index.search.finder import compared_names
from tests.effort import effort


@pytest.mark.parametrize(
    "text",
    [
        "A12 vs B7",
        "A12 VS. B7?",
        "A12 gegen B7",
        "A12 oder B7, was ist besser?",
        "vergleiche A12 mit B7",
        "Unterschied zwischen A12 und B7",
        "difference between A12 and B7",
        "compare A12 with B7",
        "A12 or B7 which is better",
        "A12和B7哪个好",
        "A12与B7有什么区别？",
    ],
)
def test_two_names_are_compared_in_any_language(text: str) -> None:
    assert compared_names(text) == ("A12", "B7")


@pytest.mark.parametrize("text", ["Monitor mit HDMI und USB-C", "A12", "gegend um A12", "versus"])
def test_other_texts_compare_nothing(text: str) -> None:
    assert compared_names(text) is None


@pytest.mark.parametrize("part", ["vs ", "und ", "和", " ", "was ist besser "])
def test_no_text_takes_long(part: str) -> None:
    compared_names("")
    assert effort(lambda: compared_names(part * 1_000_000)) < 200
