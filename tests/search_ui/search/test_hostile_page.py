"""Text of the web that would like to be more than text, in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.search_ui.search.browser import NARROW, visitor
from tests.search_ui.search.loopback import served
from tests.search_ui.shop_for_tests import open_shop
from tests.search_ui.site_for_tests import site_on
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


pytest.importorskip("playwright.sync_api", reason="needs the extra `render`")


pytestmark = [needs_browser, pytest.mark.slow]

ATTACK = "<img src=x onerror=alert(1)>\"'></li><script>alert(2)</script>\u202e{{7*7}}"
PHONES = [
    {
        "手机名": f"{number} {ATTACK}",
        "品牌": ATTACK,
        "操作系统": ATTACK,
        "手机类型": f"<b onclick=alert({number})>" + "长" * 15,
        "机身材质": ATTACK + "长" * 100_000,
        "参考价格": f"{number}00元",
        "机身颜色": "javascript:alert(3)",
    }
    for number in range(1, 4)
]


def test_it_stays_text_wherever_it_is_shown(browser: Browser, tmp_path: Path) -> None:
    open_shop(tmp_path, PHONES)
    dialogs: list[str] = []
    with (
        served(site_on(tmp_path)) as site,
        visitor(browser, site, NARROW) as page,
    ):
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        page.goto("/search")
        expect(page.locator(".hit")).to_have_count(len(PHONES))
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        page.locator(".hit input").nth(0).check()
        page.locator(".hit input").nth(1).check()
        expect(page.locator("#tray li").first).to_contain_text("<img src=x")
        page.locator(".facets-summary").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        page.locator(".choices a", has_text="<b").first.click()
        expect(page.locator(".chip").first).to_contain_text("<")
        page.locator("#q").fill("")
        page.locator("#q").press_sequentially("onerror")
        expect(page.get_by_role("option").first).to_contain_text("<img")
        page.goto(f"/search?q={ATTACK}")
        expect(page.locator("#q")).to_have_value(ATTACK.replace("\u202e", " "))
        assert page.locator("img, main script").count() == 0
    assert dialogs == []
