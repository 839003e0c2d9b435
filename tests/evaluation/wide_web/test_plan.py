from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, lists

from evaluation.wide_web.plan import Plan, divided, doors_of, islands_of
from evaluation.wide_web.sites.digiland import Digiland


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


def test_every_shelf_stands_on_one_island() -> None:
    for shelves in (6, 11, 12, 40):
        standing = [number for island in islands_of(shelves) for number in island.shelves]
        assert standing == list(range(shelves))


def test_even_a_small_site_has_an_island_of_each_reach() -> None:
    assert [island.reach for island in islands_of(6)] == ["near", "far", "hidden"]


def test_hubs_are_numbered_one_after_the_other() -> None:
    hubs = [hub for island in islands_of(30) for hub in (island.hub, island.door)]
    assert sorted(set(hubs)) == list(range(max(hubs) + 1))


def test_doors_lead_to_every_island() -> None:
    plan = Plan("host", 4_000, 400, Digiland.sections, 15)
    doors = doors_of("host", plan)
    targets = [target for leads in doors.values() for target in leads]
    for island in plan.islands:
        assert plan.hub_page(island.door) in targets
        assert plan.hub_page(island.hub) in targets
    kinds = {island.reach: set[str]() for island in plan.islands}
    for page, leads in doors.items():
        for island in plan.islands:
            if plan.hub_page(island.door) in leads:
                kinds[island.reach].add(plan.place(page).kind)
    assert kinds == {"near": {"section"}, "far": {"item"}, "hidden": {"item"}}
