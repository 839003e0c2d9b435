"""From a file to a found product with its picture by clicks alone: no command line at all."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from evaluation.page_speed import served_site
from samples.proxy import PocketProxy
from search_ui.credentials import Credentials
from tests.search_ui.label.new_site import HOME, PHONES, NewSite, address, phone_page
from tests.search_ui.log_in import PASSWORD
from tests.search_ui.search.browser import visitor
from tests.spider.rendering.needs_browser import needs_browser
from tests.spider.small_topic import write_topic
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


pytestmark = [needs_browser, pytest.mark.slow]


@contextmanager
def admin(browser: Browser, folder: Path) -> Iterator[Page]:
    """The admin's browser on a server whose web is the new site; nothing is stored yet."""
    data = folder / "data"
    Credentials(data).set_password(PASSWORD)
    with PocketProxy(NewSite()) as proxy:
        settings = {
            "SPECSEEK_TOPICS": str(write_topic(folder)),
            "SPECSEEK_RULES": str(folder / "rules"),
            "SPECSEEK_CRAWL_PROXY": proxy.url,
            "SPECSEEK_CRAWL_DELAY_SECONDS": "0",
        }
        with (
            served_site(data, "--processes", "2", **settings) as site,
            visitor(browser, site.rstrip("/")) as page,
        ):
            page.goto("/log-in?next=/label")
            page.locator("#password").fill(PASSWORD)
            page.keyboard.press("Enter")
            page.wait_for_url("**/label")
            yield page


def upload_and_activate(page: Page, key: str) -> None:
    page.get_by_label("HTML 文件").set_input_files(
        {"name": "page.html", "mimeType": "text/html", "buffer": phone_page(key)}
    )
    page.locator("#upload-url").fill(address(key))
    page.get_by_role("button", name="上传").click()
    expect(page.locator("#trial")).to_contain_text(PHONES[key][2])
    page.get_by_role("button", name="启用规则").click()
    page.get_by_text("规则已启用").wait_for()


def ended(page: Page, text: str) -> None:
    page.locator(".ended", has_text=text).wait_for()
    page.locator(".work").wait_for(state="detached")


def found_by(page: Page, words: str) -> str:
    page.goto(f"/search?q={words}")
    return page.locator("main").inner_text()


def test_from_a_file_to_a_found_product(browser: Browser, tmp_path: Path) -> None:
    name, *_ = PHONES["1"]
    with admin(browser, tmp_path) as page:
        upload_and_activate(page, "1")
        page.get_by_role("button", name="立即提取").click()
        ended(page, "提取网站页面")
        found = page.get_by_role("link", name=name)
        found.wait_for()
        assert page.locator("#seed").input_value() == HOME
        page.get_by_role("button", name="加入").click()
        ended(page, "新抓取入口")
        page.get_by_role("button", name="开始抓取").click()
        ended(page, "抓取结束")
        expect(page.locator(".steps")).to_contain_text("共 3 个产品")
        found.click()
        page.wait_for_url("**/p/**")
        assert PHONES["1"][2] in page.locator("main").inner_text()
        picture = page.locator("main img[src*='/pictures/']").first
        expect(picture).to_have_js_property("complete", value=True)
        assert picture.evaluate("image => image.naturalWidth") > 0
        # Each process of the server looks for a new index now and then.
        assert wait_until(lambda: PHONES["3"][0] in found_by(page, "6000mAh以上"))
