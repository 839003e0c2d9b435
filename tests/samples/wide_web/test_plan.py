from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, lists

from samples.wide_web.plan import Plan, divided
from samples.wide_web.sites.digiland import Digiland


def plan(pages: int) -> Plan:
    return Plan("host", pages, pages // 10, Digiland.sections, 15)


@given(integers(0, 10**7), lists(integers(1, 50), min_size=1))
def test_parts_add_up_and_follow_their_weights(total: int, weights: list[int]) -> None:
    parts = divided(total, weights)
    assert sum(parts) == total
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part - total * weight / sum(weights)) < 1


@settings(max_examples=50, deadline=None)
@given(integers(400, 400_000))
def test_boards_fill_the_plan_exactly_whatever_its_size(pages: int) -> None:
    boards = plan(pages).boards
    assert boards[-1].first + boards[-1].list_pages + boards[-1].items == pages
    assert all(board.items and board.list_pages for board in boards)
    assert sum(board.items for board in boards if board.section.form == "phone") == pages // 10


def test_every_page_has_one_place() -> None:
    made = plan(1_000)
    places = [made.place(page) for page in range(1_000)]
    assert len(set(places)) == 1_000
    assert [place.kind for place in places[:3]] == ["home", "section", "section"]
    for board in made.boards:
        assert made.place(board.list_page(0)) == ("list", board.number, 0)
        assert made.place(board.item(1)) == ("item", board.number, 1 % board.items)


def test_a_list_shows_each_item_once_and_no_page_is_empty() -> None:
    for board in plan(5_000).boards:
        pages = [list(board.shown_on(page)) for page in range(board.list_pages)]
        assert list(chain.from_iterable(pages)) == list(range(board.items))
        assert all(1 <= len(page) <= 15 for page in pages)


def test_lists_grow_longer_as_the_web_grows() -> None:
    longest = [max(board.list_pages for board in plan(size).shelves) for size in (1_000, 100_000)]
    assert longest[0] < 4
    assert longest[1] > 10


def test_products_are_counted_through_all_shelves() -> None:
    made = plan(1_000)
    products = [made.product(number) for number in range(100)]
    assert products == [page for page in range(1_000) if made.form(page) == "phone"]
    for number in (-1, 100):
        with pytest.raises(IndexError, match=f"no product {number}: they count from 0 to 99"):
            made.product(number)
