"""Whatever a site sends, the terminal gets text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from spider.display.words import duration, shown, size


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters()))
def test_nothing_unprintable_is_left(text: str) -> None:
    assert shown(text).plain.isprintable()


def test_spaces_of_all_kinds_are_spaces() -> None:
    assert shown("手机\u3000之\xa0家").plain == "手机 之 家"


def test_no_more_than_told() -> None:
    assert len(shown("e" + "\u0301" * 10_000).plain) == 300
    assert shown("abc", longest=2).plain == "ab"


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**18))
def test_sizes_and_durations_stay_short(number: int) -> None:
    assert len(size(number)) <= 15
    assert "1,000.0" not in size(number) or number >= 999_950 * 10**9
    assert duration(-number) == "0 s"
    assert len(duration(min(number, 10**9))) <= 12
