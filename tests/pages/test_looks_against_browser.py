"""Looks against Chromium's own: every leaf text of pages old and new, in Chinese and English."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pages.css_values import HEIGHT, WIDTH
from pages.dom import Tree
from pages.looks import Background, Font, Looks
from pages.page import Page
from tests.spider.rendering.needs_browser import needs_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page as Tab
    from playwright.sync_api import Route

pytestmark = needs_browser

PAGES = sorted((Path(__file__).parent / "looks_pages").glob("*.html"))
URL = "http://a.example/shop/1.html"
SHEETS = {
    "http://a.example/static/css/main.css": """@charset "utf-8"; @import url("base.css") screen;
        @import "print.css" print; .box { color: #222222; background: url(../img/box.png) #eee }
        table.spec th { font-size: 12px; color: #999 }""",
    "http://a.example/static/css/base.css": """@import 'base.css'; p { color: red; font-size: 15px }
        .box span { font-weight: 700 } table.spec td { color: #444 }""",
    "http://a.example/static/css/print.css": "* { color: lime !important }",
    "http://a.example/static/css/late.css": "p { color: lime }",
    "http://a.example/theme.css?v=2": "p { font-style: italic } table.spec th { color: #888 }",
}
LEAVES = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim().split(/\\s+/).join(" ");
    if (!text || node.parentElement.closest("script, style")) continue;
    const own = getComputedStyle(node.parentElement);
    const around = [];
    for (let at = node.parentElement; at; at = at.parentElement) around.push(getComputedStyle(at));
    const clear = "rgba(0, 0, 0, 0)";
    const behind = around.find(
      (at) => at.backgroundColor !== clear || at.backgroundImage !== "none");
    found.push({
      text,
      family: own.fontFamily, size: own.fontSize, weight: own.fontWeight, style: own.fontStyle,
      colour: own.color, lines: around.map((at) => at.textDecorationLine),
      background: behind && behind.backgroundColor, image: behind && behind.backgroundImage,
    });
  }
  return found;
}"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    from tests.search_ui.searching.browser import chromium  # noqa: PLC0415 - needs the browser

    with chromium() as browser:
        yield browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})


def shown_by_browser(tab: Tab, source: str) -> list[dict[str, Any]]:
    def answer(route: Route) -> None:
        url = route.request.url
        if url == URL:
            route.fulfill(body=source, content_type="text/html; charset=utf-8")
        elif url in SHEETS:
            route.fulfill(body=SHEETS[url], content_type="text/css; charset=utf-8")
        else:
            route.abort()

    tab.unroute_all()
    tab.route("**/*", answer)
    tab.goto(URL)
    found: list[dict[str, Any]] = tab.evaluate(LEAVES)
    return found


def as_font(told: dict[str, Any]) -> Font:
    lines = {line for lines in told["lines"] for line in lines.split()} - {"none"}
    return Font(
        re.sub(r"\s+", " ", told["family"].replace('"', "").lower()),
        round(float(told["size"].removesuffix("px")), 2),
        int(told["weight"]),
        told["style"],
        as_hex(told["colour"]),
        " ".join(sorted(lines)) or "none",
    )


def as_background(told: dict[str, Any]) -> Background:
    if told.get("background") is None:
        return Background("", "")
    colour, image = as_hex(told["background"]), told["image"].replace('"', "")
    return Background("" if colour == "#00000000" else colour, "" if image == "none" else image)


def as_hex(colour: str) -> str:
    *channels, alpha = [float(number) for number in re.findall(r"[\d.]+", colour + " 1")][:4]
    parts = channels if alpha >= 1 else [*channels, alpha * 255]
    return "#" + "".join(f"{int(part + 0.5):02x}" for part in parts)


def is_picture_alike(ours: Background, theirs: Background) -> bool:
    """Browsers write gradients anew, with other words for the same colours."""
    if "gradient" in ours.image:
        return ours.image.partition("(")[0] == theirs.image.partition("(")[0]
    return ours.image == theirs.image


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_looks_are_those_of_the_browser(tab: Tab, file: Path) -> None:
    source = file.read_text("utf-8")
    theirs = shown_by_browser(tab, source)
    tree = Tree(Page.read(source.encode(), URL, "text/html; charset=utf-8"))
    looks = Looks(tree, SHEETS.get)
    assert [leaf.text for leaf in tree.in_order] == [told["text"] for told in theirs]
    for leaf, told in zip(tree.in_order, theirs, strict=True):
        assert looks.font(leaf.element) == as_font(told), leaf.text
        ours, behind = looks.background(leaf.element), as_background(told)
        assert ours.colour == behind.colour, leaf.text
        assert is_picture_alike(ours, behind), leaf.text
