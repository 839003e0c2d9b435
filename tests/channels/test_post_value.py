from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels.post_value import features, value


@pytest.mark.parametrize(
    "text",
    [
        "顶",
        "+1",
        "沙发！",
        "路过，帮顶",
        "thanks!",
        "666",
        "bump",
        "加微信领红包，先到先得",
        "lol nice",
    ],
)
def test_what_tells_nothing_is_worth_little(text: str) -> None:
    assert value(text) < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "电池能用一天半，拍照的时候发热",
        "充电口半年就松了，售后免费换了一个",
        "Battery life is worse since the update, I charge twice a day now.",
        "Does it take two sims and a memory card?",
        "Thanks, but the screen of mine is still too dark in sunlight.",
    ],
)
def test_what_owners_tell_is_worth_showing(text: str) -> None:
    assert value(text) > 0.5


def test_a_post_is_a_set_of_words_and_marks() -> None:
    assert features("The screen is GREAT, screen!") == {"screen", "great", "<length 2>"}
    assert features("+1") == {"<plus>", "<length 0>"}
    assert {"<link>", "<contact>"} <= features("Click here: https://shop.example/x")
    assert {"电池", "<question>"} <= features("电池能用多久？")


@given(st.text(max_size=300))
def test_any_text_has_a_value(text: str) -> None:
    assert 0 <= value(text) <= 1
