"""The review page in a real browser: by mouse, by keys alone, without scripts, on a phone."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.search_ui.log_in import PASSWORD
from tests.search_ui.review.grown_web import ALIAS, NAME
from tests.search_ui.review.proposed import HOSTILE
from tests.search_ui.search.browser import NARROW, PATIENCE, WIDE, visitor
from tests.search_ui.search.loopback import served
from tests.search_ui.test_accessible import LOOKS, faults
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from playwright.sync_api import Browser, Page

    from tests.search_ui.review.conftest import Bench


pytestmark = needs_browser


@contextmanager
def admin(
    browser: Browser, bench: Bench, size: tuple[int, int] = WIDE, *, scripts: bool = True
) -> Iterator[Page]:
    """The admin's browser at the list of proposals; a console error fails the test."""
    with (
        served(bench.app) as site,
        visitor(browser, site, size, java_script_enabled=scripts) as page,
    ):
        log_in(page)
        yield page


def log_in(page: Page) -> None:
    page.goto("/log-in?next=/review")
    page.locator("#password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.locator("#queue").wait_for()
    page.wait_for_load_state()  # its scripts have run then


def names(page: Page) -> list[str]:
    return page.locator(".proposal h3").all_inner_texts()


@pytest.mark.slow
def test_reject_and_undo_without_leaving_the_page(browser: Browser, bench: Bench) -> None:
    with admin(browser, bench) as page:
        page.evaluate("window.same = true")
        page.locator(".proposal").first.get_by_role("button", name="拒绝").click()
        page.locator("#done", has_text=f"已拒绝：{NAME}").wait_for()
        assert NAME not in names(page)
        page.locator("#undo").click()
        page.locator("#done", has_text="已撤销").wait_for()
        assert names(page)[0] == NAME
        assert page.evaluate("window.same")


def test_keys_alone_are_enough(browser: Browser, bench: Bench) -> None:
    with admin(browser, bench) as page:
        page.keyboard.press("j")
        expect(page.locator(".proposal:focus h3")).to_have_text(NAME)
        page.keyboard.press("j")
        expect(page.locator(".proposal:focus h3")).to_have_text(ALIAS)
        page.keyboard.press("s")
        page.locator("#done", has_text=f"已跳过：{ALIAS}").wait_for()
        # The next proposal has the focus where the one before it stood.
        expect(page.locator(".proposal:focus h3")).to_contain_text("hostile")
        page.keyboard.press("u")
        page.locator("#done", has_text="已撤销").wait_for()
        page.keyboard.press("k")
        page.keyboard.press("x")
        expect(page.locator("#selected")).to_have_text("(1)")
        page.keyboard.press("e")
        expect(page.locator("input[name=name]:focus")).to_have_count(1)
        page.keyboard.type("jjr")  # letters in a field are letters
        assert page.locator("#done", has_text="已拒绝").count() == 0
        page.keyboard.press("Escape")
        expect(page.locator(".proposal:focus")).to_have_count(1)


@pytest.mark.slow
def test_several_at_once_by_their_boxes(browser: Browser, bench: Bench) -> None:
    with admin(browser, bench) as page:
        assert not page.locator("#bulk").is_visible()
        page.locator("#all").check()
        expect(page.locator("#selected")).to_have_text("(3)")
        page.locator("#bulk").get_by_role("button", name="拒绝").click()
        page.locator(".proposal").first.wait_for(state="detached")


@pytest.mark.slow
def test_a_mistake_is_told_in_the_form_where_it_was_made(browser: Browser, bench: Bench) -> None:
    # A browser says on its console that an answer was 422: that is what is asked for here.
    with served(bench.app) as site, visitor(browser, site, allowed_errors=1) as page:
        log_in(page)
        card = page.locator(".proposal").first
        card.locator(".edit summary").click()
        card.locator("[name=type]").select_option("quantity")
        card.locator("[name=unit]").fill("")
        card.get_by_role("button", name="接受为新属性").click()
        card.locator("[role=alert]").wait_for()
        assert "needs a unit" in card.locator("[role=alert]").inner_text()
        assert card.locator("[name=type]").input_value() == "quantity"
        assert card.locator(".edit").get_attribute("open") is not None


@pytest.mark.slow
def test_the_place_is_marked_scrolled_to_and_does_nothing(browser: Browser, bench: Bench) -> None:
    with admin(browser, bench) as page:
        page.locator(".proposal").first.locator(".values a").first.click()
        frame = page.frame_locator("iframe")
        marked = frame.locator("#shown")
        expect(marked).to_have_text(NAME)
        assert marked.get_attribute("data-mark") == "name"
        assert frame.locator("[data-mark=value]").count() == 1
        box, around = marked.bounding_box(), page.locator("iframe").bounding_box()
        assert box
        assert around
        assert around["y"] <= box["y"] <= around["y"] + around["height"]


@pytest.mark.slow
def test_without_scripts_every_step_is_a_page(browser: Browser, bench: Bench) -> None:
    with admin(browser, bench, scripts=False) as page:
        page.locator(".filters select[name=state]").select_option("skipped")
        page.get_by_role("button", name="显示").click()
        assert "没有符合筛选条件的提议" in page.locator("#queue").inner_text()
        page.goto("/review")
        boxes = page.locator("input[name=proposal][type=checkbox]")
        boxes.nth(0).check()
        boxes.nth(1).check()
        page.locator("#bulk").get_by_role("button", name="跳过").click()
        assert f"已跳过：{NAME}, {ALIAS}" in page.locator("#done").inner_text()
        page.locator("#undo").click()
        assert names(page)[:2] == [NAME, ALIAS]
        page.locator(".proposal").first.locator(".values a").first.click()
        page.frame_locator("iframe").locator("#shown").wait_for()


@pytest.mark.slow
def test_hostile_names_do_nothing_and_break_nothing(browser: Browser, bench: Bench) -> None:
    with admin(browser, bench, NARROW) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        assert HOSTILE[:20] in names(page)[-1]
        page.locator(".proposal").last.get_by_role("button", name="拒绝").click()
        page.locator("#done", has_text="hostile()").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        page.goto("/review/changes")
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_nobody_is_kept_out(browser: Browser, bench: Bench, look: dict[str, Any]) -> None:
    with served(bench.app) as site:
        # The checks are a script of their own, which our policy would not let in.
        context = browser.new_context(base_url=site, bypass_csp=True, **look)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        log_in(page)
        assert faults(page) == []
        page.locator(".evidence summary").first.click()
        page.locator(".edit summary").first.click()
        page.locator("#all").check()
        assert faults(page) == []
        page.locator(".proposal").last.locator("button[value=reject]").click()
        page.locator("#done").wait_for()
        assert faults(page) == []
        for path in ("/review/changes", "/review?state=accepted"):
            page.goto(path)
            assert faults(page) == [], path
        page.goto(f"/review/{bench.number(NAME)}/page/1")
        assert faults(page) == []
        context.close()
