from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import pytest

from evaluation.wide_web.web import WideWeb

if TYPE_CHECKING:
    from evaluation.wide_web.plan import Form
    from evaluation.wide_web.wide_site import WideSite

WEB = WideWeb(20_000)
DIGILAND, ZHICHANG, YIKU, GADGETPRESS, DAHUANG = WEB.sites.values()
_HREF = re.compile(r'<a href="([^"]+)"')


def text(site: WideSite, page: int) -> str:
    return WEB.fetch(site.url(page)).body.decode(site.codec)


def pages(site: WideSite) -> range:
    """Some of all kinds."""
    return range(0, site.plan.pages, 71)


def items(site: WideSite, form: Form) -> list[str]:
    """The paths of some items of a form."""
    boards = site.plan.boards_by_form[form]
    return [site.path(board.item(index)) for board in boards for index in (0, 1, board.items - 1)]


def shapes(paths: list[str]) -> set[str]:
    return {re.sub(r"\d+", "0", path) for path in paths}


@pytest.mark.parametrize("host", WEB.hosts)
def test_pages_are_of_ordinary_size_with_an_ordinary_number_of_links(host: str) -> None:
    site = WEB.sites[host]
    made = [text(site, page) for page in pages(site)]
    sizes = sorted(len(page.encode(site.codec)) for page in made)
    links = sorted(len(_HREF.findall(page)) for page in made)
    assert sizes[0] > 4_000
    assert 6_000 < sizes[len(sizes) // 5] < sizes[-1] < 25_000
    assert 25 <= links[0] <= links[-1] <= 70


@pytest.mark.parametrize("host", WEB.hosts)
def test_pages_have_title_description_and_heading(host: str) -> None:
    site = WEB.sites[host]
    for page in pages(site):
        made = text(site, page)
        title = site.title(page)
        assert re.search(rf"(?i)<title>{re.escape(title)}", made)
        assert re.search(r'(?i)name="description"\s+content="[^"]', made)
        assert re.search(rf"(?i)<h[12]>{re.escape(title)}</h[12]>", made)


@pytest.mark.parametrize("host", WEB.hosts)
def test_encodings_are_as_declared(host: str) -> None:
    site = WEB.sites[host]
    response = WEB.fetch(site.url(0))
    declared = re.search(rb'(?i)charset="?([\w-]+)', response.body)
    assert declared
    assert {"gb2312": "gbk"}.get(declared[1].decode(), declared[1].decode()) == site.codec
    assert response.content_type == site.content_type


@pytest.mark.slow
@pytest.mark.parametrize("host", WEB.hosts)
def test_links_lead_to_pages_but_for_some_noise(host: str) -> None:
    site = WEB.sites[host]
    kinds = dict.fromkeys(("page", "moved", "dead", "advertisement", "friend"), 0)
    for page in pages(site):
        for href in _HREF.findall(text(site, page)):
            url = urljoin(site.url(page), unescape(href))
            kinds[kind(site, url)] += 1
    assert all(kinds.values())
    assert kinds["page"] > 0.9 * sum(kinds.values())


def kind(site: WideSite, url: str) -> str:
    host = urlsplit(url).hostname
    if host not in WEB.hosts:
        return "advertisement"
    if host != site.host:
        assert WEB.is_page(url)
        return "friend"
    status = WEB.fetch(url).status
    return {200: "page", 301: "moved", 404: "dead"}[status]


@pytest.mark.parametrize("host", WEB.hosts)
def test_some_links_are_tracked(host: str) -> None:
    site = WEB.sites[host]
    tracked = [page for page in pages(site) if f"{site.tracking}=hot" in text(site, page)]
    assert tracked


def test_digiland_speaks() -> None:
    assert all(
        re.fullmatch(r"/phones/[a-z0-9-]+/[a-z0-9-]+\.html", p) for p in items(DIGILAND, "phone")
    )
    assert not [path for path in items(DIGILAND, "article") if "phones" in path]


def test_zhichang_shows_everything_with_one_script() -> None:
    assert (
        shapes(items(ZHICHANG, "phone")) == {"/detail.php?id=0"} == shapes(items(ZHICHANG, "goods"))
    )
    assert shapes(items(ZHICHANG, "article")) == {"/detail.php?mod=view&id=0"}


def test_yiku_does_not_tell_what_is_what() -> None:
    forms: tuple[Form, ...] = ("phone", "goods", "article", "thread", "user", "tag")
    assert {shape for form in forms for shape in shapes(items(YIKU, form))} == {"/i/0.html"}
    shelf, other = YIKU.plan.shelves[0], YIKU.plan.boards[-1]
    assert shapes([YIKU.path(shelf.first), YIKU.path(other.first)]) == {"/c/0.html"}


def test_gadgetpress_writes_news_as_it_writes_phones() -> None:
    for form in ("phone", "article"):
        paths = items(GADGETPRESS, form)
        assert all(re.fullmatch(r"/[a-z0-9]+(_[a-z0-9]+)+-\d+\.php", path) for path in paths)


def test_gadgetpress_writes_english_and_only_its_friends_do_not() -> None:
    for page in pages(GADGETPRESS):
        assert re.sub(r'<a [^>]* target="_blank">[^<]*</a>', "", text(GADGETPRESS, page)).isascii()


def test_dahuang_misleads() -> None:
    news = items(DAHUANG, "article")
    for word in ("product", "phone", "specs"):
        assert [path for path in news if f"/{word}/" in path]
    assert shapes(items(DAHUANG, "phone")) == shapes(items(DAHUANG, "goods"))
    titles = {DAHUANG.title(page) for page in range(DAHUANG.plan.pages)}
    assert [title for title in titles if title.startswith("手机参数大揭秘")]
