"""Pages about other things, some of which lead to phones."""

import re

import pytest

from samples.wide_web.making import response
from samples.wide_web.plan import Form
from samples.wide_web.site import WideSite
from samples.wide_web.web import WideWeb

WEB = WideWeb(20_000)
YIKU, DAHUANG = WEB.sites["www.yiku.example"], WEB.sites["www.dahuang.example"]


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
