"""The page of sources in Chromium: a source is added, corrected, switched off, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.sources import Sources, load_sources, save_sources
from search_ui.credentials import Credentials
from tests.search_ui.log_in import PASSWORD
from tests.search_ui.search.browser import NARROW, visitor
from tests.search_ui.search.loopback import served
from tests.search_ui.site_for_tests import site_on
from tests.search_ui.test_sources import DAILY
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = needs_browser


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), NARROW])
def test_a_source_is_added_corrected_switched_off_and_another_deleted(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    save_sources(tmp_path / "sources", "phones", Sources(sources=(DAILY,)))
    Credentials(tmp_path).set_password(PASSWORD)
    with (
        served(site_on(tmp_path)) as site,
        visitor(browser, site, size, allowed_errors=1) as page,  # the answer 400 to the mistake
    ):
        page.goto("/log-in?next=/sources")
        page.locator("#password").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.get_by_role("link", name="添加来源").click()
        page.get_by_label("名称").fill("机友论坛")
        page.get_by_label("频道").select_option("forums")
        page.get_by_label("类型").select_option("board")
        page.get_by_label("地址").fill("bbs.example/forum-1.html")
        page.keyboard.press("Enter")
        expect(page.locator("#address-wrong")).to_contain_text("网址无效")
        page.get_by_label("地址").fill("http://bbs.example/forum-1.html")
        page.keyboard.press("Enter")
        switch = page.get_by_role("switch", name="机友论坛")
        expect(switch).to_be_checked()
        switch.click()
        expect(page.get_by_role("switch", name="机友论坛")).not_to_be_checked()
        page.get_by_role("link", name="日报").click()
        page.get_by_role("link", name="删除来源").click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="删除").click()
        expect(page.get_by_role("link", name="日报")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    names = [(one.name, one.on) for one in load_sources(tmp_path / "sources", "phones").sources]
    assert names == [("机友论坛", False)]
