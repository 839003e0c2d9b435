"""Unread pages by layout: alike ones together, others apart, the most valuable first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rules.library import LIBRARIES
from samples.pocket_web import PocketWeb
from samples.proxy import LoggedRequest, PocketProxy
from samples.site import ProductPage
from search_ui.label_bring import NotFetchedError, fetch_page
from search_ui.label_layouts import unread_layouts
from store.frontier import set_link_group
from store.ledger import Ledger, ledger_url
from store.visits import set_outcome
from tests.search_ui.label.stored_site import SETTINGS, labelling_site, store
from tests.spider.raw_server import RawServer, page, serving
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from pathlib import Path

    from core.settings import Settings
    from tests.search_ui.label.conftest import LabellingSite


WEB = PocketWeb()


def other_page(url: str) -> ProductPage:
    return ProductPage(url, WEB.fetch(url).body, "text/html", (), "", "")


def test_a_layout_may_have_many_kinds_of_addresses(tmp_path: Path) -> None:
    products = list(WEB.product_pages("m.tongxun.example"))
    lists = [other_page("http://m.tongxun.example/"), other_page("http://m.tongxun.example/news/")]
    store(tmp_path, [*lists, *products], tmp_path / "rules")
    with labelling_site(tmp_path, tmp_path / "rules").app_context():
        first, *rest = unread_layouts()
    assert round(first.pages) == len(products)
    assert len(first.shapes) > 1
    assert not any("@" in shape for shape in first.shapes)
    assert {page.url for page in first.samples} <= {page.url for page in products}
    assert all(layout.worth < first.worth for layout in rest)


def test_products_come_first_and_lists_that_show_more_names_after_them(tmp_path: Path) -> None:
    products = list(WEB.product_pages("m.tongxun.example"))[:2]
    lists = [other_page("http://m.tongxun.example/"), other_page("http://m.tongxun.example/news/")]
    numbers = store(tmp_path, [*lists, *products], tmp_path / "rules")
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        for page in lists:
            set_outcome(conn, numbers[page.url], "no-rule", 1.0)
            set_link_group(conn, numbers[page.url], "list")
        for page in products:
            set_outcome(conn, numbers[page.url], "no-rule", 0.2)
    with labelling_site(tmp_path, tmp_path / "rules").app_context():
        first, *rest = unread_layouts()
    assert first.shows_products
    assert {page.url for page in first.samples} <= {page.url for page in products}
    assert any(layout.worth > first.worth for layout in rest)


def test_a_dismissed_page_takes_those_like_it_along(labelling: LabellingSite) -> None:
    link = labelling.numbers[labelling.pages[0].url]
    assert 'class="layout card"' in labelling.admin.get("/label").text
    assert labelling.post("/label/dismiss", link=link).status_code == 303
    page = labelling.admin.get("/label").text
    assert 'class="layout card"' not in page
    assert "已忽略的页面：1" in page
    labelling.post("/label/dismiss", link=link, again=1)
    page = labelling.admin.get("/label").text
    assert 'class="layout card"' in page
    assert "已忽略的页面" not in page


@pytest.mark.parametrize("link", ["", "x", "-1", "0", "9" * 30])
def test_what_is_no_page_is_not_dismissed(labelling: LabellingSite, link: str) -> None:
    assert labelling.post("/label/dismiss", link=link).status_code == 404


def test_pages_that_rules_read_are_not_offered(tmp_path: Path) -> None:
    store(tmp_path, list(WEB.product_pages("m.tongxun.example"))[:3], LIBRARIES)
    with labelling_site(tmp_path, tmp_path / "rules").app_context():
        assert unread_layouts() == []


def test_a_page_that_the_archive_lost_is_a_layout_of_its_own(tmp_path: Path) -> None:
    store(tmp_path, list(WEB.product_pages("m.tongxun.example"))[:3], tmp_path / "rules")
    for file in (tmp_path / "archive").iterdir():
        file.unlink()
    with labelling_site(tmp_path, tmp_path / "rules").app_context():
        assert sum(layout.pages for layout in unread_layouts()) == 3


# A page fetched for labelling passes the spider's checks, and each redirect does.


def with_crawl(**chosen: object) -> Settings:
    crawl = SETTINGS.crawl.model_copy(update=chosen)
    return SETTINGS.model_copy(update={"crawl": crawl})


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search_ui.label_bring._LONGEST_WAIT", PATIENCE)


@pytest.fixture(autouse=True)
def no_proxy_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "http_proxy",
        "https_proxy",
        "all_proxy",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def canary() -> Iterator[RawServer]:
    with serving(lambda connection, _: connection.sendall(page("<p>contacted"))) as server:
        yield server


def refusal(url: str, *allowed: str, **limits: object) -> str:
    with pytest.raises(NotFetchedError) as caught:
        fetch_page(url, with_crawl(allow=allowed, **limits))
    return str(caught.value)


@pytest.mark.slow
def test_a_page_of_the_web_comes_as_it_is_through_the_proxy_of_the_settings() -> None:
    asked: list[LoggedRequest] = []
    web = PocketWeb()
    with PocketProxy(web, log=asked.append) as proxy:
        url = "http://www.pcpop.example/"
        got = fetch_page(url, with_crawl(proxy=proxy.url))
        assert (got.url, got.body, got.encoding) == (url, web.fetch(url).body, "gb18030")
        with pytest.raises(NotFetchedError, match="Status 404"):
            fetch_page(f"{url}nowhere", with_crawl(proxy=proxy.url))
    assert [one.url for one in asked][:2] == [f"{url}robots.txt", url]


@pytest.mark.slow
def test_an_inner_address_is_refused_and_never_contacted(canary: RawServer) -> None:
    url = f"http://127.0.0.1:{canary.port}/"
    assert "127.0.0.1 is a loopback address" in refusal(url)
    assert canary.connections == 0


def test_a_redirect_into_the_machine_is_refused(canary: RawServer) -> None:
    def away(connection: socket.socket, path: str) -> None:
        if path == "/robots.txt":
            connection.sendall(page("", "404 Not Found"))
        else:
            target = f"http://127.1.1.1:{canary.port}/"
            connection.sendall(page("", "302 Found", Location=target))

    with serving(away) as server:
        words = refusal(f"http://127.0.0.1:{server.port}/", "127.0.0.1")
    assert "127.1.1.1 is a loopback address" in words
    assert canary.connections == 0


@pytest.mark.slow
def test_redirects_that_lead_on_and_on_come_to_an_end() -> None:
    def further(connection: socket.socket, path: str) -> None:
        connection.sendall(page("", "302 Found", Location=f"{path}x"))

    with serving(further) as server:
        words = refusal(f"http://127.0.0.1:{server.port}/", "127.0.0.1", redirects=2)
    assert "Redirects led on and on" in words
    assert len(server.heads) < 15


@pytest.mark.slow
def test_an_answer_that_is_too_large_is_given_up() -> None:
    with serving(lambda connection, _: connection.sendall(page(b"x" * 1_100_000))) as server:
        words = refusal(f"http://127.0.0.1:{server.port}/", "127.0.0.1", page_megabytes=1)
    assert "larger than a page may be" in words


@pytest.mark.slow
def test_what_robots_txt_forbids_is_not_fetched() -> None:
    def forbidden(connection: socket.socket, path: str) -> None:
        robots = page("User-agent: *\nDisallow: /", **{"Content-Type": "text/plain"})
        connection.sendall(robots if path == "/robots.txt" else page("<p>secret"))

    with serving(forbidden) as server:
        assert "robots.txt" in refusal(f"http://127.0.0.1:{server.port}/", "127.0.0.1")
    assert len(server.heads) == 1
