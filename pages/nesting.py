"""From tags to an outline: which end tag closes what, and what closes by itself.

A small part of what browsers do, chosen for spec pages: end tags that close nothing are
ignored, table parts, list items and paragraphs end where the next one begins. Every walk
up the open elements is bounded, so that time stays linear on hostile nesting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.encoding import to_text
from pages.outline import BROKEN, JOINED, SPACED, Outline
from pages.tags import TAG, text_inside

if TYPE_CHECKING:
    from pages.page import Page

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
# A start tag closes the open elements of the first set, unless one of the second is nearer.
_CLOSES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset(["li"]), frozenset("ul ol menu dir".split())),
    "option": (frozenset(["option"]), frozenset("select datalist optgroup".split())),
    "tr": (frozenset("td th tr caption".split()), _ROW_GROUPS),
    **dict.fromkeys(("dt", "dd"), (frozenset(["dt", "dd"]), frozenset(["dl"]))),
    **dict.fromkeys(("td", "th"), (frozenset(["td", "th"]), _ROW_GROUPS | {"tr"})),
    **dict.fromkeys(("tbody", "thead", "tfoot"), (_TABLE_PARTS, frozenset(["table"]))),
}
# Block elements end an open paragraph, across inline elements only.
_ENDS_PARAGRAPH = frozenset(
    "address article aside blockquote center details div dl fieldset figure footer form h1 h2 h3 "
    "h4 h5 h6 header hr main nav ol p pre section table ul".split()
)
_TEXT_ONLY = frozenset("title textarea xmp iframe noembed noframes".split())
_SPACE = b" \t\r\n\f"
# Kinds of tags; all but the first end a line, and the last may be added to any.
_FLOWING, _BLOCK, _CLOSING, _PARAGRAPH_END, _NO_INSIDE = 0, 1, 2, 3, 4
_BREAKS = 3
# How far up an element is looked for; deeper nesting between is broken markup.
_REACH = 60


def outline(page: Page) -> Outline:
    """The outline of a whole page."""
    return outline_of_pieces(TAG.split(page.body), page.encoding)


class _Kinds(dict[bytes, tuple[str, int]]):
    """Tag names by their bytes in any case, with their kind; each spelling is looked at once."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def __missing__(self, raw: bytes) -> tuple[str, int]:
        # An end tag may carry white space or more behind its name.
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
        entry = self[raw] = (tag, kind)
        return entry


def outline_of_pieces(pieces: list[bytes], encoding: str, *, is_part: bool = False) -> Outline:
    """The outline of `TAG.split`'s pieces, or of a stretch of them that begins with a text.

    One loop with everything at hand in local names: this is where the time goes.
    """
    found = Outline(encoding, is_part=is_part)
    tags, rests, parents = found.tags, found.rests, found.parents
    ends, first_leaf, end_leaf = found.ends, found.first_leaf, found.end_leaf
    raw_texts, owners, gaps = found.raw_texts, found.owners, found.gaps
    leaf_tags = found.leaf_tags
    kinds = _Kinds(encoding)
    open_elements: list[int] = []
    gap = BROKEN

    def close(count: int) -> None:
        for index in open_elements[-count:]:
            ends[index] = len(tags)
            end_leaf[index] = len(raw_texts)
        del open_elements[-count:]

    for name, rest, raw in zip(
        (b"", *pieces[1::3]), (b"", *pieces[2::3]), pieces[::3], strict=True
    ):
        source = raw
        if name is not None:
            tag, kind = kinds[name]
            if kind & _BREAKS:
                gap = BROKEN
                top = tags[open_elements[-1]] if open_elements else ""
                if kind == _CLOSING:
                    closed, barrier = _CLOSES[tag]
                    if top not in barrier and (
                        close_count := _implied(tags, open_elements, closed, barrier)
                    ):
                        close(close_count)
                elif (
                    kind == _PARAGRAPH_END
                    and (top == "p" or top in INLINE)
                    and (close_count := _open_paragraph(tags, open_elements))
                ):
                    close(close_count)
            index = len(tags)
            tags.append(tag)
            rests.append(rest)
            parents.append(open_elements[-1] if open_elements else 0)
            ends.append(index + 1)
            first_leaf.append(len(raw_texts))
            end_leaf.append(len(raw_texts))
            if kind < _NO_INSIDE:
                open_elements.append(index)
            if tag in _TEXT_ONLY:
                source = text_inside(name, rest).replace(b"<", b"&lt;") + raw
        if not source:
            continue
        behind_end_tag = False
        for part in source.split(b"</"):
            text = part
            if behind_end_tag:
                end_tag, _, text = part.partition(b">")
                tag, kind = kinds[end_tag]
                if kind & _BREAKS:
                    gap = BROKEN
                if tags[open_elements[-1]] == tag != "":
                    index = open_elements.pop()
                    ends[index] = len(tags)
                    end_leaf[index] = len(raw_texts)
                elif close_count := _nearest(tags, open_elements, tag):
                    close(close_count)
            behind_end_tag = True
            stripped = text.strip(_SPACE)
            if stripped:
                if gap == JOINED and text[0] in _SPACE:
                    gap = SPACED
                owner = open_elements[-1]
                lines = [stripped]
                if tags[owner] == "pre":
                    lines = [line for line in stripped.splitlines() if line.strip(_SPACE)]
                for line in lines:
                    raw_texts.append(line)
                    owners.append(owner)
                    gaps.append(gap)
                    leaf_tags.append(len(tags) - 1)
                    gap = BROKEN
                gap = SPACED if text[-1] in _SPACE else JOINED
            elif text and gap == JOINED:
                gap = SPACED
    found.unclosed = frozenset(open_elements)
    close(len(open_elements))
    return found


def _implied(
    tags: list[str], open_elements: list[int], closed: frozenset[str], barrier: frozenset[str]
) -> int:
    """How many open elements end before a barrier, up to the outermost of `closed`."""
    count = 0
    for back, index in enumerate(reversed(open_elements[-_REACH:]), 1):
        tag = tags[index]
        if tag in barrier:
            break
        if tag in closed:
            count = back
    return count


def _open_paragraph(tags: list[str], open_elements: list[int]) -> int:
    for back, index in enumerate(reversed(open_elements[-_REACH:]), 1):
        tag = tags[index]
        if tag == "p":
            return back
        if tag not in INLINE:
            return 0
    return 0


def _nearest(tags: list[str], open_elements: list[int], tag: str) -> int:
    """How many open elements end where the nearest one of this tag does; 0 where none is."""
    for back, index in enumerate(reversed(open_elements[-_REACH:]), 1):
        if index and tags[index] == tag:
            return back
    return 0
