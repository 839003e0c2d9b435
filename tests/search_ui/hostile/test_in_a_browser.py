"""What a hostile page and a hostile site try, in a real browser that is logged in."""

from __future__ import annotations

import socket
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

import pytest

from evaluation.hostile.host import Canary
from tests.search_ui.hostile.attack_pages import attack_pages
from tests.search_ui.hostile.test_changes import kept
from tests.search_ui.search.browser import PATIENCE
from tests.search_ui.search.loopback import served
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Request

    from tests.search_ui.hostile.conftest import Target

pytestmark = [needs_browser, pytest.mark.slow]

# One page has all attacks; the others have them in encodings that may hide them.
ATTACKS = [
    name if name == "everything" else pytest.param(name, marks=pytest.mark.slow)
    for name in attack_pages("http://127.0.0.1:9")
]
EVIL = "http://evil.example"


class Watched(NamedTuple):
    """A browser with the admin's cookie; all it asks for and every dialog is written down."""

    page: Page
    root: str
    asked: list[Request]
    dialogs: list[str]


@pytest.fixture(scope="module")
def root(target: Target) -> Iterator[str]:
    with served(target.app) as address:
        yield address


@pytest.fixture(scope="module")
def context(browser: Browser, root: str) -> Iterator[BrowserContext]:
    with closing(browser.new_context(base_url=root, locale="zh-CN")) as opened:
        opened.set_default_timeout(PATIENCE)
        yield opened


@pytest.fixture
def watched(context: BrowserContext, root: str, target: Target) -> Iterator[Watched]:
    cookie = target.admin.get_cookie("specseek")
    assert cookie
    context.add_cookies(
        [{"name": "specseek", "value": cookie.value, "url": root, "sameSite": "Lax"}]
    )
    page = context.new_page()
    seen = Watched(page, root, [], [])

    def refuse(dialog: Dialog) -> None:
        seen.dialogs.append(dialog.message)
        dialog.dismiss()

    def note(request: Request) -> None:
        seen.asked.append(request)

    page.on("request", note)
    page.on("dialog", refuse)
    yield seen
    for each in context.pages:
        each.close()


@pytest.fixture(scope="module")
def canary() -> Iterator[Canary]:
    with Canary() as listener:
        yield listener


def uploaded(target: Target, body: bytes) -> str:
    form = {"csrf_token": target.token, "url": "http://hostile.example/"}
    answer = target.admin.post("/label/upload", data={**form, "page": (BytesIO(body), "a.html")})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def test_the_canary_hears_who_comes() -> None:
    with Canary() as canary:
        with socket.create_connection(("127.0.0.1", canary.port)) as caller:
            caller.recv(1)
        assert canary.connections == 1


@pytest.mark.parametrize("name", ATTACKS)
def test_a_hostile_page_shows_and_does_nothing(
    target: Target, watched: Watched, canary: Canary, name: str
) -> None:
    page = watched.page
    place = uploaded(target, attack_pages(f"http://127.0.0.1:{canary.port}")[name])
    for path in (f"{place}/look", place):  # by itself, and framed
        page.goto(watched.root + path)
        frame = page.frame_locator("#look") if path == place else page
        frame.locator("specseek-text").first.wait_for()
        for text in frame.locator("specseek-text").all()[:60]:
            text.dispatch_event("mouseover")
            text.dispatch_event("click")
        page.wait_for_timeout(200)
        assert page.url == watched.root + path
    assert canary.connections == 0
    assert watched.dialogs == []
    paths = {request.url.removeprefix(watched.root).partition("?")[0] for request in watched.asked}
    assert {path for path in paths if not path.startswith("/static/")} <= {place, f"{place}/look"}
    sent = [request.post_data or "" for request in watched.asked if request.method == "POST"]
    assert not [form for form in sent if "save=" in form]
    (inside,) = [one for one in page.frames if one.url.endswith("/look")]
    assert (
        inside.evaluate("document.querySelectorAll('script, img, iframe, form, svg').length") == 1
    )
    assert page.context.cookies(watched.root)[0]["name"] == "specseek"


@pytest.mark.parametrize("name", ATTACKS)
def test_its_markup_alone_does_nothing_without_policy_or_sandbox(
    target: Target, watched: Watched, canary: Canary, name: str
) -> None:
    page = watched.page
    place = uploaded(target, attack_pages(f"http://127.0.0.1:{canary.port}")[name])
    written = target.admin.get(f"{place}/look").data
    page.route(
        f"{EVIL}/**",
        lambda route: route.fulfill(body=written, content_type="text/html; charset=utf-8"),
    )
    page.goto(f"{EVIL}/")
    for text in page.locator("specseek-text").all()[:60]:
        text.dispatch_event("mouseover")
        text.dispatch_event("click")
    page.wait_for_timeout(200)
    assert canary.connections == 0
    assert watched.dialogs == []
    others = {request.url for request in watched.asked} - {f"{EVIL}/", f"{EVIL}/favicon.ico"}
    assert others == set()


def test_even_a_script_in_the_frame_could_only_mark(target: Target, watched: Watched) -> None:
    """Whatever it tells the page around it: numbers of texts are believed, nothing else is."""
    page = watched.page
    place = uploaded(target, b"<p>a</p><p>b</p>")
    before = kept(target.data, target.rules)
    page.goto(watched.root + place)
    page.frame_locator("#look").locator("specseek-text").first.wait_for()
    (inside,) = [one for one in page.frames if one.url.endswith("/look")]
    told = inside.evaluate("""async () => {
      const told = [];
      const tries = {
        cookie: () => document.cookie, storage: () => localStorage.length,
        parent: () => parent.document, top: () => { top.location = 'about:blank'; },
        opener: () => { if (!window.open('about:blank')) throw 0; },
        fetch: () => fetch(location.href), image: () => new Promise((ok, no) => {
          const image = new Image();
          image.onload = ok; image.onerror = no; image.src = '/static/icon.svg';
        }),
        eval: () => eval('1'), worker: () => new Promise((ok, no) => {
          const worker = new Worker('data:,postMessage(1)');
          worker.onmessage = ok; worker.onerror = no;
        }),
        script: () => new Promise((ok, no) => {
          const script = document.createElement('script');
          script.onload = ok; script.onerror = no; script.src = '/static/label.js';
          document.body.append(script);
        }),
      };
      for (const [name, attempt] of Object.entries(tries)) {
        try { await attempt(); told.push(name); } catch { /* refused */ }
      }
      for (const data of [null, 1, 'x', {}, {text: '0'}, {text: -1}, {text: 0.5}, {text: 1e9},
          {text: {}}, {ready: 'x'}, {save: 'active'}, {marks: {0: 'x'}}, {show: '"]'}, [[]]]) {
        parent.postMessage(data, '*');
      }
      return told;
    }""")
    assert told == []
    page.locator('#trial[aria-busy="false"]').wait_for()
    page.wait_for_timeout(200)
    assert page.url == watched.root + place
    assert len(page.context.pages) == 1
    posts = [request.post_data or "" for request in watched.asked if request.method == "POST"]
    assert not [form for form in posts if "save=" in form]
    assert watched.dialogs == []
    assert kept(target.data, target.rules) == before


def test_another_site_can_neither_post_nor_frame_nor_read(target: Target, watched: Watched) -> None:
    page, root = watched.page, watched.root
    before = kept(target.data, target.rules)
    place = f"{root}/label/page/{target.page}"
    body = f"""<form method="post" action="{place}"><input name="save" value="draft">
      <input name="csrf_token" value="{target.token}"></form><iframe src="{root}/log-in"></iframe>
      <iframe src="{place}/look"></iframe>"""
    page.route(f"{EVIL}/**", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(f"{EVIL}/")
    for frame in page.frames[1:]:
        assert "specseek" not in frame.content()
    read = """async (url) => { try { await fetch(url, {credentials: 'include'}); return 1; }
              catch { return 0; } }"""
    for path in ("/search.json", "/monitor", "/suggest.json?q=a"):
        assert page.evaluate(read, root + path) == 0
    script = """(url) => new Promise((done) => { const one = document.createElement('script');
      one.onload = () => done(1); one.onerror = () => done(0); one.src = url;
      document.body.append(one); })"""
    for path in ("/search.json", "/search.csv", "/static/label.js"):
        assert page.evaluate(script, root + path) == 0
    with page.expect_navigation() as went:
        page.evaluate("document.forms[0].submit()")
    answer = went.value
    assert answer
    assert answer.status == 403
    assert kept(target.data, target.rules) == before
