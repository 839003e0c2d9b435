"""A visitor with a real browser, who notices every error it reports."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, Page, sync_playwright

from tests.spider.rendering.needs_browser import CHROMIUM

if TYPE_CHECKING:
    from collections.abc import Iterator


WIDE, NARROW = (1280, 800), (390, 800)


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
    scripts: bool = True,
    language: str = "zh-CN",
) -> Iterator[Page]:
    """A new visitor, who reads the given language; a console error fails the test."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        java_script_enabled=scripts,
        locale=language,
        base_url=site,
    )
    problems: list[str] = []
    page = context.new_page()
    page.set_default_timeout(60_000)  # a busy machine may take long
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    try:
        yield page
    finally:
        context.close()
    assert problems == []
