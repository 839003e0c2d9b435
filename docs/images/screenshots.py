"""Takes the README's pictures of the web pages in Chromium: `make pictures`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from evaluation.page_speed import served_site
from search_ui.credentials import Credentials
from specseek.commands.demo import crawl_pocket_web, demo_variables, index_pocket_web

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

FOLDER = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
LABELLED = FOLDER.parents[1] / "samples" / "labelled" / "pconline" / "page.html"
SIZE: ViewportSize = {"width": 1280, "height": 860}
SEARCH = "/search?" + urlencode({"q": "2000元以上 5英寸以上", "is.品牌": "xiaomi"})
PASSWORD = "for the pictures alone"  # noqa: S105 - of a site that lives a minute


def main() -> None:
    with TemporaryDirectory() as folder:
        data = Path(folder)
        crawl_pocket_web(data)
        index_pocket_web(data)
        Credentials(data).set_password(PASSWORD)
        with (
            served_site(
                data, "--topic", "phones", "--processes", "1", **demo_variables(data)
            ) as address,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--hide-scrollbars"]
            )
            context = browser.new_context(viewport=SIZE, locale="zh-CN", base_url=address)
            _pictures(context.new_page())
            browser.close()


def _pictures(page: Page) -> None:
    page.goto(SEARCH)
    _take(page, "search")
    page.locator("a[href^='/p/']").first.click()
    page.locator("details summary").nth(6).click()
    _take(page, "product")
    page.goto(SEARCH)
    links = page.locator("a[href^='/p/']")
    ids = dict.fromkeys(str(one.get_attribute("href"))[3:] for one in links.all())
    page.goto("/compare?" + "&".join(f"id={ident}" for ident in list(ids)[:3]))
    _take(page, "compare")
    page.goto("/log-in?next=/label")
    page.get_by_label("密码").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.set_input_files("input[name=page]", LABELLED)
    page.locator("form[action$='/upload'] input[name=url]").fill("http://www.newshop.example/1")
    page.locator("form[action$='/upload'] button").click()
    page.wait_for_url("**/label/page/*")
    _take(page, "label")
    page.goto("/review")
    page.locator(".evidence summary").first.click()
    _take(page, "review")


def _take(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
