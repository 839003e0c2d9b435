"""One Chromium for a crawl, started when the first page needs it, and again if it breaks down."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError
from scrapy.settings import Settings
from scrapy_playwright.handler import Config
from scrapy_playwright.provider import PlaywrightBrowserProvider

from spider.rendering.errors import BrowserFailedError
from spider.rendering.launching import launch_options

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser, Page

SECONDS_TO_CLOSE = 5


class CrawlBrowser:
    """Gives out empty pages. Each is a visitor of its own: no cookie, no cache, no storage."""

    def __init__(self, chromium: str, user_agent: str) -> None:
        options = {"PLAYWRIGHT_LAUNCH_OPTIONS": launch_options(chromium)}
        self._config = Config.from_settings(Settings(options))
        self._user_agent = user_agent
        self._provider: PlaywrightBrowserProvider | None = None
        self._browser: Browser | None = None
        self._starting = asyncio.Lock()

    @asynccontextmanager
    async def page(self) -> AsyncIterator[Page]:
        """An empty page, closed when the block is left."""
        try:
            browser = await self._running()
            context = await browser.new_context(
                user_agent=self._user_agent,
                locale="zh-CN",
                service_workers="block",
                accept_downloads=False,
            )
            page = await context.new_page()
        except PlaywrightError as error:
            await self.close()
            raise BrowserFailedError(f"The browser did not start: {error.message}") from error
        try:
            yield page
        finally:
            try:
                await asyncio.wait_for(context.close(), SECONDS_TO_CLOSE)
            except (PlaywrightError, TimeoutError):
                await self.close()

    async def _running(self) -> Browser:
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                self._provider = PlaywrightBrowserProvider(self._config)
                await self._provider.start()
                self._browser = await self._provider.launch_browser()
            return self._browser

    async def close(self) -> None:
        browser, provider = self._browser, self._provider
        self._browser = self._provider = None
        with suppress(PlaywrightError, TimeoutError):
            if browser:
                await asyncio.wait_for(browser.close(), SECONDS_TO_CLOSE)
        if provider:
            await provider.close()
