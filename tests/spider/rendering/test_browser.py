"""Documents shown to a real browser; what their scripts ask for is answered from a table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from scrapy.http import HtmlResponse, Response

from evaluation.hostile.host import Canary
from spider.faults import BodyTooLargeError, fault_of_failure
from spider.rendering.exchange import MOST_REQUESTS, KeptScripts, PageLimits
from tests.spider.rendering.needs_browser import CHROMIUM, needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request

    from spider.rendering.browser import CrawlBrowser, RenderedPage


pytestmark = [needs_browser, pytest.mark.slow]

URL = "http://shop.example/phone"


class Shop:
    """`answers` by path; 404 for others. `asked` is what the page asked for."""

    def __init__(self, answers: dict[str, Response] | None = None, **limits: Any) -> None:
        self.answers = answers or {}
        self.limits = PageLimits(
            **{"seconds": 90, "most_bytes": 90_000, "most_redirects": 2} | limits
        )
        self.scripts = KeptScripts()
        self.asked: list[Request] = []

    async def fetch(self, request: Request) -> Response:
        self.asked.append(request)
        found = self.answers.get(urlsplit(request.url).path, Response(request.url, status=404))
        return found.replace(url=request.url)

    async def show(self, browser: CrawlBrowser, html: str, **headers: str) -> RenderedPage:
        from spider.rendering.browser import render_page  # noqa: PLC0415
        from spider.rendering.page_network import PageNetwork  # noqa: PLC0415 - needs the extra

        headers = {"Content-Type": "text/html; charset=utf-8"} | headers
        document = HtmlResponse(URL, headers=headers, body=html.encode())
        network = PageNetwork(document, self.fetch, self.scripts, self.limits)
        async with browser.page() as page:
            return await render_page(page, URL, network, self.limits)


class Visitor(NamedTuple):
    runner: asyncio.Runner
    browser: CrawlBrowser

    def sees(self, shop: Shop, html: str, **headers: str) -> RenderedPage:
        shop.asked.clear()
        return self.runner.run(shop.show(self.browser, html, **headers))


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    from spider.rendering.browser import CrawlBrowser  # noqa: PLC0415 - needs the extra

    with asyncio.Runner() as runner:
        browser = CrawlBrowser(CHROMIUM, "SpecSeek/test")
        yield Visitor(runner, browser)
        runner.run(browser.close())


def test_scripts_ask_as_nobody_and_follow_redirects(visitor: Visitor) -> None:
    shop = Shop(
        {
            "/go": Response(URL, status=302, headers={"Location": "/ask"}),
            "/ask": Response(URL, body="小米".encode()),
        }
    )
    page = visitor.sees(
        shop,
        """<p>…</p><script>
        document.cookie = "seen=1";
        const asking = {method: "POST", body: "brand=小米", headers: {"X-Key": "k"}};
        fetch("/go", asking).then(answer => answer.text()).then(text => {
            document.querySelector("p").textContent = text + navigator.userAgent;
        });</script>""",
        **{"Set-Cookie": "session=1", "Content-Disposition": "attachment"},
    )
    assert "<p>小米SpecSeek/test</p>" in page.html
    posted, followed = shop.asked
    assert (posted.method, posted.body.decode()) == ("POST", "brand=小米")
    assert (followed.url, followed.method, followed.body) == ("http://shop.example/ask", "GET", b"")
    names = {name.decode().lower() for name in posted.headers}
    assert {"x-key", "referer"} <= names
    assert not {"cookie", "user-agent", "accept-encoding"} & names
    assert not [name for name in names if name.startswith("sec-")]


def test_scripts_are_waited_for_however_slow_the_machine_is(visitor: Visitor) -> None:
    """A script that keeps the page busy stands for a machine that has no time for the page."""
    shop = Shop({"/name": Response(URL, body="小米".encode())})
    page = visitor.sees(
        shop,
        """<p>…</p><script>
        const busy = () => { const end = Date.now() + 1500; while (Date.now() < end); };
        const show = text => { document.querySelector("p").textContent = text; };
        busy();
        const ask = () => fetch("/name").then(answer => answer.text());
        setTimeout(() => { busy(); ask().then(text => { busy(); show(text); }); }, 100);
        </script>""",
    )
    assert "<p>小米</p>" in page.html


def test_a_script_may_not_lead_in_circles_nor_ask_without_end(visitor: Visitor) -> None:
    shop = Shop({"/loop": Response(URL, status=302, headers={"Location": "/loop"})})
    page = visitor.sees(
        shop,
        """<p>…</p><script>(async () => {
        const result = await fetch("/loop").catch(error => "circle");
        for (let n = 0; n < 300; n++) await fetch("/" + n).catch(error => null);
        document.querySelector("p").textContent = result;
        })();</script>""",
    )
    assert "<p>circle</p>" in page.html
    paths = [urlsplit(request.url).path for request in shop.asked]
    assert paths.count("/loop") == 3
    assert len(paths) == 3 + MOST_REQUESTS - 1


def test_what_scripts_fetch_is_bounded_in_size(visitor: Visitor) -> None:
    shop = Shop({"/large": Response(URL, body=b"x" * 90_000)})
    script = """(async () => {
        try { for (;;) await fetch("/large"); } catch { document.title = "refused"; }
    })()"""
    assert "<title>refused</title>" in visitor.sees(shop, f"<script>{script}</script>").html
    assert len(shop.asked) == 4


def test_scripts_are_fetched_once_for_all_pages(visitor: Visitor) -> None:
    answer = Response(URL, headers={"Content-Type": "text/javascript"}, body=b"document.title = 1")
    shop = Shop({"/a.js": answer})
    for _ in range(2):
        page = visitor.sees(shop, "<script src=/a.js></script>")
        assert "<title>1</title>" in page.html
    assert shop.asked == []


def test_a_page_cannot_lie_about_its_size_nor_break_its_text(visitor: Visitor) -> None:
    html = "<!DOCTYPE html><title>a</title><p></p><script>%s</script>"
    lie = """
        Object.defineProperty(Element.prototype, "outerHTML", {get: () => "small"});
        document.querySelector("p").textContent = "\\ud800" + "手机".repeat(%d);
    """
    page = visitor.sees(Shop(), html % (lie % 10_000))
    assert page.html.startswith("<!DOCTYPE html><html><head><title>a</title>")
    assert "<p>\N{REPLACEMENT CHARACTER}手机" in page.html
    with pytest.raises(BodyTooLargeError):
        visitor.sees(Shop(), html % (lie % 20_000))


@pytest.mark.parametrize(
    ("script", "target"),
    [
        ("location = '/next'", "http://shop.example/next"),
        ("location.replace('http://127.0.0.1/'); location = '/next'", "http://127.0.0.1/"),
        ("setTimeout(() => location.assign('/next'), 100)", "http://shop.example/next"),
        ("document.write('<meta http-equiv=refresh content=0;/next>')", "http://shop.example/next"),
        ("location.reload(); location.hash = 'top'; history.pushState({}, '', '/next')", None),
        ("document.body.append(document.createElement('iframe')); frames[0].location='/f'", None),
        ("window.open('/popup')", None),
    ],
)
def test_where_a_script_leads_is_told_and_not_followed(
    visitor: Visitor, script: str, target: str | None
) -> None:
    shop = Shop()
    html = f"<body><p>手机</p><script>{script}; document.title = 'led';</script>"
    page = visitor.sees(shop, html)
    assert page.leads_to == target
    assert "<p>手机</p>" in page.html
    assert not shop.asked


def test_a_browser_that_breaks_down_is_started_again(visitor: Visitor) -> None:
    shop = Shop()

    async def crash() -> None:
        async with visitor.browser.page() as page:
            session = await page.context.new_cdp_session(page)
            await session.send("Browser.crash")

    with pytest.raises(Exception, match="closed"):
        visitor.runner.run(crash())
    assert "<p>手机</p>" in visitor.sees(shop, "<p>手机</p>").html


@pytest.mark.slow  # it is waited for
def test_a_script_that_waits_for_an_answer_without_end_is_released(visitor: Visitor) -> None:
    class Silent(Shop):
        async def fetch(self, request: Request) -> Response:
            self.asked.append(request)
            await asyncio.Event().wait()
            raise AssertionError

    waiting = (
        "const request = new XMLHttpRequest(); request.open('GET', '/', false); request.send()"
    )
    shop = Silent(seconds=30)
    html = f"<script>{waiting}</script><p>手机</p>"
    assert "<p>手机</p>" in visitor.sees(shop, html).html
    assert len(shop.asked) == 1


def test_a_page_that_is_not_shown_in_time_is_a_time_out(visitor: Visitor) -> None:
    with pytest.raises(TimeoutError) as told:
        visitor.sees(Shop(seconds=0.01), "<p>手机</p>")
    fault = fault_of_failure(told.value)
    assert (fault.kind, fault.words) == ("timeout", "The page was not shown within 0.01 seconds.")


def test_the_browser_has_no_network_even_where_nothing_stands_before_it(visitor: Visitor) -> None:
    async def contact(port: int) -> list[str]:
        async with visitor.browser.page() as page:
            for host in ("127.0.0.1", "localhost", "[::1]"):
                with pytest.raises(Exception, match="net::ERR_"):
                    await page.goto(f"http://{host}:{port}/")
        # A page of its own: the browser may still be putting up the last failure's error page.
        async with visitor.browser.page() as page:
            tries = """async (port) => {
                const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
                const closed = new Promise(end => { socket.onerror = () => end("no socket"); });
                const fetched = fetch(`http://127.0.0.1:${port}/`).catch(() => "not fetched");
                return Promise.all([closed, fetched]);
            }"""
            result: list[str] = await page.evaluate(tries, port)
            return result

    with Canary() as canary:
        assert visitor.runner.run(contact(canary.port)) == ["no socket", "not fetched"]
        assert canary.connections == 0
