"""Show a document to a browser, wait until its scripts have done their work, and read it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from spider.rendering.errors import BrowserFailedError, NeverShownError
from spider.rendering.page_session import PageSession

if TYPE_CHECKING:
    from playwright.async_api import Page

    from spider.rendering.limits import PageLimits
    from spider.rendering.page_network import PageNetwork


class RenderedPage(NamedTuple):
    """The page's HTML as its scripts left it, and where they wanted to lead, if anywhere."""

    html: str
    leads_to: str | None


async def render_page(
    page: Page, url: str, network: PageNetwork, limits: PageLimits
) -> RenderedPage:
    """Read once nothing is asked for any more, or the time for that is over."""
    try:
        async with asyncio.timeout(limits.seconds):
            return await _rendered(page, url, network, limits)
    except TimeoutError as error:
        message = f"The page was not shown within {limits.seconds:g} seconds."
        raise NeverShownError(message) from error
    except PlaywrightError as error:
        raise BrowserFailedError(f"The browser gave the page up: {error.message}") from error
    finally:
        network.cut()


async def _rendered(page: Page, url: str, network: PageNetwork, limits: PageLimits) -> RenderedPage:
    page.on("popup", _close)
    await page.route("**", network.answer)
    session = await PageSession.begin(page)
    await page.goto(url, wait_until="commit")
    with suppress(PlaywrightTimeoutError):
        await page.wait_for_load_state("networkidle", timeout=limits.seconds_to_settle * 1000)
    network.cut()
    return RenderedPage(await session.html(limits.most_bytes), session.leads_to)


async def _close(popup: Page) -> None:
    with suppress(PlaywrightError):
        await popup.close()
