"""Every page, wide and narrow, light and dark, in every language: nobody is kept out (WCAG AA)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from core.sources import Sources, save_sources
from search_ui.credentials import Credentials
from store.ledger import Ledger, ledger_url
from store.runs import end_run, start_run
from tests.search_ui.channel_shop import open_channels
from tests.search_ui.log_in import PASSWORD
from tests.search_ui.search.browser import PATIENCE
from tests.search_ui.search.loopback import served
from tests.search_ui.site_for_tests import site_on
from tests.search_ui.test_sources import DAILY, FORUM, fail_once
from tests.spider.rendering.needs_browser import needs_browser
from tests.store.small_crawl import NOW, TOPIC

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

PUBLIC = (
    "/",
    "/search?q=小米",
    "/search?q=2000元以上&is.品牌=huawei&min.电池容量=3000",
    "/search?q=诺基亚 10000mAh以上",
    "/search?q=帮我找便宜的华为 或 小米 会飞",
    "/help",
    "/p/xiaomi:t200",
    "/compare?id=xiaomi:t200&id=xiaomi:t300&id=huawei:t200",
    "/compare",
    "/news?q=续航",
    "/news?page=2&sort=relevance",
    "/discussions?author=Ann&from=2026&low=1",
    "/discussions?q=没有的话",
    "/d/4",
    "/d/51",
    "/d/51/page",
    "/interface",
    "/log-in",
    "/nowhere",
    "/search?q=小米&view=table",
)
ADMIN = (
    *("/monitor", "/label", "/review", "/review/changes", "/sources", "/sources/source"),
    "/sources/source?name=日报",
)
WIDE = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light", "locale": "zh-CN"}
NARROW = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "locale": "en-GB"}
GERMAN = {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "locale": "de-DE"}
LOOKS = [
    pytest.param(WIDE, id="wide, light, Chinese"),
    pytest.param(NARROW, id="narrow, dark, English"),
    pytest.param(GERMAN, id="narrow, light, German"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("shop")
    open_channels(data)
    with Ledger.open(ledger_url(data)) as ledger, ledger.transaction() as conn:
        end_run(
            conn, start_run(conn, TOPIC, NOW), "finished", NOW + 75
        )  # the monitor has tables then
        fail_once(conn, "日报", "http://news.example/rss")
    save_sources(data / "sources", "phones", Sources(sources=(DAILY, FORUM)))
    Credentials(data).set_password(PASSWORD)
    with served(site_on(data)) as address:
        yield address


def faults(page: Page) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - needs the browser

    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
    found = Axe().run(page, options={"runOnly": rules}).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def width(page: Page) -> int:
    """That of all there is on it, seen or not."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_no_page_keeps_anybody_out(browser: Browser, site: str, look: dict[str, Any]) -> None:
    # The checks are a script of their own, which our policy would not let in.
    context = browser.new_context(base_url=site, bypass_csp=True, **look)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    for path in PUBLIC:
        page.goto(path)
        assert faults(page) == [], path
        assert width(page) <= look["viewport"]["width"], path
    page.goto("/log-in")
    page.locator("#password").fill(PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    for path in ADMIN:
        page.goto(path)
        assert faults(page) == [], path
        assert width(page) <= look["viewport"]["width"], path
    context.close()
