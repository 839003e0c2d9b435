"""A real page after a made-up redesign: other tags, no classes, rows in another order."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from lxml import html

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.html import HtmlElement

_TAGS = {
    "table": "section",
    "tbody": "div",
    "tr": "dl",
    "th": "dt",
    "td": "dd",
    "ul": "div",
    "ol": "div",
    "li": "p",
    "dl": "ul",
    "dt": "li",
    "dd": "li",
    "h1": "h2",
    "h2": "h3",
    "h3": "h4",
    "b": "strong",
    "font": "span",
    "span": "em",
}
_TELLING = ("class", "id", "style")


def redesigned(body: bytes, encoding: str, renamed: Mapping[str, str]) -> bytes:
    """The same words in UTF-8, but for some names, in markup that shares nothing with what it was.

    `renamed` tells what a text becomes that stands alone in a cell with another one behind it.
    """
    root = html.document_fromstring(body, parser=html.HTMLParser(encoding=encoding, huge_tree=True))
    for rows in list(root.iter("table", "tbody")):
        _shuffle(rows)
    for cell in root.iter("td", "th"):
        _rename(cell, renamed)
    for element in root.iter("*"):
        _change(element)
    for meta in list(root.iter("meta")):
        if meta.get("charset") or meta.get("http-equiv"):
            meta.drop_tree()
    page: bytes = html.tostring(root, encoding="utf-8", doctype="<!DOCTYPE html>")
    return page


def _rename(cell: HtmlElement, renamed: Mapping[str, str]) -> None:
    if cell.getnext() is None:
        return
    for element in cell.iter("*"):
        name = (element.text or "").strip()
        if name in renamed and cell.text_content().strip() == name:
            element.text = renamed[name]


def _change(element: HtmlElement) -> None:
    element.tag = _TAGS.get(element.tag, element.tag)
    for name in list(element.attrib):
        if name in _TELLING or name.startswith("data-"):
            del element.attrib[name]


def _shuffle(rows: HtmlElement) -> None:
    """Blocks of rows in an order that depends on what they say first: the same on every page."""
    first, *others = list(_blocks(rows)) or [[]]
    others.sort(key=lambda block: sha256(_first_words(block[0]).encode()).digest())
    for block in (first, *others):
        rows.extend(block)


def _blocks(rows: HtmlElement) -> Iterator[list[HtmlElement]]:
    """A row with an empty cell goes on with the row before it."""
    block: list[HtmlElement] = []
    for row in rows.findall("tr"):
        if block and all(cell.text_content().strip() for cell in row.iterchildren("*")):
            yield block
            block = []
        block.append(row)
    if block:
        yield block


def _first_words(row: HtmlElement) -> str:
    return next((cell.text_content().strip() for cell in row.iterchildren("*")), "")
