from __future__ import annotations

import pytest

from index.values.absence import says_nothing


@pytest.mark.parametrize(
    "text", ["", " ", "N", "-", "—", "无", "N/A", "无(使用背屏自拍)", "预约抢购,预约抢购", "TBD"]
)
def test_nothing_is_said(text: str) -> None:
    assert says_nothing(text.replace("—", "-"))


@pytest.mark.parametrize("text", ["无线", "内置", "0", "NFC", "128GB,无卡槽"])
def test_something_is_said(text: str) -> None:
    assert not says_nothing(text)
