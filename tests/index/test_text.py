"""Tests of `index.text`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.text import normal, traced


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("ＭＡＴＥ　６０", "mate 60"),
        ("驍龍 無線充電", "骁龙 无线充电"),
        ("cafe\u0301 café", "cafe cafe"),
        ("İ", "i"),
        ("Ma\u200bte\u00ad60\u202e", "mate60"),
        ("a\0b\ud800c\ue000d", "a b c d"),
        ("②㎡½٣", "2m21⁄23"),
        ("が한글", "が한글"),
    ],
)
def test_one_writing_for_many(text: str, written: str) -> None:
    assert normal(text) == written


@given(st.text())
def test_places_lead_back_to_the_original(text: str) -> None:
    written, places = traced(text)
    assert written == normal(text) == "".join(map(normal, text))
    assert len(places) == len(written)
    assert all(sign in normal(text[place]) for sign, place in zip(written, places, strict=True))


@given(st.text())
def test_what_is_normal_stays_so_and_can_be_stored(text: str) -> None:
    assert normal(normal(text)) == normal(text)
    assert normal(text).encode() or not normal(text)
    assert "\0" not in normal(text)
