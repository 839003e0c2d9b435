"""Facets on demand: by address, and in Chromium as people use them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

import lxml.html
import pytest

pytest.importorskip("playwright.sync_api", reason="needs the extra `render`")

from playwright.sync_api import expect

from tests.search_ui.searching.browser import NARROW, chromium, visitor
from tests.search_ui.shop_for_tests import open_shop, phones
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page

RARE = {"无线充电": ("支持", "不支持"), "重量": ("150g", "190g", "230g")}


def with_many_facets() -> Iterator[dict[str, str]]:
    """Eleven that all have, and two of which few pages say something."""
    for number, phone in enumerate(phones()):
        said = phone | {
            "机身内存": f"{32 << (number % 3)}GB",
            "手机制式": ("4G 全网通", "5G/4G 全网通")[number // 2 % 2],
            "操作系统": ("Android 13", "HarmonyOS 3")[number // 2 % 2],
            "主屏材质": ("OLED", "TFT")[number // 2 % 2],
        }
        few = {name: values[number % len(values)] for name, values in RARE.items()}
        yield said | few if number < 6 else said


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Instead of the usual one."""
    shop = tmp_path_factory.mktemp("shop")
    open_shop(shop, list(with_many_facets()))
    return shop


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


def page_at(client: FlaskClient, address: str) -> lxml.html.HtmlElement:
    answer = client.get(address)
    assert answer.status_code == 200
    return lxml.html.fromstring(answer.text)


def boxes(page: lxml.html.HtmlElement) -> list[str]:
    return [box.get("data-name") for box in page.cssselect(".facet[data-name]")]


def more(page: lxml.html.HtmlElement) -> dict[str, lxml.html.HtmlElement]:
    links = page.cssselect("#more-facets .choices a")
    return {link.cssselect("bdi")[0].text_content(): link for link in links}


def test_the_rest_is_listed_closed_with_how_many_have_it(client: FlaskClient) -> None:
    page = page_at(client, "/search?q=小米&is.NFC=yes")
    assert len(boxes(page)) == 10
    assert page.cssselect("#more-facets")[0].get("open") is None
    links = more(page)
    assert links["重量"].cssselect(".count")[0].text_content() == "3"
    assert links.keys() >= RARE.keys()
    assert not links.keys() & set(boxes(page))
    assert unquote(links["重量"].get("href")) == "/search?q=小米&is.NFC=yes&facet=重量"


def test_an_added_facet_stands_open_behind_the_others_and_a_link_takes_it_away(
    client: FlaskClient,
) -> None:
    page = page_at(client, "/search?facet=重量&facet=nothing&page=2")
    assert len(boxes(page)) == 11
    assert boxes(page)[-1] == "重量"
    assert page.cssselect('.facet[data-name="重量"]')[0].get("open") is not None
    links = more(page)
    assert next(iter(links)) == "重量"
    assert (links["重量"].get("class"), links["重量"].get("href")) == ("chosen", "/search")
    both = unquote(links["无线充电"].get("href"))
    assert both == "/search?facet=无线充电&facet=重量"
    assert boxes(page_at(client, both))[-2:] == ["无线充电", "重量"]
    assert page.cssselect("meta[name=robots]")


def test_every_way_on_keeps_what_was_added(client: FlaskClient) -> None:
    page = page_at(client, "/search?q=小米 2000mAh以上&facet=重量")
    ways = [
        *page.cssselect(".facet[data-name] .choices a"),
        *page.cssselect("a.chip"),
        *page.cssselect("nav.pages a"),
        *page.cssselect(".exports a"),
    ]
    assert len(ways) > 10
    assert all(unquote(way.get("href")).endswith("facet=重量") for way in ways)
    forms = page.cssselect("form[data-swap]")
    assert len(forms) > 3
    assert all(form.fields["facet"] == "重量" for form in forms)


def test_programs_get_it_too(client: FlaskClient) -> None:
    told = client.get("/search.json?facet=重量").get_json()
    assert told["facets"][-1]["attribute"] == "重量"
    assert client.get("/search.csv?facet=重量").data == client.get("/search.csv").data


def add(page: Page, label: str) -> None:
    page.locator("#more-facets > summary").click()
    page.locator(f"#more-facets a:has(bdi:text-is('{label}'))").click()


@needs_browser
@pytest.mark.parametrize("scripts", [True, False])
def test_a_rare_attribute_narrows(browser: Browser, site: str, *, scripts: bool) -> None:
    with visitor(browser, site, scripts=scripts) as page:
        page.goto("/search?q=小米")
        add(page, "无线充电")
        box = page.locator('.facet[data-name="无线充电"]')
        expect(box).to_have_attribute("open", "")
        if scripts:
            expect(page.locator("#more-facets a.chosen")).to_be_focused()
        box.locator(".choices a").first.click()
        expect(page.locator("#total")).to_have_text("共 3 款")
        expect(page.locator(".chip")).to_have_count(2)
        page.locator(".chip").last.click()
        expect(page.locator("#total")).to_have_text("共 24 款")
        expect(box).to_be_visible()


@needs_browser
def test_on_a_narrow_page(browser: Browser, site: str) -> None:
    with visitor(browser, site, NARROW, language="en-GB") as page:
        page.goto("/search")
        page.locator(".facets-summary").click()
        add(page, "Weight")
        expect(page.locator('.facet[data-name="重量"]')).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
