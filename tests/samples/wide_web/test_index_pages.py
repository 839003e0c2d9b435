"""Lists and what leads to them."""

import re

from samples.wide_web.making import response
from samples.wide_web.plan import Board
from samples.wide_web.web import WideWeb

WEB = WideWeb(20_000)
SITE = WEB.sites["www.digiland.example"]
LONGEST = max(SITE.plan.boards, key=lambda board: board.list_pages)


def linked(page: int) -> set[str]:
    return set(re.findall(r'<a href="([^"?]+)', response(SITE, page).body.decode()))


def linked_list_pages(board: Board, page: int) -> list[int]:
    links = linked(board.list_page(page))
    return [
        other for other in range(board.list_pages) if SITE.path(board.list_page(other)) in links
    ]


def test_a_list_links_to_its_items() -> None:
    for page in range(LONGEST.list_pages):
        items = {SITE.path(LONGEST.item(index)) for index in LONGEST.shown_on(page)}
        assert items <= linked(LONGEST.list_page(page))


def test_pages_far_down_a_list_are_reached_step_by_step() -> None:
    assert LONGEST.list_pages > 5
    assert linked_list_pages(LONGEST, 0) == [0, 1, 2]
    # The way up, the first page, is on every page.
    assert linked_list_pages(LONGEST, 4)[:4] == [0, 2, 3, 5]


def test_lists_of_phones_link_to_lists_of_their_island_only() -> None:
    plan = SITE.plan
    for shelf in plan.shelves:
        lists = {
            other.number for other in plan.shelves if SITE.path(other.first) in linked(shelf.first)
        }
        assert lists - {shelf.number} == set(plan.island(shelf).shelves) - {shelf.number}


def test_hubs_link_to_the_lists_of_their_island_and_events_to_the_hub() -> None:
    plan = SITE.plan
    for island in plan.islands:
        hub = linked(plan.hub_page(island.hub))
        assert {SITE.path(shelf.first) for shelf in plan.shelves_of(island)} <= hub
        if island.reach == "hidden":
            assert SITE.path(plan.hub_page(island.hub)) in linked(plan.hub_page(island.door))


def test_a_section_links_to_all_its_boards() -> None:
    for number, section in enumerate(SITE.sections):
        boards = {SITE.path(board.first) for board in SITE.plan.boards_of(section)}
        assert boards <= linked(SITE.plan.section_page(number))
