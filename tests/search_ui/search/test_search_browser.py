"""The search page in Chromium, as people use it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.search_ui.search.browser import NARROW, visitor
from tests.search_ui.shop_for_tests import BRANDS, TOTAL
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


pytest.importorskip("playwright.sync_api", reason="needs the extra `render`")


pytestmark = needs_browser


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    with visitor(browser, site) as one:
        yield one


def expect_total(page: Page, total: int) -> None:
    expect(page.locator("#total")).to_have_text(f"共 {total} 款")


def marked(page: Page) -> None:
    """What a script leaves on the page is gone after a real navigation."""
    page.evaluate("window.same = true")


def is_same_document(page: Page) -> bool:
    return bool(page.evaluate("window.same === true"))


def choice(label: str) -> str:
    return f".choices a:has(bdi:text-is('{label}'))"


def test_typing_offers_suggestions_and_enter_takes_one(page: Page) -> None:
    page.goto("/")
    box = page.get_by_role("combobox")
    expect(box).to_be_focused()
    box.press_sequentially("xiaomi")
    options = page.get_by_role("option")
    expect(options.first).to_contain_text("小米")
    expect(box).to_have_attribute("aria-expanded", "true")
    box.press("ArrowDown")
    picked = options.first.text_content()
    expect(options.first).to_have_attribute("aria-selected", "true")
    box.press("Enter")
    page.wait_for_url("**/search?q=*")
    assert page.locator("#q").input_value() == picked


def test_the_first_products_are_shown_while_typing_and_open_at_once(page: Page) -> None:
    page.goto("/")
    box = page.get_by_role("combobox")
    box.press_sequentially("小米T200")
    product = page.locator(".suggested-product").first
    expect(product).to_contain_text("小米")
    product.click()
    page.wait_for_url("**/p/xiaomi:t200")


def test_a_slash_leads_to_the_box_and_space_ticks_a_facet(page: Page) -> None:
    page.goto("/search")
    page.locator("h1").evaluate("one => one.focus()")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#q")).to_have_value("")
    page.locator(choice("小米")).focus()
    page.keyboard.press("Space")
    expect_total(page, BRANDS["小米"])


def test_results_as_a_table_stay_so_for_the_next_search(page: Page) -> None:
    page.goto("/search?q=小米")
    page.click("#view-table")
    name = page.locator(".hit-table tbody th").first
    expect(name).to_be_visible()
    assert name.evaluate("one => one.offsetWidth") >= 9 * 16  # names are not cut into letters
    page.goto("/search?q=华为")
    expect(page.locator(".hit-table tbody tr")).to_have_count(min(20, BRANDS["华为"]))
    page.click(".hit-table thead a >> nth=0")
    expect(page.locator(".hit-table th[aria-sort=ascending]")).to_be_visible()


@pytest.mark.slow
def test_escape_closes_suggestions_and_keeps_the_text(page: Page) -> None:
    page.goto("/")
    box = page.get_by_role("combobox")
    box.press_sequentially("xiaomi")
    expect(page.get_by_role("listbox")).to_be_visible()
    box.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(box).to_have_value("xiaomi")


def test_nothing_is_asked_while_an_input_method_composes(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url) if "/typing.json" in sent.url else None)
    page.goto("/")
    box = page.get_by_role("combobox")
    keys = page.context.new_cdp_session(page)
    keys.send("Input.imeSetComposition", {"selectionStart": 2, "selectionEnd": 2, "text": "xi"})
    page.wait_for_timeout(300)
    assert asked == []
    keys.send("Input.insertText", {"text": "小米"})
    expect(page.get_by_role("option").first).to_contain_text("小米")
    expect(box).to_have_value("小米")
    assert len(asked) == 1


def test_a_facet_narrows_in_place_and_the_back_button_takes_it_back(page: Page) -> None:
    page.goto("/search")
    expect_total(page, TOTAL)
    marked(page)
    page.click(choice("小米"))
    expect_total(page, BRANDS["小米"])
    expect(page.locator(choice("小米"))).to_have_class("chosen")
    expect(page.locator(choice("小米"))).to_be_focused()
    expect(page.get_by_role("status").first).to_have_text(f"共 {BRANDS['小米']} 款")
    page.click(choice("华为"))
    expect_total(page, BRANDS["小米"] + BRANDS["华为"])
    page.go_back()
    expect_total(page, BRANDS["小米"])
    page.go_back()
    expect_total(page, TOTAL)
    assert is_same_document(page)
    page.go_forward()
    expect_total(page, BRANDS["小米"])
    page.reload()
    expect_total(page, BRANDS["小米"])


def test_rare_values_are_shown_on_demand_and_can_be_looked_for(page: Page) -> None:
    page.goto("/search")
    brands = page.locator('.facet[data-name="品牌"]')
    expect(brands.locator(choice("夏普"))).to_be_hidden()
    brands.locator(".rest > summary").click()
    brands.locator(".find-choice").fill("夏")
    expect(brands.locator(".rest li:visible")).to_have_count(1)
    brands.locator(choice("夏普")).click()
    expect_total(page, 1)


def test_what_a_visitor_opened_stays_open_and_what_was_closed_stays_closed(page: Page) -> None:
    page.goto("/search")
    brands, sizes = (page.locator(f'.facet[data-name="{name}"]') for name in ("品牌", "主屏尺寸"))
    brands.locator(".rest > summary").click()
    sizes.locator("summary").click()
    page.click(choice("4 GB"))
    expect(page.locator(".chip")).to_have_count(1)
    expect(brands.locator(".rest")).to_have_attribute("open", "")
    expect(sizes).not_to_have_attribute("open", "")


@pytest.mark.slow
def test_limits_can_be_typed(page: Page) -> None:
    page.goto("/search?q=小米")
    marked(page)
    page.get_by_role("spinbutton", name="电池容量 下限").fill("3000")
    page.get_by_role("spinbutton", name="电池容量 上限").fill("4000")
    page.get_by_role("spinbutton", name="电池容量 上限").press("Enter")
    expect_total(page, 5)
    expect(page.locator(".chip").nth(1)).to_contain_text("电池容量 3000–4000 mAh")
    assert "min." in page.url
    assert "sort=" not in page.url
    assert is_same_document(page)


def test_limits_can_be_moved_with_keys(page: Page) -> None:
    page.goto("/search?q=小米")
    low = page.get_by_role("slider", name="参考价格 下限")
    first_bar = page.locator('.facet[data-name="参考价格"] rect').first
    low.focus()
    low.press("ArrowRight")
    expect(first_bar).not_to_have_class("inside")
    low.press("ArrowRight")
    edge = page.get_by_role("spinbutton", name="参考价格 下限").input_value()
    expect(low).to_have_attribute("aria-valuetext", f"{edge} 元")
    expect(page.locator(".chip").nth(1)).to_contain_text(f"参考价格 ≥ ￥{int(edge):,}")
    expect(low).to_be_focused()
    low.press("Home")
    expect(page.locator(".chip")).to_have_count(1)
    expect_total(page, BRANDS["小米"])


@pytest.mark.slow
def test_handles_do_not_pass_each_other(page: Page) -> None:
    page.goto("/search")
    low = page.get_by_role("slider", name="参考价格 下限")
    high = page.get_by_role("slider", name="参考价格 上限")
    low.focus()
    low.press("End")
    assert int(low.input_value()) == int(high.input_value()) - 1


def test_a_chip_takes_its_condition_away(page: Page) -> None:
    page.goto("/search?q=小米 3000mAh以下")
    expect_total(page, 4)
    page.get_by_role("link", name="移除 电池容量 ≤ 3000 mAh").click()
    expect_total(page, BRANDS["小米"])
    expect(page.locator("#q")).to_have_value("小米")
    expect(page).to_have_title("小米 – SpecSeek")


def test_pages_turn_and_start_at_the_top(page: Page) -> None:
    page.goto("/search?q=小米")
    first = page.locator(".hit-title").first.text_content()
    page.get_by_role("link", name="下一页").click()
    expect(page.locator(".hit")).to_have_count(BRANDS["小米"] - 20)
    assert page.url.endswith("&page=2")
    assert page.locator(".hit-title").first.text_content() != first
    assert page.evaluate("scrollY") == 0
    page.get_by_role("link", name="第 1 页").click()
    expect(page.locator(".hit")).to_have_count(20)


@pytest.mark.slow
def test_the_order_is_chosen_from_a_list(page: Page) -> None:
    page.goto("/search?q=小米")
    page.get_by_label("排序").select_option(label="参考价格: 从低到高")
    expect(page.locator(".hit .price").first).to_have_text("￥700")
    page.get_by_label("排序").select_option(label="参考价格: 从高到低")
    expect(page.locator(".hit .price").first).to_have_text("￥5,300")


def test_nothing_found_offers_conditions_to_leave_out(page: Page) -> None:
    page.goto("/search?q=诺基亚 8000mAh以上")
    expect(page.get_by_role("heading", name="没有找到")).to_be_visible()
    page.get_by_role("link", name="去掉“电池容量 ≥ 8000 mAh”").click()
    expect_total(page, BRANDS["诺基亚"])


def test_products_to_compare_are_remembered_over_pages(page: Page) -> None:
    page.goto("/search?q=小米")
    tray = page.locator("#tray")
    expect(tray).to_be_hidden()
    page.locator(".hit input").nth(0).check()
    expect(tray.get_by_role("button", name="对比")).to_be_disabled()
    page.get_by_role("link", name="下一页").click()
    expect(page.locator(".hit")).to_have_count(BRANDS["小米"] - 20)
    for at in range(3):
        page.locator(".hit input").nth(at).check()
    expect(page.locator(".hit input").nth(3)).to_be_disabled()
    expect(tray.locator("li")).to_have_count(4)
    tray.locator("li button").first.click()
    expect(tray.locator("li")).to_have_count(3)
    expect(page.locator(".hit input").nth(3)).to_be_enabled()
    with page.expect_request(re.compile(r"/compare\?id=.+&id=.+&id=.+")):
        tray.get_by_role("button", name="对比").click()


@pytest.mark.slow
def test_language_and_theme_switch_keep_the_search(page: Page) -> None:
    page.goto("/search")
    page.click(choice("小米"))
    expect_total(page, BRANDS["小米"])
    page.click("#switch-language summary")
    page.click("#switch-language a:has-text('English')")
    expect(page.locator("#total")).to_have_text(f"{BRANDS['小米']} products")
    expect(page.locator(".chip")).to_contain_text("Brand: Xiaomi")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#switch-theme summary")
    page.get_by_role("link", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    expect(page.locator("#total")).to_have_text(f"{BRANDS['小米']} products")


@pytest.mark.slow
def test_other_pages_than_results_are_opened_normally(page: Page) -> None:
    page.goto("/search")
    marked(page)
    page.route("**/search?*", lambda route: route.fulfill(body="a proxy's own page"), times=1)
    with page.expect_navigation():
        page.click(choice("小米"))
    expect_total(page, BRANDS["小米"])
    assert not is_same_document(page)


@pytest.mark.slow
@pytest.mark.parametrize("address", ["/", "/search", "/search?q=诺基亚 8000mAh以上"])
def test_a_narrow_page_does_not_scroll_sideways(browser: Browser, site: str, address: str) -> None:
    with visitor(browser, site, NARROW) as page:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        if address == "/search":
            expect(page.locator(".facet").first).to_be_hidden()
            page.locator(".facets-summary").click()
            expect(page.locator(".facet").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


@pytest.mark.slow
def test_everything_works_without_scripts(browser: Browser, site: str) -> None:
    with visitor(browser, site, java_script_enabled=False) as page:
        page.goto("/")
        page.locator("#q").fill("小米")
        page.locator("#q").press("Enter")
        expect_total(page, BRANDS["小米"])
        page.click(choice("8 GB"))
        expect_total(page, 6)
        low = page.locator('[name="min.电池容量"]')
        low.fill("4000")
        page.locator(".limits", has=low).get_by_role("button").click()
        expect_total(page, 4)
        assert "max." not in page.url
        page.locator("#sort").select_option("-参考价格")
        page.get_by_role("button", name="应用排序").click()
        expect(page.locator(".hit .price").first).to_have_text("￥4,900")
        expect(page.locator("#tray-clear")).to_be_hidden()
        page.locator(".hit input").nth(0).check()
        page.locator(".hit input").nth(1).check()
        with page.expect_request(re.compile(r"/compare\?id=.+&id=.+")):
            page.get_by_role("button", name="对比").click()
