"""A page written anew so that it can be shown and does nothing."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from pages.encoding import to_text
from pages.outline import BROKEN, SPACED
from pages.tags import TAG
from pages.text import unescape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.outline import Outline
    from pages.page import Page


# The element around every text, with the text's number, and what stands where a picture stood:
# no page's own styles speak of them.
TEXT_TAG = "specseek-text"
PICTURE_TAG = "specseek-picture"

_KEPT = frozenset(
    "a abbr address article aside b bdi bdo big blockquote br caption center cite code col "
    "colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 "
    "header hr i ins kbd label legend li main mark nav ol p pre q s samp section small span "
    "strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr".split()
)
_VOID = frozenset("br col hr wbr".split())
_PICTURE = "img"
_BLOCKS = frozenset("form fieldset noscript dir menu hgroup search dialog".split())
_ONLY_INSIDE = frozenset(
    "html head body meta link base input object embed applet param frameset frame audio video "
    "source track picture canvas map area".split()
)
# Those that only text may stand in, and those whose inside means something else than it says.
_LEFT_OUT = frozenset(
    "title textarea xmp iframe noembed noframes script style template svg math select datalist "
    "plaintext".split()
)
_WORDS = frozenset(
    "class id align valign bgcolor color face size width height border cellpadding cellspacing "
    "colspan rowspan nowrap dir lang alt start".split()
)
_ATTRIBUTE = re.compile(rb"""(?<![^\s"'/])([a-zA-Z]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_LONGEST_TAG = 4_000
_PIXELS = re.compile("[1-9][0-9]{0,3}")


class InertPage(NamedTuple):
    """`body` is what stands in the body element, `attributes` those of that element."""

    styles: str
    attributes: str
    body: str


def inert(page: Page, outline: Outline) -> InertPage:
    """The page, each text in an element of its own with the number of its leaf."""
    of_body = outline.tags.index("body") if "body" in outline.tags else 0
    attributes = _written(_found(outline, of_body)) if of_body else ""
    return InertPage(inert_sheet(page), attributes, "".join(_pieces(outline)))


class _Open(NamedTuple):
    """An open element: its tag as written here, "" where only its inside is kept."""

    number: int
    written: str
    silent: bool

    @property
    def end(self) -> str:
        return f"</{self.written}>" if self.written and self.written not in _VOID else ""


def _pieces(outline: Outline) -> Iterator[str]:
    """Start tags, texts and end tags in order; one walk, however deep the page is nested."""
    page = _Open(0, "", silent=False)
    stack = [page]
    leaf, leaves = 0, len(outline.owners)
    for index in range(len(outline.tags)):
        while len(stack) > 1 and outline.ends[stack[-1].number] <= index:
            yield stack.pop().end
        if index:
            stack.append(_opened(outline, index, stack[-1]))
            yield _start(outline, stack[-1])
        while leaf < leaves and outline.leaf_tags[leaf] == index:
            while stack[-1].number > outline.owners[leaf]:
                yield stack.pop().end
            if not stack[-1].silent:
                yield _text(outline, leaf)
            leaf += 1
    yield from (element.end for element in reversed(stack))


def _opened(outline: Outline, index: int, around: _Open) -> _Open:
    tag = outline.tags[index]
    if tag == _PICTURE and not around.silent:
        return _Open(index, PICTURE_TAG, silent=False)
    if around.silent or tag in _LEFT_OUT:
        return _Open(index, "", silent=True)
    if tag in _KEPT:
        return _Open(index, tag, silent=False)
    written = "div" if tag in _BLOCKS else "" if tag in _ONLY_INSIDE else "span"
    return _Open(index, written, silent=False)


def _start(outline: Outline, element: _Open) -> str:
    if not element.written:
        return ""
    found = _found(outline, element.number)
    if element.written == PICTURE_TAG:
        return _picture(found)
    unfolded = " open" if element.written == "details" else ""
    return f"<{element.written}{_written(found)}{unfolded}>"


def _picture(found: dict[str, str]) -> str:
    """A box of the picture's size with the words for it; its end tag follows."""
    words = found.pop("alt", "")
    sizes = {side: found.pop(side, "") for side in ("width", "height")}
    known = {side: size for side, size in sizes.items() if _PIXELS.fullmatch(size)}
    style = "".join(f"{side}:{size}px;" for side, size in known.items())
    found["style"] = style + found.get("style", "")
    return f"<{PICTURE_TAG}{_written(found)}>{escape(words)}"


def _text(outline: Outline, leaf: int) -> str:
    gap = {SPACED: " ", BROKEN: "\n"}.get(outline.gaps[leaf], "")
    return f'{gap}<{TEXT_TAG} n="{leaf}">{escape(outline.texts[leaf])}</{TEXT_TAG}>'


def _found(outline: Outline, index: int) -> dict[str, str]:
    """The attributes of an element that say how it looks."""
    found: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(outline.rests[index][:_LONGEST_TAG]):
        key = name.decode("ascii").lower()
        if key in found or not (key in _WORDS or key == "style"):
            continue
        value = unescape(to_text(b"".join(values), outline.encoding))
        found[key] = inert_style(value) if key == "style" else value
    return found


def _written(found: dict[str, str]) -> str:
    return "".join(f' {key}="{escape(value)}"' for key, value in found.items() if value)


# A page's styles with everything taken out that would load, or lead out of a style element.


MOST_CHARACTERS = 500_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Whoever writes url( as \75rl( has reasons; what icons write so is not shown without their fonts.
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
    """Declarations or a whole sheet that load nothing and hold no markup.

    >>> inert_style("b { color: red; background: url(//spy.example/a.gif) no-repeat }")
    'b { color: red; background: none no-repeat }'
    """
    text = _COMMENT.sub(" ", text[:MOST_CHARACTERS])
    text = _ESCAPE.sub("", text).replace("<", "").replace("\0", "")
    return _LOADS.sub("none", _RULES_THAT_LOAD.sub(" ", text))


def inert_sheet(page: Page) -> str:
    """What stands in the page's own style elements; sheets of other files are not looked for."""
    sheets: list[str] = []
    room = MOST_CHARACTERS
    for match in TAG.finditer(page.body):
        if match[1] is None and match[0][:6].lower() == b"<style":
            written = to_text(match[0], page.encoding)
            sheet = inert_style(written.partition(">")[2].rpartition("</")[0])
            sheets.append(sheet[:room])
            room -= len(sheets[-1])
    return "\n".join(sheets)
