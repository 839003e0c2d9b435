"""From tags to an outline: which end tag closes which element, and which are closed implicitly.

A small part of what browsers do, chosen for spec pages: end tags without a start tag are
ignored, table parts, list items and paragraphs end where the next one begins. Every search
among the open elements is bounded, so that time stays linear on hostile nesting.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from pages.encoding import to_text
from pages.outline import BROKEN, JOINED, SPACED, Outline
from pages.tags import TAG, text_inside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pages.page import Page

T = TypeVar("T")
# Text, owner, gap and last start tag.
_Leaf = tuple[bytes, int, int, int]

_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    "track wbr".split()
)
INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q "
    "s samp small span strike strong sub sup time tt u var wbr".split()
)
_ROW_GROUPS = frozenset("tbody thead tfoot table".split())
_TABLE_PARTS = frozenset("td th tr tbody thead tfoot caption colgroup".split())
# A start tag closes open elements of the first set, up to the nearest one of the second set.
_CLOSES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset(["li"]), frozenset("ul ol menu dir".split())),
    "option": (frozenset(["option"]), frozenset("select datalist optgroup".split())),
    "tr": (frozenset("td th tr caption".split()), _ROW_GROUPS),
    **dict.fromkeys(("dt", "dd"), (frozenset(["dt", "dd"]), frozenset(["dl"]))),
    **dict.fromkeys(("td", "th"), (frozenset(["td", "th"]), _ROW_GROUPS | {"tr"})),
    **dict.fromkeys(("tbody", "thead", "tfoot"), (_TABLE_PARTS, frozenset(["table"]))),
}
# Block elements end an open paragraph if only inline elements are between.
_ENDS_PARAGRAPH = frozenset(
    "address article aside blockquote center details div dl fieldset figure footer form h1 h2 h3 "
    "h4 h5 h6 header hr main nav ol p pre section table ul".split()
)
# The texts of these elements are not part of the page's body text.
SILENT = frozenset("title noscript template option datalist button select textarea".split())
_MAY_END = INLINE | {"p"}
_TEXT_ONLY = frozenset("title textarea xmp iframe noembed noframes".split())
_SPACE = b" \t\r\n\f"
# White space in Python, not in HTML.
_NO_SPACE = b"\v"
# Kinds of tags; all but the first end a line, and the last two are flags added to the others.
_FLOWING, _BLOCK, _CLOSING, _PARAGRAPH_END, _NO_INSIDE, _SPECIAL = 0, 1, 2, 3, 4, 8
_BREAKS = 3
# An end tag with its text; "</>" gets a name that no element has.
_Step = tuple[str, int, bytes]
_NO_END_TAGS: tuple[_Step | None, ...] = (None,)
_NO_TAG = " "
# How many spellings of tags are cached, and how long they may be.
_MOST_SPELLINGS, _LONGEST_SPELLING = 10_000, 200
# How many open elements are searched; deeper nesting is broken markup.
_REACH = 60


def outline(page: Page) -> Outline:
    """The outline of a whole page."""
    return outline_of_pieces(TAG.split(page.body), page.encoding)


class _Kinds(dict[bytes, tuple[str, int]]):
    """Tag names and kinds by the name's bytes as written; each spelling is parsed once."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def __missing__(self, raw: bytes) -> tuple[str, int]:
        # An end tag may have white space or more after its name.
        tag = "".join(to_text(raw, self._encoding).lower().split(maxsplit=1)[:1])
        kind = _BLOCK
        if tag in _CLOSES:
            kind = _CLOSING
        elif tag in _ENDS_PARAGRAPH:
            kind = _PARAGRAPH_END
        elif tag in INLINE:
            kind = _FLOWING
        if tag in _VOID:
            kind |= _NO_INSIDE
        elif tag in _TEXT_ONLY or tag in SILENT or tag == "pre":
            kind |= _SPECIAL
        entry = tag, kind
        _keep(self, raw, entry)
        return entry


class _EndTags(dict[bytes, tuple[_Step | None, ...]]):
    """End tags up to the next start tag, each with the text after it, then None.

    By the bytes after the first `</`. Pages repeat `</a></li>` a hundred times: each spelling is
    parsed once.
    """

    def __init__(self, kinds: _Kinds) -> None:
        super().__init__()
        self._kinds = kinds

    def __missing__(self, raw: bytes) -> tuple[_Step | None, ...]:
        steps: list[_Step | None] = []
        has_text = False
        for part in raw.split(b"</"):
            name, _, text = part.partition(b">")
            tag, kind = self._kinds[name]
            if not text.strip(_SPACE):
                # White space counts only if the line continues.
                text = b"" if kind & _BREAKS else text[:1]
            else:
                has_text = True
            steps.append((tag or _NO_TAG, kind & _BREAKS, text))
        entry = *steps, None
        if not has_text:
            _keep(self, raw, entry)
        return entry


def _keep(known: dict[bytes, T], raw: bytes, entry: T) -> None:
    """Cache a spelling unless it is long; empty the cache if there are too many."""
    if len(raw) <= _LONGEST_SPELLING:
        if len(known) >= _MOST_SPELLINGS:
            known.clear()
        known[raw] = entry


@lru_cache(maxsize=64)
def _spellings(encoding: str) -> tuple[_Kinds, _EndTags]:
    """Parsed tag names and end tags, cached from page to page."""
    kinds = _Kinds(encoding)
    return kinds, _EndTags(kinds)


def outline_of_pieces(pieces: list[bytes], encoding: str) -> Outline:
    """The outline of `TAG.split`'s pieces, or of a part of them that begins with a text.

    One loop with everything in local variables: most of the time is spent here.
    """
    tags: list[str] = []
    rests = [b"", *filter(None, pieces[2::3])]
    parents: list[int] = []
    ends = list(range(1, len(rests) + 1))
    texts: list[bytes] = []
    owners: list[int] = []
    gaps: list[int] = []
    leaf_tags: list[int] = []
    silent: list[int] = []
    kinds, end_tags = _spellings(encoding)
    has_pre = False
    index = -1
    top, top_tag = 0, ""
    around_top: list[int] = []
    gap = BROKEN

    for name, content in zip((b"", *pieces[1::3]), pieces[::3], strict=True):
        raw = content
        if name is not None:
            index += 1
            tag, kind = kinds[name]
            breaks = kind & _BREAKS
            if breaks:
                gap = BROKEN
                count = 0
                if breaks == _PARAGRAPH_END:
                    if top_tag in _MAY_END:
                        count = _open_paragraph(tags, around_top, top)
                elif breaks == _CLOSING:
                    closed, barrier = _CLOSES[tag]
                    if top_tag not in barrier:
                        count = _implied(tags, around_top, top, closed, barrier)
                while count:
                    ends[top] = index
                    top = around_top.pop()
                    top_tag = tags[top]
                    count -= 1
            tags.append(tag)
            parents.append(top)
            if kind < _NO_INSIDE:
                around_top.append(top)
                top, top_tag = index, tag
            elif kind >= _SPECIAL:
                around_top.append(top)
                top, top_tag = index, tag
                has_pre = has_pre or tag == "pre"
                if tag in SILENT:
                    silent.append(index)
                if tag in _TEXT_ONLY:
                    raw = text_inside(name, rests[index]).replace(b"<", b"&lt;") + content
        if not raw:
            continue
        text, mark, behind = raw.partition(b"</")
        steps = _NO_END_TAGS
        if mark:
            steps = end_tags[behind]
        elif raw.isspace() and _NO_SPACE not in raw:
            if gap == JOINED:
                gap = SPACED
            continue
        for step in steps:
            if text:
                stripped = text.strip(_SPACE)
                if gap == JOINED and text[0] in _SPACE:
                    gap = SPACED
                if stripped:
                    texts.append(stripped)
                    owners.append(top)
                    gaps.append(gap)
                    leaf_tags.append(index)
                    gap = SPACED if stripped is not text and text[-1] in _SPACE else JOINED
            if step is None:
                break
            tag, breaks, text = step
            if breaks:
                gap = BROKEN
            if tag == top_tag:
                ends[top] = index + 1
                top = around_top.pop()
                top_tag = tags[top]
                continue
            for _ in range(_nearest(tags, around_top, top, tag)):
                ends[top] = index + 1
                top = around_top.pop()
                top_tag = tags[top]

    for element in (*around_top, top):
        ends[element] = index + 1
    if has_pre and texts:
        leaves = _lines_of_pre(zip(texts, owners, gaps, leaf_tags, strict=True), tags)
        texts, owners, gaps, leaf_tags = map(list, zip(*leaves, strict=True))
    return Outline(encoding, tags, rests, parents, ends, texts, owners, gaps, leaf_tags, silent)


def _lines_of_pre(leaves: Iterable[_Leaf], tags: list[str]) -> Iterator[_Leaf]:
    """The same leaves, with those in a `pre` split into one leaf per line."""
    for text, owner, gap, tag in leaves:
        lines = [text]
        if tags[owner] == "pre":
            lines = [line for line in text.splitlines() if line.strip(_SPACE)]
        for number, line in enumerate(lines):
            yield line, owner, BROKEN if number else gap, tag


def _implied(
    tags: list[str],
    around_top: list[int],
    top: int,
    closed: frozenset[str],
    barrier: frozenset[str],
) -> int:
    """How many open elements a start tag closes: up to the outermost of `closed` in a barrier."""
    count = 0
    for back, index in enumerate((top, *reversed(around_top[-_REACH:])), 1):
        tag = tags[index]
        if tag in barrier:
            break
        if tag in closed:
            count = back
    return count


def _open_paragraph(tags: list[str], around_top: list[int], top: int) -> int:
    for back, index in enumerate((top, *reversed(around_top[-_REACH:])), 1):
        tag = tags[index]
        if tag == "p":
            return back
        if tag not in INLINE:
            return 0
    return 0


def _nearest(tags: list[str], around_top: list[int], top: int, tag: str) -> int:
    """How many open elements an end tag closes: up to the nearest of its tag, 0 if none is open."""
    for back, index in enumerate((top, *reversed(around_top[-_REACH:])), 1):
        if index and tags[index] == tag:
            return back
    return 0
