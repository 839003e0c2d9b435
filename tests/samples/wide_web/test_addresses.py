import pytest

from samples.wide_web.addresses import Addresses
from samples.wide_web.sites.yiku import Yiku
from samples.wide_web.web import WideWeb

SITE = Yiku(3_000)
ADDRESSES = Addresses(SITE)


def test_every_page_is_found_where_it_stands() -> None:
    for page in range(3_000):
        assert ADDRESSES.find(SITE.path(page)) == page


@pytest.mark.parametrize(
    "path",
    [
        "/i/1.html",
        "/i/999999999999.html",
        f"{SITE.path(2_000)}/",
        SITE.path(2_000).replace("/i/", "/i/0"),
        SITE.path(SITE.plan.boards[9].list_page(0)).replace(".html", "_1.html"),
        SITE.path(SITE.plan.boards[9].list_page(0)).replace(".html", "_0.html"),
        SITE.path(SITE.plan.boards[9].list_page(0)).replace(".html", "_99.html"),
        "/c/1.html",
        "",
    ],
)
def test_nothing_stands_where_the_site_would_not_put_it(path: str) -> None:
    assert ADDRESSES.find(path) is None


def test_only_some_pages_have_moved() -> None:
    moved = [page for page in range(3_000) if ADDRESSES.moved(SITE.old_path(page)) == page]
    assert 20 < len(moved) < 50
    assert ADDRESSES.moved("/old/x") is None
    assert ADDRESSES.moved("/older/100001") is None


def test_parameters_may_stand_in_any_order() -> None:
    web = WideWeb(2_000)
    written = next(url for url in web.all_urls() if "mod=view&id=" in url)
    before, _, number = written.partition("mod=view&id=")
    assert web.canonical(f"{before}id={number}&mod=view") == written
    assert web.fetch(f"{before}id={number}&mod=topic").status == 404
