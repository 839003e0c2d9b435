"""Product and compare pages in Chromium, as people use them; and text that means harm."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.search_ui.hostile_phone import HOSTILE, ID
from tests.search_ui.product_shop import SOME_PHONES, Read, shop
from tests.search_ui.search.browser import NARROW, visitor
from tests.search_ui.search.loopback import served
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Dialog


pytest.importorskip("playwright.sync_api", reason="needs the extra `render`")


pytestmark = [needs_browser, pytest.mark.slow]

PRODUCT = "/p/xiaomi:14"
BOTH = "/compare?id=xiaomi:14&id=xiaomi:14pro"
SHARP = Read("http://a.example/mi13", {"手机名": "小米 13", "主屏分辨率": "3200×1440像素"})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = shop(tmp_path_factory.mktemp("shop"), (*SOME_PHONES, SHARP, *HOSTILE))
    with served(app) as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with visitor(browser, site) as one:
        yield one


def fits(page: Page) -> bool:
    """Nothing of the page lies beside the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_who_says_a_value_is_shown_on_demand(page: Page) -> None:
    page.goto(PRODUCT)
    weight = page.locator(".sheet > tbody > tr", has_text="重量")
    told = weight.get_by_role("cell", name="188克", exact=True)
    expect(told).to_be_hidden()
    weight.locator("summary").press("Enter")
    expect(told).to_be_visible()
    expect(weight.get_by_text("b.example/1 v2")).to_be_visible()
    expect(weight.get_by_role("link", name="b.example")).to_have_attribute(
        "href", "http://b.example/14"
    )


def test_the_price_chart_is_drawn(page: Page) -> None:
    page.goto(PRODUCT)
    chart = page.get_by_role("img", name="￥3,999")
    expect(chart).to_be_visible()
    line = chart.locator(".line")
    assert page.evaluate("line => line.getTotalLength()", line.element_handle()) > 100
    assert page.evaluate("line => getComputedStyle(line).fill", line.element_handle()) == "none"


def test_from_product_to_product_into_a_comparison(page: Page) -> None:
    page.goto(PRODUCT)
    page.click("#add-to-compare")
    expect(page.get_by_text("2 到 4 个产品")).to_be_visible()
    page.goto("/p/xiaomi:14pro")
    page.click("#add-to-compare")
    expect(page.locator("thead th")).to_have_count(3)
    assert urlsplit(page.url).query == "id=xiaomi%3A14&id=xiaomi%3A14pro"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_comparison_with_and_without_scripts(
    browser: Browser, site: str, *, scripts: bool
) -> None:
    with visitor(browser, site, java_script_enabled=scripts) as page:
        page.goto(BOTH)
        expect(page.get_by_role("row", name="NFC")).to_be_visible()
        page.click("#differences-only")
        expect(page.get_by_role("row", name="NFC")).to_have_count(0)
        expect(page.locator("tbody tr.differs")).to_have_count(3)
        page.fill("#add", "华为")
        page.press("#add", "Enter")
        page.get_by_role("link", name="华为 P60").click()
        expect(page.locator("thead th")).to_have_count(4)
        page.get_by_role("link", name="移除 小米 14", exact=True).click()
        expect(page.locator("thead th")).to_have_count(3)
        assert "only=differences" in page.url


def test_everything_fits_on_a_phone(browser: Browser, site: str) -> None:
    with visitor(browser, site, NARROW) as page:
        for path in (PRODUCT, f"/p/{ID}", BOTH, f"{BOTH}&id=huawei:p60&id={ID}", "/interface"):
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            page.evaluate("document.querySelectorAll('.menu').forEach(one => one.open = false)")
            assert fits(page), path


def test_on_a_phone_names_are_not_covered_by_where_values_come_from(
    browser: Browser, site: str
) -> None:
    with visitor(browser, site, NARROW) as page:
        page.goto("/p/xiaomi:13?lang=de")
        derived = page.locator(".sheet > tbody > tr", has=page.locator(".derived"))
        assert derived.count()
        for row in derived.all():
            name, told = row.locator("th bdi").bounding_box(), row.locator("summary").bounding_box()
            assert name
            assert told
            assert told["y"] >= name["y"] + name["height"]


def test_the_first_column_stays_while_the_others_scroll(browser: Browser, site: str) -> None:
    with visitor(browser, site, NARROW) as page:
        page.goto(f"{BOTH}&id=huawei:p60&id=huawei:mate60")
        name = page.get_by_role("rowheader", name="电池容量")
        before = name.bounding_box()
        page.evaluate("document.querySelector('.compare-scroll').scrollLeft = 200")
        after = name.bounding_box()
        assert before
        assert after
        assert after["x"] == before["x"]


def test_language_and_theme(page: Page) -> None:
    page.goto(f"{BOTH}&only=differences")
    page.click("#switch-language summary")
    page.click("#switch-language a:has-text('English')")
    expect(page.get_by_role("heading", level=1)).to_have_text("Compare products")
    assert urlsplit(page.url).query == "id=xiaomi%3A14&id=xiaomi%3A14pro&only=differences"
    page.click("#switch-theme summary")
    page.click("#switch-theme a:has-text('Dark')")
    page.goto(PRODUCT)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_text("Sources disagree").first).to_be_visible()


def test_text_that_means_harm_does_none(browser: Browser, site: str) -> None:
    asked: list[str] = []
    dialogs: list[str] = []

    def close(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    with visitor(browser, site) as page:
        page.on("request", lambda request: asked.append(urlsplit(request.url).netloc))
        page.on("dialog", close)
        for path in (f"/p/{ID}", f"/compare?id={ID}&id=xiaomi:14", f"/p/{ID}.json"):
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            page.wait_for_load_state("networkidle")
        page.goto(f"/p/{ID}")
        for link in page.locator("main a[href^=http]").all():
            assert urlsplit(link.get_attribute("href") or "").hostname in {
                "b.example",
                "evil.example",
            }
    assert set(asked) == {urlsplit(site).netloc}
    assert dialogs == []
