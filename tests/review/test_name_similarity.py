from __future__ import annotations

import pytest

from review.name_similarity import TopicNames, plain_name, words_of
from tests.review.known_phones import PHONES

NAMES = TopicNames(PHONES)


def best(name: str) -> str:
    totals = {one.name: NAMES.likeness(name, one.name).total for one in PHONES.attributes}
    return max(totals, key=totals.__getitem__)


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("荧幕尺寸", "主屏尺寸"),
        ("後置鏡頭畫素", "后置摄像头"),
        ("Screen technology", "主屏材质"),
        ("电池的容量", "电池容量"),
        ("机身净重", "重量"),
        ("最长的待机时间", "待机时间"),
    ],
)
def test_a_name_is_most_like_the_attribute_it_means(name: str, attribute: str) -> None:
    assert best(name) == attribute


def test_words_of_the_same_meaning_are_the_same() -> None:
    alike = NAMES.likeness("荧幕大小", "主屏尺寸")
    assert alike.same
    assert alike.letters < 1


def test_a_word_that_many_names_have_tells_little() -> None:
    assert (
        NAMES.likeness("键盘类型", "电池类型").words < NAMES.likeness("电池更换", "电池类型").words
    )


def test_nothing_in_common_is_nothing() -> None:
    assert NAMES.likeness("闹钟", "电池容量").words == 0


def test_words_are_cut_at_known_ones() -> None:
    assert [word.meaning for word in words_of("CPU核心数", PHONES)] == ["处理器", "核心", "数量"]
    assert [word.meaning for word in words_of("Camera (rear)", PHONES)] == ["摄像头"]
    assert [word.meaning for word in words_of("displayed", PHONES)] == ["displayed"]


def test_hostile_names_are_only_looked_at_so_far() -> None:
    assert len(plain_name("名" * 100_000)) == 100
    assert words_of("\ud800\x00(((", PHONES) == ()
