from __future__ import annotations

import pytest

from pages.page import Page
from spider.links.features import LinkGroup
from spider.links.judge import JudgedLink, LinkBucket
from spider.links.site_knowledge import SiteKnowledge
from spider.links.traps import Novelty, TrapWatch, is_suspect, page_texts, why_endless
from tests.effort import effort

YEAR = 2020


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/a/b/a/b/",
        "http://a.example/x/x/x/x/",
        "http://a.example/shop/en/item/shop/en/item/",
        "http://a.example/" + "".join(f"{n}/" for n in range(30)),
        "http://a.example/?sort=a&sort=b&sort=a",
        "http://a.example/?" + "&".join(f"p{n}=1" for n in range(20)),
        "http://a.example/calendar/2031/07/",
        "http://a.example/calendar/2190-07-01/",
        "http://a.example/events?date=2040-01-01",
        "http://a.example/events?year=1503",
    ],
)
def test_addresses_that_have_no_end(url: str) -> None:
    assert why_endless(url, YEAR)


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/",
        "http://a.example/phones/nokia/n95/",
        "http://a.example/2019/12/31/news.html",
        "http://a.example/1293/1292819/param.shtml",
        "http://a.example/11/11/11/11/3.html",
        "http://a.example/list?brand[]=a&brand[]=b&brand[]=c",
        "http://a.example/list?page=900",
        "http://a.example/calendar/2021/07/",
        "http://a.example/a/a/b.html",
        "http://a.example/item/2077/",
    ],
)
def test_addresses_that_have_an_end(url: str) -> None:
    assert why_endless(url, YEAR) == ""


@pytest.mark.parametrize("folder", ["a", "a%", "a-", "aA"])
def test_long_addresses_take_no_longer_than_others(folder: str) -> None:
    folders = "/".join(letter + folder * 200 for letter in "abcd")
    assert effort(lambda: why_endless(f"http://a.example/{folders}", YEAR)) < 5


def test_shapes_that_count_days_or_choose_by_many_parameters_are_suspect() -> None:
    assert is_suspect("/calendar/#-#-#/")
    assert is_suspect("/events?day=#&month=#")
    assert is_suspect("/list?a=#&b=#&c=#&d=#")
    assert not is_suspect("/list?brand=nokia&page=#")


def test_numbers_are_nothing_new() -> None:
    novelty = Novelty()
    assert novelty.of(page_texts(Page.read(b"<h1>Shop</h1><p>Page 1 of 9</p>"))) == 2
    assert novelty.of(page_texts(Page.read(b"<h1>Shop</h1><p>Page 2 of 9</p>"))) == 0
    assert novelty.of(page_texts(Page.read(b"<h1>Shop</h1><p>Contact</p>"))) == 1


SITE = "a.example"
PATIENCE = 60


def link(path: str, shape: str) -> JudgedLink:
    return JudgedLink(f"http://{SITE}{path}", SITE, shape, LinkGroup.LIST, 3, 2, "more")


def page(text: str) -> frozenset[int]:
    return page_texts(Page.read(f"<h1>Our shop</h1><p>{text}</p>".encode()))


def new(*shapes: str) -> list[LinkBucket]:
    return [LinkBucket(SITE, shape, 3) for shape in shapes]


def watch() -> TrapWatch:
    return TrapWatch({SITE: SiteKnowledge()}, PATIENCE, this_year=2020)


def visits_until_held(
    watch: TrapWatch, shape: str, text: str, found: list[LinkBucket]
) -> int | None:
    for visit in range(1, 500):
        visited = link(f"/{visit}", shape)
        if watch.note(visited, page(text.format(visit)), record=False, new_links=found):
            return visit
    return None


def test_pages_that_go_on_without_giving_anything_are_held_after_a_while() -> None:
    traps = watch()
    shape = "/maze/# @p"
    assert visits_until_held(traps, shape, "Page {}", new(shape)) == PATIENCE
    verdict = traps.verdict(link("/maze/9999", "/maze/# @li on topic"))
    assert verdict is not None
    assert verdict.address == "/maze/#"
    assert "/maze/#" in verdict.words
    assert traps.verdict(link("/other/1", "/other/# @p")) is None


def test_days_are_held_sooner() -> None:
    shape = "/calendar/#-#-#/ @p"
    held = visits_until_held(watch(), shape, "Day {}", new(shape))
    assert held is not None
    assert held < PATIENCE


def test_days_and_months_that_only_lead_to_each_other_are_one_trap() -> None:
    assert visits_until_held(watch(), "/cal/#/# @p", "Month {}", new("/cal/#/#/# @p")) is not None


def test_a_long_list_that_leads_to_other_pages_is_no_trap() -> None:
    assert visits_until_held(watch(), "/list?page=# @p", "Page {}", new("/item/# @p")) is None


def test_a_long_list_of_known_products_in_the_same_folder_is_no_trap() -> None:
    traps = watch()
    traps.note(link("/shop/7", "/shop/# @li"), page("x"), record=True, new_links=[])
    assert visits_until_held(traps, "/shop/list_# @p", "Page {}", new("/shop/# @li")) is None


def test_pages_with_records_are_no_trap() -> None:
    traps = watch()
    for n in range(500):
        visited = link(f"/i/{n}", "/i/# @p")
        assert traps.note(visited, page("same"), record=True, new_links=[]) is None


def test_pages_with_new_texts_are_no_trap() -> None:
    traps = watch()
    for n in range(500):
        story = "</p><p>".join(f"{'abcdefghij'[n % 10] * (n // 10 + 1)} {word}" for word in "xyz")
        visited = link(f"/news/{n}", "/news/# @p")
        assert traps.note(visited, page(story), record=False, new_links=[]) is None


def test_what_is_held_is_remembered_by_the_site() -> None:
    memories = {SITE: SiteKnowledge()}
    traps = TrapWatch(memories, PATIENCE, this_year=2020)
    visits_until_held(traps, "/maze/# @p", "Page {}", [])
    stored = SiteKnowledge.from_json(memories[SITE].to_json())
    again = TrapWatch({SITE: stored}, PATIENCE, this_year=2020)
    assert again.verdict(link("/maze/3", "/maze/# @p")) is not None


def test_an_address_may_tell_by_itself() -> None:
    verdict = watch().verdict(link("/a/b/a/b/", "/a/b/a/b/ @p"))
    assert verdict is not None
    assert verdict.address == ""
    assert "begin again" in verdict.words


def sitemap(number: int) -> JudgedLink:
    return link(f"/maps/{number}.xml", "/maps/#.xml @page")


def test_sitemaps_that_list_nothing_but_sitemaps_are_a_trap() -> None:
    traps = watch()
    for number in range(PATIENCE - 1):
        assert traps.note_sitemap(sitemap(number), new("/maps/#.xml @page")) is None
    assert traps.note_sitemap(sitemap(PATIENCE), new("/maps/#.xml @page"))
    assert traps.verdict(sitemap(PATIENCE + 1))


def test_sitemaps_that_list_barren_pages_are_a_trap() -> None:
    traps = watch()
    listed = new("/day/#.html @page")
    for number in range(PATIENCE):
        assert traps.note_sitemap(sitemap(number), listed) is None
    for number in range(PATIENCE):
        visited = link(f"/day/{number}.html", "/day/#.html @page")
        traps.note(visited, page("same"), record=False, new_links=[])
    told = [traps.note_sitemap(sitemap(number), listed) for number in range(PATIENCE)]
    assert told[-1]


def test_sitemaps_that_list_products_are_none() -> None:
    traps = watch()
    for number in range(3 * PATIENCE):
        assert traps.note_sitemap(sitemap(number), new("/p/# @page")) is None
        visited = link(f"/p/{number}", "/p/# @page")
        traps.note(visited, page(f"phone {number}"), record=True, new_links=[])
