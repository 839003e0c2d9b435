"""From a page to an lxml tree, whatever the page holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lxml import etree

from pages.encoding import to_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml.etree import _Element as Element

    from pages.page import Page

LARGEST_PAGE = 20_000_000  # bytes; what stands behind them is not read
MOST_TAGS = 200_000  # start and end tags
# Deeper elements become siblings, as browsers have it. libxml2 gives up at 2048 for good.
DEEPEST = 1_000
# Of a page so deep; an end tag that ends nothing is sought among all open elements.
MOST_DEEP_TAGS = 40_000

_TOO_DEEP = "Excessive depth"
_NO_CHARACTERS = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_EMPTY = b"<html><body></body></html>"


def parsed(page: Page) -> Element:
    """The html element; a page without any markup has an empty body."""
    text = to_text(page.body[:LARGEST_PAGE], page.encoding)
    source = _cut(_NO_CHARACTERS.sub("", text).encode(errors="replace"), MOST_TAGS)
    parser = _parser()
    root = _root(source, parser)
    if any(error.message.startswith(_TOO_DEEP) for error in parser.error_log):
        root = _root(_cut(source, MOST_DEEP_TAGS), _parser(target=_Shallow()))
    return root if root is not None else etree.fromstring(_EMPTY, _parser())


def _cut(source: bytes, most_tags: int) -> bytes:
    """Hardly a page for people has so many."""
    if source.count(b"<") <= most_tags:
        return source
    return b"<".join(source.split(b"<", most_tags)[:-1])


def _parser(target: _Shallow | None = None) -> Any:  # noqa: ANN401 - lxml has no types
    return etree.HTMLParser(
        encoding="utf-8",
        huge_tree=True,  # else all that is nested deeper than 256 is dropped without a word
        remove_comments=True,
        remove_pis=True,
        default_doctype=False,
        target=target,
    )


def _root(source: bytes, parser: Any) -> Element | None:  # noqa: ANN401
    try:
        root: Element | None = etree.fromstring(source, parser)
    except etree.LxmlError:  # no markup at all
        return None
    return root


class _Shallow:
    """Builds a tree in which elements that stand too deep are siblings of one another."""

    def __init__(self) -> None:
        self._builder = etree.TreeBuilder()
        self._open: list[str] = []
        self._too_deep = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(self._open) == DEEPEST:
            self._builder.end(self._open.pop())
            self._too_deep += 1
        self._builder.start(tag, attributes)
        self._open.append(tag)

    def end(self, _tag: str) -> None:
        if self._too_deep:
            self._too_deep -= 1
        else:
            self._builder.end(self._open.pop())

    def data(self, text: str) -> None:
        self._builder.data(text)

    def close(self) -> Element:
        return self._builder.close()
