from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from index.suggesting.suggestions import Suggestions


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("小咪", "小米"),
        ("三興", "三星"),
        ("glaxy", "galaxy"),
        ("Glaxy S23", "galaxy S23"),
        ("huawie", "huawei"),
        ("诺基压", "诺基亚"),
        ("骁笼888", "骁龙888"),
        ("iphnoe13", "iphone13"),
        ("小咪的手机", "小米的手机"),
        ("5000mAh以上 小咪", "5000mAh以上 小米"),
        ("samsnug glaxy", "samsung galaxy"),
    ],
)
def test_unknown_words_are_replaced_by_those_of_a_like_sound(
    suggestions: Suggestions, typed: str, meant: str
) -> None:
    assert suggestions.correct(typed)[0] == meant


@pytest.mark.parametrize(
    "typed", ["", "小米 galaxy", "虹膜", "Mate 60", "5000mah 120hz", "zzzzzz", "鸢尾花", "的", "s8"]
)
def test_known_words_and_those_like_no_other_stay(suggestions: Suggestions, typed: str) -> None:
    assert suggestions.correct(typed) == []


def test_no_more_than_asked(suggestions: Suggestions) -> None:
    assert len(suggestions.correct("huawai", 1)) == 1
    assert suggestions.correct("huawai", 2) == ["huawei", "华为"]
