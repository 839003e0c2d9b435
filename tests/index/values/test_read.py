"""Tests of `index.values.read`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.values.read import LONGEST_VALUE, read_value
from index.values.types import FreeText, Quantity
from tests.effort import effort
from tests.index.values.phones import PHONES, attribute

if TYPE_CHECKING:
    from core.topic import Attribute


SNIPPETS = st.sampled_from(
    "1 2.5 ,. / - ~ × x * ± 约 以上 mm mAh GB 万 亿像素 ￥ 元 € 年 月 日 季度 Q3 2017 May ( （ ） "
    ") 支持 不 无 RAM 1/2.3 ½ \u202e \x00 999999999999999999 1e309 , ，、；".split()
)
HOSTILE = st.one_of(st.text(max_size=60), st.lists(SNIPPETS, max_size=30).map("".join))


@given(raw=HOSTILE, which=st.sampled_from(PHONES.attributes))
@settings(max_examples=400, deadline=None)
def test_nothing_raises(raw: str, which: Attribute) -> None:
    reading = read_value(raw, which)
    for value in reading.values:
        if isinstance(value, Quantity):
            assert value.low <= value.high < float("inf")


def test_text_is_kept_as_it_is() -> None:
    assert read_value(" Android 14 ", attribute("操作系统")).values == (FreeText("Android 14"),)
    assert read_value(" ", attribute("操作系统")).absent


def test_what_is_in_brackets_counts_where_nothing_else_does() -> None:
    assert read_value("大屏（6.5英寸）", attribute("主屏尺寸")).values == (
        Quantity(6.5, 6.5, "英寸"),
    )


@pytest.mark.parametrize("piece", ["1", "1,", "1-", "(", "1×", "2017年", "￥1", " ", "a/", "1 h "])
def test_long_texts_cost_little(piece: str) -> None:
    def read() -> None:
        for each in PHONES.attributes:
            read_value(piece * (LONGEST_VALUE // len(piece)), each)
            reading = read_value(piece * 500_000, each)
            assert reading.rest == piece * 500_000

    assert effort(read) < 2000
