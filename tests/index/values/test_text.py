"""Tests of `index.values.text`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.values.text import plain, rest_of, says_nothing, without_brackets


@given(st.text())
def test_every_character_keeps_its_place(raw: str) -> None:
    assert len(plain(raw)) == len(raw)
    assert len(without_brackets(plain(raw))) == len(raw)


def test_signs_have_one_form() -> None:
    assert plain("１２８ＧＢ／２５６ＧＢ") == "128GB/256GB"
    assert plain("￥2999～￥3999") == "¥2999~¥3999"
    assert plain("156✕78﹣79\u202eab\x00c") == "156×78-79 ab c"


def test_brackets_within_brackets_are_blanked() -> None:
    assert without_brackets("a(b(c)d)e") == "a       e"
    assert without_brackets("1080(FHD") == "1080(FHD"


def test_the_rest_is_what_was_written() -> None:
    raw = "约３３４０ｍＡｈ（典型值），大电池"
    assert rest_of(raw, [(0, 8)]) == "（典型值），大电池"
    assert rest_of("a,b;c", [(4, 5), (0, 1)]) == "b"
    assert rest_of("所有", []) == "所有"


@pytest.mark.parametrize(
    "text", ["", " ", "N", "-", "—", "无", "N/A", "无(使用背屏自拍)", "预约抢购,预约抢购", "TBD"]
)
def test_nothing_is_said(text: str) -> None:
    assert says_nothing(text.replace("—", "-"))


@pytest.mark.parametrize("text", ["无线", "内置", "0", "NFC", "128GB,无卡槽"])
def test_something_is_said(text: str) -> None:
    assert not says_nothing(text)
