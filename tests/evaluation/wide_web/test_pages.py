from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

import pytest

from core.topic import shipped_topic
from evaluation.wide_web.pages import response
from evaluation.wide_web.web import WideWeb
from pages.page import Page
from rules.extract import extract
from rules.learn import Example, train
from rules.library import RuleLibrary
from rules.record import with_standard_names

if TYPE_CHECKING:
    from pathlib import Path

    from evaluation.wide_web.plan import BoardPlan, Form
    from evaluation.wide_web.wide_site import WideSite
    from samples.site import ProductPage

WEB = WideWeb(20_000)
SITE = WEB.sites["www.digiland.example"]
LONGEST = max(SITE.plan.boards, key=lambda board: board.list_pages)
YIKU, DAHUANG = WEB.sites["www.yiku.example"], WEB.sites["www.dahuang.example"]
SMALL_WEB = WideWeb(5_000)
TOPIC = shipped_topic("phones")


def linked(page: int) -> set[str]:
    return set(re.findall(r'<a href="([^"?]+)', response(SITE, page).body.decode()))


def linked_list_pages(board: BoardPlan, page: int) -> list[int]:
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


def links_in(site: WideSite, page: int) -> list[str]:
    return re.findall(r'<a href="([^"]+)"', response(site, page).body.decode(site.codec))


def phones_linked(site: WideSite, form: Form, theme: str) -> float:
    """The share of pages of a kind that link to a phone."""
    boards = [board for board in site.plan.boards_by_form[form] if board.section.theme == theme]
    pages = [board.item(index) for board in boards for index in range(0, board.items, 3)]
    phones = {site.href(site.path(site.plan.product(n))) for n in range(site.products)}
    return sum(not phones.isdisjoint(links_in(site, page)) for page in pages) / len(pages)


@pytest.mark.parametrize("site", WEB.sites.values(), ids=WEB.hosts)
def test_bridges_link_to_where_they_lead(site: WideSite) -> None:
    for page, targets in site.doors.items():
        links = [link.replace("&amp;", "&") for link in links_in(site, page)]
        assert {site.href(site.path(target)) for target in targets} <= set(links)


def test_pages_about_phones_link_to_phones_more_often_than_others() -> None:
    assert 0.2 < phones_linked(YIKU, "article", "phones") < 0.45
    assert 0.02 < phones_linked(YIKU, "article", "recipes") < 0.1
    assert phones_linked(DAHUANG, "article", "phones") < 0.15


def test_pages_link_to_pages_of_about_their_age() -> None:
    board = YIKU.plan.boards_by_form["thread"][0]
    writers = YIKU.plan.boards_by_form["user"]
    early = {YIKU.path(writer.item(index)) for writer in writers for index in range(8)}
    assert not early.isdisjoint(links_in(YIKU, board.item(0)))
    popular = {YIKU.path(page) for pages in YIKU.hot.values() for page in pages}
    assert early.isdisjoint(set(links_in(YIKU, board.item(board.items // 2))) - popular)


def products(host: str, count: int) -> list[ProductPage]:
    step = SMALL_WEB.sites[host].products // count
    return [SMALL_WEB.product_page(host, number * step) for number in range(count)]


def read(page: ProductPage) -> Page:
    return Page.read(page.body, page.url, page.content_type)


@pytest.mark.parametrize("host", SMALL_WEB.hosts)
def test_gold_is_what_the_served_page_shows(host: str) -> None:
    for page in products(host, 10):
        assert SMALL_WEB.is_product(page.url)
        assert SMALL_WEB.fetch(page.url).body == page.body
        text = page.body.decode(SMALL_WEB.sites[host].codec)
        for pair in page.gold:
            assert pair.name in text
            assert escape(pair.value) in text


@pytest.mark.parametrize("host", SMALL_WEB.hosts)
def test_pages_show_8_to_16_attributes_and_not_all_the_same(host: str) -> None:
    shown = [tuple(pair.attribute for pair in page.gold[1:]) for page in products(host, 20)]
    assert all(8 <= len(attributes) <= 16 for attributes in shown)
    assert len(set(shown)) > 2


@pytest.mark.parametrize("host", SMALL_WEB.hosts)
def test_names_are_those_of_the_topic(host: str) -> None:
    for page in products(host, 5):
        for pair in page.gold[1:]:
            assert TOPIC.standard_name(pair.name) == pair.attribute


@pytest.mark.parametrize("host", SMALL_WEB.hosts)
def test_one_labelled_page_teaches_to_read_the_others(host: str, tmp_path: Path) -> None:
    sample, *others = products(host, 12)
    library = RuleLibrary(tmp_path)
    train(library, read(sample), [Example(**pair._asdict()) for pair in sample.gold])
    for page in others:
        extraction = with_standard_names(extract(read(page), library.rules_for(page.url)), TOPIC)
        pairs = [pair for record in extraction.records for pair in record.pairs]
        assert {(pair.attribute, pair.value) for pair in pairs} == {
            (pair.attribute, pair.value) for pair in page.gold
        }


def test_other_goods_stand_in_the_layout_of_phones_and_are_no_products() -> None:
    site = SMALL_WEB.sites["www.dahuang.example"]
    board = site.plan.boards_by_form["goods"][-1]
    url = site.url(board.item(0))
    body = SMALL_WEB.fetch(url).body.decode("gbk")
    assert '<div class="mc">总容积</div><div class="nr">' in body
    assert '<div class="mc">参考价格</div><div class="nr">￥' in body
    assert not SMALL_WEB.is_product(url)
