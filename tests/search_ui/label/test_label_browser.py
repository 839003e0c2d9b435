"""From nothing to a working rule in a real browser; and what a page in the frame cannot do."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from rules.extract import extract
from rules.library import RuleLibrary
from samples.labels import is_right, page_of
from tests.search_ui.log_in import PASSWORD
from tests.search_ui.search.browser import NARROW, WIDE, visitor
from tests.search_ui.search.loopback import served
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, FrameLocator, Locator, Page

    from samples.site import ProductPage
    from tests.search_ui.label.conftest import LabellingSite


pytestmark = needs_browser

HOSTILE = """
<title>x</title><script>top.ran = true; parent.postMessage({text: 0}, "*")</script>
<h1 onclick="fetch('/ran')">N95</h1><img src="/ran" onerror="fetch('/ran')">
<form action="/ran" method="post"><input name="save" value="active"><button>重量：1 克</button>
</form><a href="/ran" target="_top">电池容量：950mAh</a><link rel="stylesheet" href="/ran">
<meta http-equiv="refresh" content="0;url=/ran"><iframe src="/ran"></iframe>
<svg onload="fetch('/ran')"><image href="/ran"/></svg><object data="/ran"></object>
<style>h1 { background: url(/ran) } @import "/ran"; @font-face { src: url(/ran) }</style>
"""


@contextmanager
def admin(
    browser: Browser,
    labelling: LabellingSite,
    size: tuple[int, int] = WIDE,
    *,
    scripts: bool = True,
    allowed_errors: int = 0,
) -> Iterator[Page]:
    """The admin's browser, logged in and at the beginning; a console error fails the test."""
    options = {"java_script_enabled": scripts, "allowed_errors": allowed_errors}
    with served(labelling.app) as site, visitor(browser, site, size, **options) as page:
        page.goto("/label")
        page.get_by_label("密码").fill(PASSWORD)
        page.get_by_role("button", name="登录").click()
        page.wait_for_url("**/label")
        yield page


def look(page: Page) -> FrameLocator:
    return page.frame_locator("#look")


def click_in_frame(page: Page, text: Locator, *, becomes: str | None) -> None:
    """Click a text, and wait until it is shown as marked."""
    number = text.get_attribute("n")
    text.click()
    marked = f'specseek-text[n="{number}"]'
    marked += f'[data-mark="{becomes}"]' if becomes else ":not([data-mark])"
    look(page).locator(marked).wait_for()


def expect_trial(page: Page, text: str) -> None:
    """What the page says of the rule once it was tried with the last change."""
    expect(page.locator("#trial")).to_contain_text(text)
    page.locator('#trial[aria-busy="false"]').wait_for()


def upload(page: Page, body: bytes, url: str) -> None:
    page.get_by_label("HTML 文件").set_input_files(
        {"name": "page.html", "mimeType": "text/html", "buffer": body}
    )
    page.locator("#upload-url").fill(url)
    page.get_by_role("button", name="上传").click()
    look(page).locator("specseek-text").first.wait_for()


def save_as_active(page: Page) -> None:
    page.get_by_role("button", name="启用规则").click()
    page.get_by_text("规则已启用").wait_for()
    assert "specseek reread" in (page.locator(".command").text_content() or "")


@pytest.mark.slow
def test_a_click_on_a_picture_makes_it_the_products(
    browser: Browser, labelling: LabellingSite
) -> None:
    body = b"<h1>N95</h1><p>Weight: 120 g<p><img src=/a.jpg><img src=/b.jpg width=50 height=50>"
    with admin(browser, labelling) as page:
        upload(page, body, "http://a.example/n95.html")
        look(page).locator("specseek-picture").nth(1).click()
        pair = page.locator(".pair", has=page.locator("select[name=attribute]"))
        expect(pair.locator("input[value='http://a.example/b.jpg']")).to_be_visible()


def read_right(labelling: LabellingSite) -> list[ProductPage]:
    rules = RuleLibrary(labelling.rules / "phones").rules_for(labelling.pages[0].url)
    return [one for one in labelling.pages if is_right(extract(page_of(one), rules).records, one)]


def test_from_the_list_to_a_rule_that_reads_the_other_pages(
    browser: Browser, labelling: LabellingSite
) -> None:
    with admin(browser, labelling) as page:
        page.locator(".layout .button").click()
        marked = look(page).locator("specseek-text[data-mark]")
        marked.first.wait_for()
        # The proposal takes remarks in brackets for a part of two values.
        page.get_by_text("都不是", exact=True).click()
        remarks = marked.filter(has_text="[")
        while remarks.count():
            click_in_frame(page, remarks.first, becomes=None)
        expect_trial(page, "6 / 6 页提取成功")
        page.get_by_text("规则（YAML）").click()
        assert "source: pcpop.example" in page.locator("#trial pre").inner_text()
        save_as_active(page)
    assert read_right(labelling) == list(labelling.pages)


@pytest.mark.slow
def test_an_uploaded_page_marked_by_hand_from_nothing(
    browser: Browser, labelling: LabellingSite
) -> None:
    product = labelling.pages[0]
    with admin(browser, labelling) as page:
        upload(page, product.body, product.url)
        while page.locator("button[name=remove]").count():
            before = page.locator("button[name=remove]").count()
            page.locator("button[name=remove]").first.click()
            page.locator(f".pairs > li:nth-child({before + 1})").wait_for(state="detached")
        expect_trial(page, "no example values")
        for pair in product.gold:
            if "￥" in pair.value:
                continue  # prices stand among remarks: the other test marks those
            texts = look(page).locator("td specseek-text:not([data-mark])")
            if pair.name:
                click_in_frame(page, texts.filter(has_text=pair.name).first, becomes="name")
            else:
                page.get_by_text("值", exact=True).first.click()
            click_in_frame(page, texts.filter(has_text=pair.value).first, becomes="value")
        page.get_by_label("标准属性 1", exact=True).select_option("手机名")
        expect_trial(page, "页提取成功")
        expect_trial(page, product.gold[-1].value)
        save_as_active(page)
    rules = RuleLibrary(labelling.rules / "phones").rules_for(product.url)
    for other in labelling.pages:
        (record,) = extract(page_of(other), rules).records
        gold = {pair.attribute: pair.value for pair in other.gold if "￥" not in pair.value}
        assert gold.items() <= record.joined().items()


@pytest.mark.slow
def test_what_goes_wrong_is_told_and_the_pairs_stay(
    browser: Browser, labelling: LabellingSite
) -> None:
    with admin(browser, labelling, allowed_errors=1) as page:
        page.goto(f"/label/page/{labelling.key()}")
        value = page.get_by_label("值 1", exact=True)
        value.fill("nowhere")
        page.get_by_label("值 2", exact=True).fill("elsewhere")
        page.locator("#status", has_text="nowhere").wait_for(state="attached")
        expect_trial(page, "elsewhere")
        page.context.clear_cookies()
        look(page).locator("specseek-text[data-mark]").first.click()
        page.locator("#trial h1").wait_for()
        assert value.input_value() == "nowhere"


@pytest.mark.slow
def test_keys_alone_are_enough_on_a_narrow_screen(
    browser: Browser, labelling: LabellingSite
) -> None:
    with admin(browser, labelling, NARROW) as page:
        page.goto(f"/label/page/{labelling.key()}")
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        page.locator('.text[data-mark="name"]').first.focus()
        for key in ("x", "Enter", "n", "Enter"):  # faster than the server answers
            page.keyboard.press(key)
        page.locator('.pair-current input[name="name"]:not([value=""])').wait_for()
        assert page.locator("input[name=tool]:checked").get_attribute("value") == "value"
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        value = page.locator('.pair-current input[name="value"]:not([value=""])')
        value.wait_for()
        shown = page.locator(".text:focus").inner_text()
        assert value.input_value() == shown
        assert look(page).locator("[data-shown]").inner_text() == shown


@pytest.mark.slow
def test_without_scripts_every_step_is_a_page(browser: Browser, labelling: LabellingSite) -> None:
    with admin(browser, labelling, scripts=False) as page:
        page.locator(".layout .button").click()
        page.get_by_text("都不是", exact=True).click()
        for remark in ("[报价走势]", "[北京]", "家商家]"):
            page.get_by_text("都不是", exact=True).click()
            page.locator(".text[data-mark]", has_text=remark).first.click()
        assert "6 / 6 页提取成功" in page.locator("#trial").inner_text()
        save_as_active(page)
    assert read_right(labelling) == list(labelling.pages)


@pytest.mark.slow
def test_a_hostile_page_runs_nothing_and_asks_for_nothing(
    browser: Browser, labelling: LabellingSite
) -> None:
    with admin(browser, labelling) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        upload(page, HOSTILE.encode(), "http://hostile.example/")
        for text in look(page).locator("specseek-text").all():
            text.click()
        expect_trial(page, "")
        assert not [url for url in asked if "/ran" in url]
        assert page.evaluate("window.ran") is None
        assert "/label/page/" in page.url


@pytest.mark.slow
def test_even_a_script_in_the_frame_could_not_save(
    browser: Browser, labelling: LabellingSite
) -> None:
    """What the browser lets a script do there: its refusals are the errors allowed here."""
    attempt = """async () => {
      const told = [];
      try { document.cookie; told.push("read cookies"); } catch { told.push("no cookies"); }
      try { parent.document.forms; told.push("read the page"); } catch { told.push("no page"); }
      try {
        await fetch(location.href.replace("/look", ""), {
          method: "POST", credentials: "include", body: new URLSearchParams({save: "draft"})
        });
        told.push("posted");
      } catch { told.push("no post"); }
      const form = document.createElement("form");
      form.method = "post";
      form.action = location.href.replace("/look", "");
      document.body.append(form);
      form.submit();
      return told;
    }"""
    with admin(browser, labelling, allowed_errors=5) as page:
        page.goto(f"/label/page/{labelling.key()}")
        look(page).locator("specseek-text").first.wait_for()
        posts: list[str] = []
        page.on("request", lambda sent: posts.append(sent.url) if sent.method == "POST" else None)
        (frame,) = [frame for frame in page.frames if frame.url.endswith("/look")]
        assert frame.evaluate(attempt) == ["no cookies", "no page", "no post"]
        page.wait_for_timeout(300)
        assert posts == []
    assert not (labelling.data / "drafts").exists()
