"""A visitor with a real browser, who notices every error it reports."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.spider.rendering.needs_browser import CHROMIUM

if TYPE_CHECKING:
    from collections.abc import Iterator


WIDE, NARROW = (1280, 800), (390, 800)
PATIENCE = 180_000  # milliseconds: a busy machine may take long

expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visitor(
    browser: Browser,
    site: str,
    size: tuple[int, int] = WIDE,
    *,
    allowed_errors: int = 0,
    **options: Any,
) -> Iterator[Page]:
    """A new visitor, Chinese unless Playwright's options say otherwise.

    More errors on the console than allowed fail the test.
    """
    width, height = size
    viewport = {"width": width, "height": height}
    context = browser.new_context(
        base_url=site, **({"viewport": viewport, "locale": "zh-CN"} | options)
    )
    context.set_default_timeout(PATIENCE)
    problems: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    try:
        yield page
    finally:
        context.close()
    assert len(problems) <= allowed_errors, problems
