"""A page as an lxml tree, whatever it holds, and the texts in it.

The slow path: built only where somebody asks for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from lxml import etree

from pages.encoding import to_text
from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element as Element

    from pages.page import Page

LARGEST_PAGE = 20_000_000  # bytes; the rest is not read
MOST_TAGS = 200_000  # start and end tags
# Deeper elements become siblings, as browsers have it. libxml2 gives up at 2048 for good.
DEEPEST = 1_000
# Of a page so deep; an end tag that ends nothing is sought among all open elements.
MOST_DEEP_TAGS = 40_000
MOST_LEAVES = 50_000
LONGEST_TEXT = 10_000  # characters of one leaf; neither names nor values have as many

_TOO_DEEP = "Excessive depth"
_CONTROLS = bytes({*range(32)} - set(b"\t\n\r"))
_NO_CHARACTERS = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")  # U+FFFE, U+FFFF
_SURROGATE = re.compile("[\ud800-\udfff]")
_EMPTY = b"<html><body></body></html>"
# What is never shown as a text of the page, whatever its styles say.
_NOT_SHOWN = frozenset(
    "audio canvas datalist head iframe math noembed noframes noscript object script style svg "
    "template textarea title video".split()
)
# The document types that put browsers into quirks mode.
_OLD = re.compile(
    r"-//(?:ietf|w3o|netscape|microsoft|softquad|spyglass|sun|sq|webtechs|metrius|as|advasoft)"
    r"|//dtd (?:html (?:[23]|4\.0 (?:frameset|transitional)|experimental)|w3 html)",
    re.IGNORECASE,
)
_OLD_WITHOUT_ADDRESS = re.compile(r"//dtd html 4\.01 (?:frameset|transitional)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A text that a reader sees, the element that holds it, and its place in document order."""

    text: str
    element: Element
    order: int

    def ancestors(self) -> Iterator[Element]:
        """The element that holds the text, the one around it, and so on out to html."""
        yield self.element
        yield from self.element.iterancestors()


class Tree:
    """Build one for each page: others share its elements, which are the same objects for all."""

    def __init__(self, page: Page) -> None:
        self.url = page.url
        # `is_quirks`: browsers show the page in quirks mode.
        self.root, self.is_quirks = _parsed(page)
        body = self.root.find("body")
        self.body: Element = self.root if body is None else body
        # Keeps the objects alive: lxml creates a new one for an element that nothing refers to.
        self.elements: list[Element] = list(self.root.iter())

    @cached_property
    def in_order(self) -> tuple[Leaf, ...]:
        """Leaf texts of the body in document order."""
        texts = islice(_texts(self.body), MOST_LEAVES)
        return tuple(Leaf(*found, order) for order, found in enumerate(texts))


def _texts(body: Element) -> Iterator[tuple[str, Element]]:
    """Each text with the element that holds it; no recursion."""
    steps = etree.iterwalk(body, events=("start", "end"))
    for event, element in steps:
        if event == "start":
            if element.tag in _NOT_SHOWN:
                steps.skip_subtree()
            elif text := _shown(element.text):
                yield text, element
        # The text after an element belongs to its parent.
        elif element is not body and (text := _shown(element.tail)):
            yield text, element.getparent()


def _shown(text: str | None) -> str:
    return fold(text[: 2 * LONGEST_TEXT])[:LONGEST_TEXT] if text else ""


def _parsed(page: Page) -> tuple[Element, bool]:
    """The html element, and whether the page is in quirks mode; no markup gives an empty body."""
    text = to_text(page.body[:LARGEST_PAGE], page.encoding)
    source = _cut(_encoded(text), MOST_TAGS)
    parser = _parser()
    root = _root(source, parser)
    is_quirks = root is None or _is_quirks(root.getroottree().docinfo)
    if any(error.message.startswith(_TOO_DEEP) for error in parser.error_log):
        root = _root(_cut(source, MOST_DEEP_TAGS), _parser(target=_Shallow()))
    return (root if root is not None else etree.fromstring(_EMPTY, _parser())), is_quirks


def _encoded(text: str) -> bytes:
    """Without what libxml2 takes for no character; on bytes, which is fastest."""
    try:
        source = text.encode()
    except UnicodeEncodeError:
        source = _SURROGATE.sub("", text).encode()
    source = source.translate(None, _CONTROLS)
    for sign in _NO_CHARACTERS:
        source = source.replace(sign, b"")
    return source


def _is_quirks(document: Any) -> bool:  # noqa: ANN401 - lxml has no types
    """No document type, or one that puts browsers into quirks mode."""
    declared, kind = document.internalDTD, document.public_id or ""
    if declared is None or (declared.name or "").lower() != "html" or _OLD.search(kind):
        return True
    return not document.system_url and bool(_OLD_WITHOUT_ADDRESS.search(kind))


def _cut(source: bytes, most_tags: int) -> bytes:
    """Hardly a page for people has so many."""
    if source.count(b"<") <= most_tags:
        return source
    return b"<".join(source.split(b"<", most_tags)[:-1])


def _parser(target: _Shallow | None = None) -> Any:  # noqa: ANN401 - lxml has no types
    return etree.HTMLParser(
        encoding="utf-8",
        huge_tree=True,  # else all that is nested deeper than 256 is dropped silently
        remove_comments=True,
        remove_pis=True,
        default_doctype=False,
        target=target,
    )


def _root(source: bytes, parser: Any) -> Element | None:  # noqa: ANN401 - lxml has no types
    try:
        root: Element | None = etree.fromstring(source, parser)
    except etree.LxmlError:  # no markup at all
        return None
    return root


class _Shallow:
    """Builds a tree in which elements that are nested too deep become siblings."""

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
