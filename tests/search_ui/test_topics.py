"""Several topics on one server: each below its own path, with a switch between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lxml import html
from playwright.sync_api import expect

from core.topic import shipped_topic
from tests.search_ui.log_in import logged_in
from tests.search_ui.search.browser import visitor
from tests.search_ui.search.loopback import served
from tests.search_ui.shop_for_tests import open_shop, phones
from tests.search_ui.site_for_tests import site_on
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser

BOTH = ("monitors", "phones")
GERMAN = {"Accept-Language": "de"}


def monitors() -> Iterator[dict[str, str]]:
    for number in range(1, 9):
        yield {
            "Produktname": f"Eizo Flex{number}0",
            "Marke": "Eizo",
            "Preis": f"{1000 + number * 50},50 €",
            "Bildschirmdiagonale": f"{20 + number},5 Zoll",
            "Farbe": "Schwarz" if number % 2 else "Weiß",
        }


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("both")
    open_shop(folder, list(phones())[:12])
    open_shop(folder, monitors(), shipped_topic("monitors"))
    return folder


@pytest.fixture(scope="module")
def app(data: Path) -> Flask:
    return site_on(data, BOTH)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(("topic", "found"), [("phones", 12), ("monitors", 8)])
def test_each_topic_has_all_pages_below_its_path(
    client: FlaskClient, topic: str, found: int
) -> None:
    answer = client.get(f"/t/{topic}/search.json").json
    assert answer
    assert answer["total"] == found
    for path in ("", "/", "/search", "/help", "/compare", "/interface", "/opensearch.xml"):
        assert client.get(f"/t/{topic}{path}").status_code == 200, path
    assert client.get(f"/t/{topic}/monitor").location.startswith(f"/t/{topic}/log-in?next=")


@pytest.mark.parametrize("topic", BOTH)
def test_every_link_of_a_page_stays_within_its_topic(client: FlaskClient, topic: str) -> None:
    logged_in(client, client.application.extensions["specseek"]["phones"].settings.data)
    seen = {f"/t/{topic}/"}
    waiting = list(seen)
    while waiting and len(seen) < 120:
        page = html.fromstring(client.get(waiting.pop(), headers=GERMAN).data)
        links = page.xpath("//main//@href | //main//@action | //footer//@href | //main//@src")
        for link in (one.partition("#")[0] for one in links if one.startswith("/")):
            assert link.startswith((f"/t/{topic}/", "/static/")), link
            if link not in seen and "/log-out" not in link:
                seen.add(link)
                waiting.append(link)
    assert len(seen) > 20


def test_addresses_in_data_and_for_search_engines_have_the_topic(client: FlaskClient) -> None:
    answer = client.get("/t/monitors/search.json?size=2").json
    assert answer
    assert answer["next"].startswith("/t/monitors/search.json?")
    (first, *_) = answer["products"]
    page = html.fromstring(client.get(f"/t/monitors/p/{first['id']}").data)
    (canonical,) = page.xpath("//link[@rel='canonical']/@href")
    assert canonical.startswith("http://localhost/t/monitors/p/")
    files = html.fromstring(client.get("/sitemap.xml").data).xpath("//loc/text()")
    assert files == [f"http://localhost/t/{one}/sitemap-1.xml" for one in BOTH]
    assert canonical in client.get("/t/monitors/sitemap-1.xml").text
    robots = client.get("/robots.txt").text
    assert "Disallow: /t/monitors/search\n" in robots
    assert "Disallow: /t/phones/search\n" in robots
    assert "Sitemap: http://localhost/sitemap.xml" in robots
    description = client.get("/t/monitors/openapi.json").json
    assert description
    assert description["servers"] == [{"url": "/t/monitors"}]


def test_without_a_topic_the_page_asks_for_one(client: FlaskClient) -> None:
    home = client.get("/", headers=GERMAN)
    links = html.fromstring(home.data).xpath("//main//h2/a/@href")
    assert (home.status_code, links) == (200, ["/t/monitors/", "/t/phones/"])
    assert "Handys" in home.text
    other = client.get("/search?q=a+b", headers=GERMAN)
    links = html.fromstring(other.data).xpath("//main//a/@href")
    assert (other.status_code, links) == (404, [f"/t/{one}/search?q=a+b" for one in BOTH])
    told = client.get("/search.json")
    assert told.status_code == 404
    assert told.json
    assert "/t/monitors/search.json" in told.json["error"]["reason"]
    assert client.get("/t/teapots/").status_code == 404
    assert client.get("/sitemap-1.xml").status_code == 404
    assert client.get("/log-in").status_code == 200
    assert 'name="next" value="/t/phones/"' in client.get("/t/phones/log-in").text
    assert client.post("/review/decide").status_code in {400, 404}


def test_the_home_page_of_several_topics_searches_each_of_them(client: FlaskClient) -> None:
    home = html.fromstring(client.get("/", headers={"Accept-Language": "en"}).data)
    texts = [one.text_content() for one in home.xpath("//main//section[h2]")]
    assert ["8 products from" in text for text in texts] == [True, False]
    assert home.xpath("//main//form/@action") == [f"/t/{one}/search" for one in BOTH]
    examples = home.xpath("//main//section[h2]//li/a/@href")
    assert examples
    for address in examples:
        answer = client.get(address.replace("/search", "/search.json", 1)).json
        assert answer
        assert answer["total"]


def test_a_single_topic_has_its_pages_at_the_root_and_below_its_path(data: Path) -> None:
    client = site_on(data, ["monitors"]).test_client()
    assert client.get("/search.json").json == client.get("/t/monitors/search.json").json
    page = client.get("/t/monitors/", headers=GERMAN).text
    assert "switch-topic" not in page
    assert 'href="/search"' in page


@pytest.mark.parametrize(
    ("topic", "accepts", "shown"),
    [("monitors", "fr", "de"), ("phones", "fr", "zh-CN"), ("phones", "de", "de"), ("", "fr", "en")],
)
def test_the_topics_own_language_where_the_browsers_is_unknown(
    client: FlaskClient, topic: str, accepts: str, shown: str
) -> None:
    path = f"/t/{topic}/" if topic else "/"
    page = client.get(path, headers={"Accept-Language": accepts}).text
    assert f'<html lang="{shown}"' in page


def test_values_of_a_german_topic_in_every_language(client: FlaskClient) -> None:
    shown = {
        language: client.get("/t/monitors/search", headers={"Accept-Language": language}).text
        for language in ("de", "en", "zh")
    }
    assert "1.050,50 €" in shown["de"]
    assert "21,5 Zoll" in shown["de"]
    assert "€1,050.50" in shown["en"]
    assert "21.5 in" in shown["en"]
    assert "21.5 英寸" in shown["zh"]
    assert "Schwarz" in shown["de"]
    assert "Black" in shown["en"]
    assert "黑色" in shown["zh"]


def test_a_topic_without_an_index_says_so_and_the_others_are_found(tmp_path: Path) -> None:
    open_shop(tmp_path, list(phones())[:2])
    client = site_on(tmp_path, BOTH).test_client()
    assert "specseek index build --topic monitors" in client.get("/t/monitors/").text
    forms = html.fromstring(client.get("/").data).xpath("//main//form/@action")
    assert forms == ["/t/phones/search"]
    assert client.get("/t/monitors/search").status_code == 503
    assert client.get("/t/monitors/sitemap.xml").status_code == 503
    files = html.fromstring(client.get("/sitemap.xml").data).xpath("//loc/text()")
    assert files == ["http://localhost/t/phones/sitemap-1.xml"]


@needs_browser
def test_the_switch_leads_to_the_other_topic_and_baskets_are_apart(
    app: Flask, browser: Browser
) -> None:
    with served(app) as site, visitor(browser, site, locale="de-DE") as page:
        page.goto("/t/phones/search")
        page.locator(".hit input").first.check()
        expect(page.locator(".tray-list li")).to_have_count(1)
        page.click("#switch-topic summary")
        page.click("#switch-topic a:has-text('Monitore')")
        page.wait_for_url("**/t/monitors/")
        expect(page.locator("#switch-topic summary")).to_have_text("Monitore")
        page.get_by_role("link", name="Alle ansehen").click()
        expect(page.locator(".hit").first).to_contain_text("Zoll")
        expect(page.locator(".tray-list li")).to_have_count(0)
        page.goto("/t/phones/search")
        expect(page.locator(".tray-list li")).to_have_count(1)
