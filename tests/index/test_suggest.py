"""Tests of `index.suggest`."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.topic import Topic, shipped_topic
from index.suggest import (
    SUGGESTIONS_FILE,
    Suggestions,
    SuggestionsUnreadableError,
    compared_text,
    pinyin_of,
    sound_of_word,
    write_suggestions,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


TITLES = [
    ("小米 12 Pro", 5.0),
    ("小米 Mix 4", 3.0),
    ("小米 12", 9.0),
    ("红米 Note 12 Turbo", 4.0),
    ("红米 K60", 1.0),
    ("华为 Mate 60 Pro+", 8.0),
    ("三星 Galaxy S23 Ultra", 7.0),
    ("三星 Galaxy S8+", 2.0),
    ("苹果 iPhone 13 Pro Max", 6.0),
]


@pytest.fixture(scope="session")
def phones() -> Topic:
    return shipped_topic("phones")


@pytest.fixture(scope="session")
def suggestions(phones: Topic, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Suggestions]:
    folder: Path = tmp_path_factory.mktemp("suggestions")
    write_suggestions(folder, TITLES, phones)
    opened = Suggestions.open(folder)
    yield opened
    opened.close()


def use(folder: Path) -> None:
    suggestions = Suggestions.open(folder)
    try:
        suggestions.complete("xiaomi")
        suggestions.correct("小咪")
    finally:
        suggestions.close()


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SuggestionsUnreadableError, match="specseek index build"):
        Suggestions.open(tmp_path)


def test_a_file_that_was_cut_off_says_what_to_do(phones: Topic, tmp_path: Path) -> None:
    write_suggestions(tmp_path, [("小米 12", 1.0)], phones)
    whole = (tmp_path / SUGGESTIONS_FILE).read_bytes()
    for length in (0, 5, 100, 4096, len(whole) // 2):
        (tmp_path / SUGGESTIONS_FILE).write_bytes(whole[:length])
        with pytest.raises(SuggestionsUnreadableError, match="specseek index build"):
            use(tmp_path)


@settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(content=st.binary())
def test_anything_else_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / SUGGESTIONS_FILE).write_bytes(content)
    with pytest.raises(SuggestionsUnreadableError):
        Suggestions.open(tmp_path)


def test_a_folder_may_be_called_anything(phones: Topic, tmp_path: Path) -> None:
    folder = tmp_path / "手机 50%?#x"
    write_suggestions(folder, [("小米 12", 1.0)], phones)
    use(folder)


def test_threads_share_one(suggestions: Suggestions) -> None:
    found: list[list[str]] = []
    threads = [
        Thread(
            target=lambda: found.append(
                [*suggestions.complete("小米"), *suggestions.correct("小咪")]
            )
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("typed", ["小", "xm", "xiaom", "XIAO", "ｘｍ", "xia"])
def test_a_brand_is_completed_by_name_pinyin_and_initials(
    suggestions: Suggestions, typed: str
) -> None:
    assert suggestions.complete(typed)[0] == "小米"


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("小米 1", ["小米 12", "小米 12 Pro"]),
        ("xiaomi12", ["小米 12", "小米 12 Pro"]),
        ("xm12p", ["小米 12 Pro"]),
        ("mate", ["华为 Mate 60 Pro+"]),
        ("MATE60p", ["华为 Mate 60 Pro+"]),
        ("60 pro", ["华为 Mate 60 Pro+"]),
        ("galaxys", ["三星 Galaxy S23 Ultra", "三星 Galaxy S8+"]),
        ("galaxy s8+", ["三星 Galaxy S8+"]),
        ("紅米n", ["红米 Note 12 Turbo"]),
        ("apple", ["苹果"]),
        ("屏幕刷", ["屏幕刷新率"]),
        ("refresh", ["Refresh rate"]),
        ("直", ["直板"]),
        ("5000mAh以上 xiaom", ["5000mAh以上 小米"]),
        ("防水  ultr", ["防水  三星 Galaxy S23 Ultra"]),
        ("zzz", []),
        ("", []),
        ("  ", []),
        ("+-()", []),
    ],
)
def test_what_is_typed_is_gone_on_with(
    suggestions: Suggestions, typed: str, completed: list[str]
) -> None:
    assert suggestions.complete(typed)[: max(1, len(completed))] == completed


def test_the_most_prominent_come_first_and_no_more_than_asked(suggestions: Suggestions) -> None:
    assert suggestions.complete("小米", 3) == ["小米 12", "小米 12 Pro", "小米 Mix 4"]
    assert suggestions.complete("小米", 1) == ["小米 12"]


def test_brands_with_more_products_come_first(suggestions: Suggestions) -> None:
    assert suggestions.complete("s")[0] == "三星"
    assert suggestions.complete("h")[:2] == ["红米", "华为"]


def test_a_long_text_is_compared_beyond_its_key(phones: Topic, tmp_path: Path) -> None:
    titles = [
        (f"三星 Galaxy Note 超长名称的手机型号 {number}", float(number)) for number in range(9)
    ]
    write_suggestions(tmp_path, titles, phones)
    suggestions = Suggestions.open(tmp_path)
    assert (
        suggestions.complete("三星 Galaxy Note 超长名称的手机")
        == [title for title, _ in reversed(titles)][:8]
    )
    assert suggestions.complete("三星 Galaxy Note 超长名称的电脑") == []
    suggestions.close()


def test_the_best_of_many_are_found(phones: Topic, tmp_path: Path) -> None:
    titles = [(f"Xq{number % 997} Xq{number}", float(number)) for number in range(5_000)]
    write_suggestions(tmp_path, titles, phones)
    suggestions = Suggestions.open(tmp_path)
    assert suggestions.complete("xq", 5) == [title for title, _ in titles[:-6:-1]]
    suggestions.close()


@settings(max_examples=200, deadline=None)
@given(typed=st.text())
def test_nothing_typed_raises(suggestions: Suggestions, typed: str) -> None:
    assert len(suggestions.complete(typed)) <= 8
    assert len(suggestions.correct(typed)) <= 3


@pytest.mark.parametrize("unit", ["a", "小咪", "a ", "\ud800", "\0", "9"])
def test_long_typing_does_no_harm(suggestions: Suggestions, unit: str) -> None:
    typed = unit * 100_000
    assert len(suggestions.complete(typed)) <= 8
    assert len(suggestions.correct(typed)) <= 3


def test_hostile_titles_are_stored_fit_to_be_shown(phones: Topic, tmp_path: Path) -> None:
    titles = [("Qq\0one\ud800 two\n", 1.0), ("q" * 1_000_000, 2.0), ("\0", 3.0), ("", 4.0)]
    write_suggestions(tmp_path, titles, phones)
    suggestions = Suggestions.open(tmp_path)
    assert suggestions.complete("qqo") == ["Qq one two"]
    assert suggestions.complete("qqq") == ["q" * 200]
    suggestions.close()


def test_without_titles_the_topic_is_offered(phones: Topic, tmp_path: Path) -> None:
    write_suggestions(tmp_path, [], phones)
    suggestions = Suggestions.open(tmp_path)
    assert suggestions.complete("nuojiya") == ["诺基亚"]
    suggestions.close()


def test_sounds() -> None:
    assert compared_text("小米 6.5 Pro+") == "小米65proplus"
    assert pinyin_of("小米 12 pro") == "xiaomi12pro"
    assert sound_of_word("重庆").initials == "cq"


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
