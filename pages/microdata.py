"""The microdata of a page, in the shape that JSON-LD has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extruct.utils import parse_html
from extruct.w3cmicrodata import MicrodataExtractor
from lxml import etree

from pages.embedded import LONGEST_VALUE, WORDS
from pages.encoding import to_text
from pages.page import fold

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from pages.page import Page

LARGEST_PAGE = 5_000_000
# Beyond what pages for people have; the time it takes grows with the product of these.
MOST_SCOPES = 500
MOST_PROPERTIES = 2000
DEEPEST_SCOPE = 8

_TOO_DEEP = etree.XPath(f"boolean(//*[@itemscope][count(ancestor::*[@itemscope])>{DEEPEST_SCOPE}])")
_IN_WORDS = etree.XPath("//*[@itemprop and not(@itemscope) and not(@content)]")
_LONG_TEXTS = etree.XPath(f"//text()[string-length()>{LONGEST_VALUE}]")
_NO_TEXT = ("script", "style", etree.Comment, etree.ProcessingInstruction)
_NO_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def microdata(page: Page) -> list[object]:
    """The top-level items; none if there are more than people write.

    Properties that an item has elsewhere on the page (`itemref`) are left out: products rarely
    have them, and a page could make any number of items share any number of them.
    """
    if _is_too_large(page.body):
        return []
    text = to_text(page.body, page.encoding).replace("\0", "")
    try:
        tree = parse_html(text.encode(errors="replace"), "UTF-8")
        if _TOO_DEEP(tree):
            return []
        _tidy(tree)
        _set_contents(tree)
        # Addresses stay as they are written: some are such that joining them would raise.
        items = MicrodataExtractor().extract_items(tree, "")
    except (etree.LxmlError, RecursionError, ValueError):
        # lxml refuses to write a control character that it has read itself.
        return []
    return [_as_json_ld(item, DEEPEST_SCOPE) for item in items]


def _is_too_large(body: bytes) -> bool:
    return (
        len(body) > LARGEST_PAGE
        or body.count(b"itemscope") > MOST_SCOPES
        or body.count(b"itemprop") > MOST_PROPERTIES
    )


def _tidy(tree: HtmlElement) -> None:
    """Remove what is not text, and cut long texts short."""
    etree.strip_elements(tree, *_NO_TEXT, with_tail=False)
    etree.strip_attributes(tree, "itemref")
    for text in _LONG_TEXTS(tree):
        short = text[: LONGEST_VALUE + 1]
        setattr(text.getparent(), "tail" if text.is_tail else "text", short)


def _set_contents(tree: HtmlElement) -> None:
    """Give each property its text as an attribute: extruct would copy its whole element.

    Where a name is a link, the name is meant and not its address.
    """
    for node in _IN_WORDS(tree):
        if node.tag == "a" and node.get("itemprop") in WORDS:
            node.tag = "span"
        node.set("content", _text(node) or " ")


def _text(node: HtmlElement) -> str:
    pieces: list[str] = []
    length = 0
    for piece in node.itertext():
        pieces.append(piece)
        length += len(piece)
        if length > LONGEST_VALUE:
            break
    return fold(_NO_XML.sub(" ", " ".join(pieces)))


def _as_json_ld(value: object, depth: int) -> object:
    if isinstance(value, list):
        return [_as_json_ld(one, depth) for one in value]
    if not isinstance(value, dict):
        return value
    properties = value.get("properties")
    if not (isinstance(properties, dict) and depth):
        return value.get("value")
    told = {name: _as_json_ld(one, depth - 1) for name, one in properties.items()}
    return {**told, "@type": value.get("type"), "@id": value.get("id")}
