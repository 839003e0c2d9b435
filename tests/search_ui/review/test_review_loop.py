"""The whole loop: a crawl meets an attribute nobody knows; a person accepts it in the browser, and
finds products by it. No command line after the crawl.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.page_speed import served_site
from samples.crawl_process import CrawlProcess
from samples.proxy import PocketProxy
from search_ui.credentials import Credentials
from tests.search_ui.log_in import PASSWORD
from tests.search_ui.review.grown_web import HOST, NAME, SITE, VALUES, GrownWeb, train_on
from tests.search_ui.search.browser import PATIENCE, visitor
from tests.spider.rendering.needs_browser import needs_browser
from tests.spider.small_topic import write_topic

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page


pytestmark = [needs_browser, pytest.mark.slow]


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    """A topic of one seed and the site's rules, both to be changed."""
    train_on(tmp_path / "rules" / "phones", SITE)
    return {
        "SPECSEEK_TOPICS": str(write_topic(tmp_path, f"http://{HOST}/")),
        "SPECSEEK_RULES": str(tmp_path / "rules"),
    }


def crawl(data: Path, settings: dict[str, str]) -> None:
    with PocketProxy(GrownWeb()) as proxy:
        done = CrawlProcess(proxy.url, data, settings=settings).run()
    assert done.returncode == 0, done.stderr.decode()


def accept(page: Page) -> None:
    """On the review page: look at the place, mend what was guessed, accept, see it done."""
    card = page.locator(".proposal", has=page.get_by_role("heading", name=NAME, exact=True))
    card.locator(".values a").first.click()
    assert page.frame_locator("iframe").locator("#shown").inner_text() == NAME
    page.go_back()
    card.locator(".edit summary").click()
    card.locator("[name=facet]").select_option("values")
    card.get_by_role("button", name="接受为新属性").click()
    page.locator("#done", has_text=f"已接受：{NAME}").wait_for()
    page.locator(".ended", has_text=f"已完成： 新属性：{NAME}").wait_for()
    page.locator(".work").wait_for(state="detached")
    page.goto("/review/changes")
    row = page.locator("tbody tr").first
    assert "完成" in row.inner_text()
    row.get_by_role("link").click()
    assert f"+  - name: {NAME}" in page.locator(".diff").first.inner_text()


def test_from_a_crawl_to_a_facet(
    browser: Browser, tmp_path: Path, settings: dict[str, str]
) -> None:
    data = tmp_path / "data"
    crawl(data, settings)
    Credentials(data).set_password(PASSWORD)
    with (
        served_site(data, "--processes", "2", **settings) as site,
        visitor(browser, site.rstrip("/")) as page,
    ):
        page.goto("/log-in?next=/review")
        page.locator("#password").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.locator("#queue").wait_for()
        accept(page)
        search_until(page, VALUES[0])
        for _ in range(4):  # whichever process answers: none of them was started anew
            page.goto("/search?q=手机")
            facet = page.locator(f"details.facet[data-name={NAME}]")
            assert VALUES[0] in (facet.text_content() or "")
        all_of_them = page.locator("a[href^='/p/']").count()
        if not facet.get_by_text(VALUES[0]).is_visible():
            facet.locator("summary").click()
        facet.get_by_text(VALUES[0]).click()
        page.wait_for_url("**is.*")
        assert 0 < page.locator("a[href^='/p/']").count() < all_of_them


def search_until(page: Page, value: str) -> None:
    """Each process looks once a second whether topic and index are others."""
    for _ in range(PATIENCE // 500):
        page.goto(f"/search?q={value}")
        if page.locator("a[href^='/p/']").count():
            return
        page.wait_for_timeout(500)
    raise AssertionError(f"{value} is not found")
