"""What Playwright has no call for: stop a page's scripts, read it unseen, hear where it leads.

Spoken in Chromium's own protocol. A session must begin before the page does: once a script runs
without end, there is no way left to open one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from spider.safety.errors import BodyTooLargeError

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

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
        session.on("Page.frameRequestedNavigation", self._note_navigation)

    @classmethod
    async def begin(cls, page: Page) -> Self:
        session = await page.context.new_cdp_session(page)
        await session.send("Page.enable")
        await session.send("Runtime.enable")
        tree = await session.send("Page.getFrameTree")
        return cls(session, tree["frameTree"]["frame"]["id"])

    def _note_navigation(self, event: dict[str, Any]) -> None:
        """The first place the page itself leads to; a page that loads anew leads nowhere."""
        here = event["frameId"] == self._frame and event["disposition"] == "currentTab"
        if here and event["reason"] != "reload":
            self.leads_to = self.leads_to or event["url"]

    async def html(self, most: int) -> str:
        """The document as it stands, read where the page's scripts can change nothing."""
        send = self._session.send
        await send("Runtime.terminateExecution")
        await send("Emulation.setScriptExecutionDisabled", {"value": True})
        world = await send("Page.createIsolatedWorld", {"frameId": self._frame})
        where = {"contextId": world["executionContextId"], "returnByValue": True}
        answer = await send("Runtime.evaluate", {"expression": READ % most, **where})
        text = answer["result"].get("value")
        if not isinstance(text, str) or len(text.encode()) > most:
            raise BodyTooLargeError("The page is too large when its scripts have run.")
        return text
