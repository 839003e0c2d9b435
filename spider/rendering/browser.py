"""Loads a document in a browser, waits until its scripts are done, and reads it.

One Chromium serves a crawl. It is started when the first page needs it, and again if it crashes. It
has no network of its own: what pages request comes through `spider.rendering.page_network`.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from playwright.async_api import Error as PlaywrightError
from scrapy.settings import Settings
from scrapy_playwright.handler import Config
from scrapy_playwright.provider import PlaywrightBrowserProvider

from spider.faults import BodyTooLargeError, BrowserFailedError, NeverShownError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser, CDPSession, Page

    from spider.rendering.exchange import PageLimits
    from spider.rendering.page_network import PageNetwork


class RenderedPage(NamedTuple):
    """The page's HTML after its scripts ran, and the URL they tried to navigate to, if any."""

    html: str
    leads_to: str | None


async def render_page(
    page: Page, url: str, network: PageNetwork, limits: PageLimits
) -> RenderedPage:
    """Read the page when it requests nothing more, or at the time-out."""
    try:
        async with asyncio.timeout(limits.seconds):
            return await _rendered(page, url, network, limits)
    except TimeoutError as error:
        message = f"The page was not shown within {limits.seconds:g} seconds."
        raise NeverShownError(message) from error
    except PlaywrightError as error:
        raise BrowserFailedError(f"The browser gave up on the page: {error.message}") from error
    finally:
        network.cut()


async def _rendered(page: Page, url: str, network: PageNetwork, limits: PageLimits) -> RenderedPage:
    page.on("popup", _close)
    await page.route("**", network.answer)
    session = await PageSession.begin(page)
    await page.goto(url, wait_until="commit")
    with suppress(TimeoutError, PlaywrightError):  # reading it will report a closed page
        async with asyncio.timeout(limits.seconds_to_settle):
            await session.settle()
    network.cut()
    return RenderedPage(await session.html(limits.most_bytes), session.leads_to)


async def _close(popup: Page) -> None:
    with suppress(PlaywrightError):
        await popup.close()


# What Playwright cannot do: stop a page's scripts, read it undisturbed, see navigations.
#
# Uses Chromium's own protocol. A session must begin before the page does: once a script runs in an
# endless loop, none can be opened.


WAIT = "new Promise(over => setTimeout(over, 500))"
READ = """(() => {
    const written = (node) => node ? new XMLSerializer().serializeToString(node) : "";
    const text = written(document.doctype) + (document.documentElement?.outerHTML ?? "");
    return text.length > %d ? null : text.toWellFormed();
})()"""


class PageSession:
    def __init__(self, session: CDPSession, frame: str) -> None:
        self._session = session
        self._frame = frame
        self.leads_to: str | None = None
        self._requests: set[str] = set()  # those without an answer yet
        self._activity = 0  # how often a request began or ended
        session.on("Page.frameRequestedNavigation", self._note_navigation)
        session.on("Network.requestWillBeSent", self._note_request)
        session.on("Network.loadingFinished", self._note_answer)
        session.on("Network.loadingFailed", self._note_answer)

    @classmethod
    async def begin(cls, page: Page) -> Self:
        session = await page.context.new_cdp_session(page)
        await session.send("Page.enable")
        await session.send("Runtime.enable")
        tree = await session.send("Page.getFrameTree")
        begun = cls(session, tree["frameTree"]["frame"]["id"])
        await session.send("Network.enable")
        return begun

    def _note_navigation(self, event: dict[str, Any]) -> None:
        """Note the first navigation of the page; a reload does not count."""
        here = event["frameId"] == self._frame and event["disposition"] == "currentTab"
        if here and event["reason"] != "reload":
            self.leads_to = self.leads_to or event["url"]

    def _note_request(self, event: dict[str, Any]) -> None:
        self._requests.add(event["requestId"])
        self._activity += 1

    def _note_answer(self, event: dict[str, Any]) -> None:
        self._requests.discard(event["requestId"])
        self._activity += 1

    async def settle(self) -> None:
        """Wait until the page has requested nothing for half a second.

        The page's own timer measures it: scripts that are to run, and timers that are to go off
        before it, have their turn first, however busy the machine is. Playwright's "networkidle"
        measures outside of the page, and may be over before any script has run.
        """
        before = -1
        while self._requests or self._activity != before:
            before = self._activity
            await self._evaluated(WAIT)

    async def html(self, most: int) -> str:
        """The current document."""
        await self._session.send("Runtime.terminateExecution")
        await self._session.send("Emulation.setScriptExecutionDisabled", {"value": True})
        text = await self._evaluated(READ % most)
        if not isinstance(text, str) or len(text.encode()) > most:
            raise BodyTooLargeError("The page is too large after its scripts have run.")
        return text

    async def _evaluated(self, expression: str) -> object:
        """In a world that the page's scripts cannot touch."""
        send = self._session.send
        world = await send("Page.createIsolatedWorld", {"frameId": self._frame})
        where = {"contextId": world["executionContextId"]}
        how = {"returnByValue": True, "awaitPromise": True}
        answer = await send("Runtime.evaluate", {"expression": expression, **where, **how})
        return answer["result"].get("value")


# One Chromium for a crawl, started when the first page needs it, and again if it crashes.


SECONDS_TO_CLOSE = 5


class CrawlBrowser:
    """Gives out empty pages, each in its own context: no shared cookies, cache or storage."""

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


# How Chromium is started: headless, without telemetry, and without a network.
#
# It can connect to nothing by itself: all traffic, loopback included, goes to a proxy whose name
# cannot be resolved, and no other name resolves either. What pages request comes through
# `spider.rendering.page_network`.


NOWHERE = "http://no-network.invalid:1"
ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND",
    # WebRTC uses UDP, which bypasses proxies.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def launch_options(chromium: str) -> dict[str, Any]:
    """Options of Playwright's `launch`."""
    return {
        "executable_path": chromium,
        "headless": True,
        "args": ARGUMENTS,
        # Chromium refuses to run as root with its sandbox on.
        "chromium_sandbox": os.geteuid() != 0,
        # Chromium bypasses proxies for loopback unless told otherwise.
        "proxy": {"server": NOWHERE, "bypass": "<-loopback>"},
        # Ctrl-C ends the crawl, which then closes the browser.
        "handle_sigint": False,
        "handle_sigterm": False,
        "handle_sighup": False,
    }
