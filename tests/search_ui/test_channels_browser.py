"""Articles and posts in Chromium, as people use them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.search_ui.channel_shop import open_channels
from tests.search_ui.search.browser import NARROW, visitor
from tests.search_ui.search.loopback import served
from tests.search_ui.site_for_tests import site_on
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


pytest.importorskip("playwright.sync_api", reason="needs the extra `render`")


pytestmark = [needs_browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("shop")
    open_channels(data)
    with served(site_on(data)) as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with visitor(browser, site) as one:
        yield one


def _address(page: Page) -> str:
    parts = urlsplit(page.url)
    return unquote(f"{parts.path}?{parts.query}" if parts.query else parts.path)


def test_from_tab_to_tab_with_the_same_words(page: Page) -> None:
    page.goto("/search?q=小米T200")
    page.get_by_role("link", name="评测与资讯 2").click()
    assert _address(page) == "/news?q=小米T200"
    expect(page.locator("#q")).to_have_value("小米T200")
    page.locator("#q").fill("续航")
    page.keyboard.press("Enter")
    expect(page.get_by_text("共 1 篇")).to_be_visible()
    page.get_by_role("link", name="讨论 2").click()
    assert _address(page) == "/discussions?q=续航"
    expect(page.locator(".document")).to_have_count(2)


def test_a_filter_and_the_switch_change_the_list_in_place(page: Page) -> None:
    page.goto("/discussions")
    page.evaluate("window.kept = true")
    page.locator("#low").click()
    expect(page.locator(".document")).to_have_count(4)
    page.locator(".choices a", has_text="Ann").click()
    expect(page.locator(".document")).to_have_count(1)
    assert _address(page) == "/discussions?author=Ann&low=1"
    assert page.evaluate("window.kept")
    page.go_back()
    expect(page.locator(".document")).to_have_count(4)


def test_days_are_typed(page: Page) -> None:
    page.goto("/news")
    page.get_by_label("起始日期").fill("2026-05-20")
    page.keyboard.press("Enter")
    expect(page.locator(".chip")).to_have_text("2026-05-20 至 … ×")


def test_the_stored_page_is_shown_and_does_nothing(page: Page) -> None:
    page.goto("/d/1")
    page.get_by_role("link", name="网页快照").click()
    expect(page.frame_locator("iframe").get_by_text("as it was")).to_be_visible()


def test_by_keyboard_alone(page: Page) -> None:
    page.goto("/news?q=续航")
    page.locator("nav.tabs a").first.focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert _address(page) == "/discussions?q=续航"


def test_a_narrow_page_has_room_for_all(browser: Browser, site: str) -> None:
    with visitor(browser, site, NARROW) as page:
        for path in ("/news?q=小米", "/discussions?low=1", "/d/4", "/d/4/page", "/p/xiaomi:t200"):
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
