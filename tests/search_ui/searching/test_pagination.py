"""Which pages are offered."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from search_ui.searching.pagination import page_numbers


def test_a_gap_of_one_page_is_filled() -> None:
    assert page_numbers(total=200, page=5, size=20).numbers == (1, 2, 3, 4, 5, 6, 7, None, 10)


def test_one_page_has_no_neighbours() -> None:
    pages = page_numbers(total=0, page=1, size=20)
    assert (pages.numbers, pages.before, pages.after) == ((1,), None, None)


@given(st.integers(1, 300), st.data())
def test_first_last_and_this_page_are_always_there(last: int, data: st.DataObject) -> None:
    page = data.draw(st.integers(1, last))
    pages = page_numbers(last * 20, page, 20)
    shown = [number for number in pages.numbers if number is not None]
    assert {1, page, last} <= set(shown)
    assert shown == sorted(set(shown))
    assert len(pages.numbers) <= 9
    assert pages.before == (page - 1 or None)
