"""An inert copy of a page: it looks like the page, but loads nothing and does nothing.

The copy is built as a BeautifulSoup tree from the page's outline, so that every text keeps the
number under which rules and labels know it. Tags and attributes are allow-listed; whatever else
the markup holds never reaches the tree.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from bs4 import BeautifulSoup
from bs4.formatter import HTMLFormatter

from pages.encoding import to_text
from pages.outline import BROKEN, SPACED
from pages.page import attributes
from pages.tags import TAG

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bs4 import Tag
    from bs4.element import AttributeValueList

    from pages.outline import Outline
    from pages.page import Page


# The element around every text, with the text's number, and the element in place of a picture:
# names that no style sheet of a page mentions.
TEXT_TAG = "specseek-text"
PICTURE_TAG = "specseek-picture"

_KEPT = frozenset(
    "a abbr address article aside b bdi bdo big blockquote br caption center cite code col "
    "colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 "
    "header hr i ins kbd label legend li main mark nav ol p pre q s samp section small span "
    "strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr".split()
)
_BLOCKS = frozenset("form fieldset noscript dir menu hgroup search dialog".split())
_ONLY_CONTENT_KEPT = frozenset(
    "html head body meta link base input object embed applet param frameset frame audio video "
    "source track picture canvas map area".split()
)
# Their content is raw text, or means something else than it says.
_LEFT_OUT = frozenset(
    "title textarea xmp iframe noembed noframes script style template svg math select datalist "
    "plaintext".split()
)
_KEPT_ATTRIBUTES = frozenset(
    "class id align valign bgcolor color face size width height border cellpadding cellspacing "
    "colspan rowspan nowrap dir lang alt start style".split()
)
_LONGEST_TAG = 4_000  # bytes
_PIXELS = re.compile("[1-9][0-9]{0,3}")
# Browsers nest no deeper than this either. Content beyond the limits moves up or is not shown.
_DEEPEST = 512
_MOST_NODES = 50_000


class InertPage(NamedTuple):
    """`body` is the content of the body element, `attributes` those of the element itself."""

    styles: str
    attributes: str
    body: str


class _Formatter(HTMLFormatter):
    """Escapes quotes as well as markup, and keeps attributes in the page's order."""

    def attributes(self, tag: Tag) -> Iterable[tuple[str, str | AttributeValueList | None]]:
        return tag.attrs.items()


_FORMATTER = _Formatter(entity_substitution=escape, void_element_close_prefix="")


def inert(page: Page, outline: Outline) -> InertPage:
    """The page as inert markup, each text in an element of its own with its number."""
    body = _Builder(outline).build()
    start, _, content = body.decode(formatter=_FORMATTER).partition(">")
    return InertPage(
        inert_sheet(page), start.removeprefix("<body"), content.removesuffix("</body>")
    )


class _Builder:
    """Adds elements and texts in source order, each to the copy of its parent."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._soup = BeautifulSoup("", "html.parser")
        self._nodes = 0
        # For each element the tag that takes its content and that tag's depth; None: left out.
        self._targets: list[tuple[Tag, int] | None] = []

    def build(self) -> Tag:
        outline = self._outline
        in_source = outline.tags.index("body") if "body" in outline.tags else 0
        body = self._soup.new_tag("body", attrs=dict(self._attributes(in_source)))
        self._targets.append((body, 0))
        leaf, leaves = 0, len(outline.owners)
        for index in range(len(outline.tags)):
            if index:
                self._targets.append(self._element(index))
            while leaf < leaves and outline.leaf_tags[leaf] == index:
                self._text(leaf)
                leaf += 1
        return body

    def _element(self, index: int) -> tuple[Tag, int] | None:
        """The tag for the content of an element: its copy, or one around it; None: left out."""
        tag = self._outline.tags[index]
        around = self._targets[self._outline.parents[index]]
        if around is None or tag in _LEFT_OUT:
            return None
        parent, depth = around
        if tag in _ONLY_CONTENT_KEPT or depth >= _DEEPEST or self._is_full():
            return around
        found = self._attributes(index)
        if tag == "img":
            copy = self._picture(found | {"n": str(index)})
        else:
            copy = self._soup.new_tag(_name(tag), attrs=dict(found))
            if tag == "details":
                copy["open"] = None  # type: ignore[assignment]  # written without a value
        parent.append(copy)
        return copy, depth + 1

    def _picture(self, found: dict[str, str]) -> Tag:
        """A box of the picture's size with its alternative text."""
        words = found.pop("alt", "")
        sizes = {side: found.pop(side, "") for side in ("width", "height")}
        known = {side: size for side, size in sizes.items() if _PIXELS.fullmatch(size)}
        style = "".join(f"{side}:{size}px;" for side, size in known.items())
        if style := style + found.get("style", ""):
            found["style"] = style
        return self._soup.new_tag(PICTURE_TAG, attrs=dict(found), string=words)

    def _text(self, leaf: int) -> None:
        outline = self._outline
        target = self._targets[outline.owners[leaf]]
        if target is None or self._is_full():
            return
        parent, _ = target
        if gap := _GAPS.get(outline.gaps[leaf]):
            parent.append(gap)
        parent.append(
            self._soup.new_tag(TEXT_TAG, attrs={"n": str(leaf)}, string=outline.texts[leaf])
        )

    def _is_full(self) -> bool:
        self._nodes += 1
        return self._nodes > _MOST_NODES

    def _attributes(self, index: int) -> dict[str, str]:
        """The attributes of an element that say how it looks."""
        rest = self._outline.rests[index][:_LONGEST_TAG]
        found = {
            name: inert_style(value) if name == "style" else value
            for name, value in attributes(rest, self._outline.encoding).items()
            if name in _KEPT_ATTRIBUTES
        }
        return {name: value for name, value in found.items() if value}


_GAPS = {SPACED: " ", BROKEN: "\n"}


def _name(tag: str) -> str:
    if tag in _KEPT:
        return tag
    return "div" if tag in _BLOCKS else "span"


# A page's styles without anything that loads, or that could end a style element.


MOST_CHARACTERS = 500_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Escapes hide what a style loads (\75rl is url); icons that need them are not shown anyway.
_ESCAPE = re.compile(r"\\(?:[0-9a-fA-F]{1,6}\s?|.?)", re.DOTALL)
_RULES_THAT_LOAD = re.compile(
    r"@\s*(?:import|namespace|charset)[^;{}]*;?|@\s*font-face\s*\{[^}]*\}?", re.IGNORECASE
)
_LOADS = re.compile(
    r"(?:url|src|image-set|-webkit-image-set|image|cross-fade|element|expression|attr)\s*\("
    r"(?:\s*\"[^\"]*\"?|\s*'[^']*'?|[^)\"';{}]*)[^);{}]*\)?",
    re.IGNORECASE,
)


def inert_style(text: str) -> str:
    """Declarations or a whole style sheet, without markup and without anything that loads.

    >>> inert_style("b { color: red; background: url(//spy.example/a.gif) no-repeat }")
    'b { color: red; background: none no-repeat }'
    """
    text = _COMMENT.sub(" ", text[:MOST_CHARACTERS])
    text = _ESCAPE.sub("", text).replace("<", "").replace("\0", "")
    return _LOADS.sub("none", _RULES_THAT_LOAD.sub(" ", text))


def inert_sheet(page: Page) -> str:
    """The content of the page's style elements; linked style sheets are not fetched."""
    sheets: list[str] = []
    room = MOST_CHARACTERS
    for match in TAG.finditer(page.body):
        if match[1] is None and match[0][:6].lower() == b"<style":
            written = to_text(match[0], page.encoding)
            sheet = inert_style(written.partition(">")[2].rpartition("</")[0])
            sheets.append(sheet[:room])
            room -= len(sheets[-1])
    return "\n".join(sheets)
