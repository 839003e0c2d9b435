"""Pairs in one line: `Name: value`, a bold name and text, several of either."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pages.lines import BOLD
from pages.row import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pages.row import Rows

# Not the colon of 16:9, 12:30 or https://.
_COLON = re.compile(r"\s*[:：](?!//)(?:(?<!\d[:：])|(?=\s)|$)(?![:：])")
_EQUALS = re.compile(r"\s+=\s+|\s*\.{4,}\s*|\s*…{2,}\s*")
# A dash separates far more than names and values: it counts only where nothing else does.
_DASH = re.compile(r"\s+[-–—]\s+")
_BRACKETS = re.compile(r"\s*[【\[]\s*([^【】\[\]]{1,40}?)\s*[】\]]\s*(?=[^\s【\[])")
_MARKS = (":", "：", "=", "....", "……")
_CLOSING_BRACKETS = ("】", "]")
_DASHES = (" - ", " – ", " — ")
_SEPARATOR = re.compile(r"\s*[|•·●■◆▪;；／]\s*")
_WORD_COLON = re.compile(r"(?:^|(?<=\s))([^\s:：]{2,20})\s?[:：](?=\s|[^\W\d_])\s*")
_LONGEST_LINE = 200
_NAME_TAGS = BOLD | frozenset(["i", "em", "span", "font"])
# So many elements of one kind in a line are alternating names and values.
_MANY = 8
# How many wrappers of a whole line are looked through.
_DEEPEST = 10


class _Mark(NamedTuple):
    """Where a name in a line ends: the number of its text, and start and end of the separator."""

    at: int
    start: int
    end: int


def read_lines(rows: Rows) -> None:
    all_leaves = rows.lines.leaves
    marked = _lines_with(rows, _MARKS)
    for line in sorted(marked.union(rows.lines.several)):
        leaves = all_leaves[line]
        marks = _marks(rows, leaves) if line in marked else ()
        if marks:
            rows.pair_lines.append(line)
            rows.is_pair.add(line)
            _read_marked(rows, line, leaves, marks)
        if len(leaves) > 1 and not (marks and not marks[0].at):
            _read_side_by_side(rows, line, leaves)
    for line in sorted(_lines_with(rows, _CLOSING_BRACKETS) - marked):
        _read_other_separator(rows, line, "colon")
    for line in sorted(_lines_with(rows, _DASHES) - marked):
        _read_other_separator(rows, line, "late colon")


def _lines_with(rows: Rows, marks: Iterable[str]) -> set[int]:
    """The lines with one of these marks in them."""
    line_texts, whole = rows.lines.line_texts, rows.lines.whole
    return {
        line
        for mark in marks
        if mark in whole
        for line, text in enumerate(line_texts)
        if mark in text
    }


def _read_other_separator(rows: Rows, line: int, kind: str) -> None:
    """`【name】value` and `name - value`, in lines without a colon."""
    text, leaves = rows.lines.line_texts[line], rows.lines.leaves[line]
    if len(leaves) > 1 or len(text) > _LONGEST_LINE:
        return
    if kind == "colon":
        found = _BRACKETS.match(text)
    else:
        # `Warranty - Parts – 1 year`: the widest dash counts, the last of them.
        found = max(_DASH.finditer(text, 1), key=_width_and_place, default=None)
    if found:
        name = found[1] if kind == "colon" else text[: found.start()]
        rows.of_leaves(kind, line, (name, leaves), (), text[found.end() :].strip())


def _width_and_place(dash: re.Match[str]) -> tuple[int, int]:
    return "-–—".index(dash[0].strip()), dash.start()


def name_end(text: str) -> tuple[int, int] | None:
    """Where the name of `name: value` ends and the value begins."""
    found = None
    if ":" in text or "：" in text:
        found = _COLON.search(text, 0, LONGEST_NAME + 8)
    if found is None and ("=" in text or ".." in text or "…" in text):
        found = _EQUALS.search(text, 0, LONGEST_NAME + 8)
    return (found.start(), found.end()) if found and found.start() else None


def _marks(rows: Rows, leaves: Sequence[int]) -> Sequence[_Mark]:
    """The ends of all names in a line; further names have the same tag as the first."""
    texts, owners, tags = rows.lines.texts, rows.lines.outline.owners, rows.lines.outline.tags
    marks: list[_Mark] = []
    first_tag = ""
    for at, leaf in enumerate(leaves):
        text = texts[leaf]
        ends = name_end(text)
        if ends is None and at + 1 < len(leaves) and len(text) <= LONGEST_NAME:
            behind = texts[leaves[at + 1]]
            if behind[0] in ":：=" and not behind.startswith("://"):
                ends = len(text), len(text)
        if ends is None or (marks and tags[owners[leaf]] != first_tag):
            continue
        behind_name = marks and marks[-1].at == at - 1 and ends[1] < len(text)
        if behind_name and _ends_its_text(texts[leaves[at - 1]], marks[-1]):
            # The value of the name before it, with a colon of its own.
            continue
        first_tag = tags[owners[leaf]]
        marks.append(_Mark(at, *ends))
    return marks


def _ends_its_text(text: str, mark: _Mark) -> bool:
    return mark.end == len(text)


def _read_marked(rows: Rows, line: int, leaves: Sequence[int], marks: Sequence[_Mark]) -> None:
    """Names that a colon separates from their values."""
    texts = rows.lines.texts
    for number, mark in enumerate(marks):
        stop = marks[number + 1].at if number + 1 < len(marks) else len(leaves)
        leaf, value = leaves[mark.at], leaves[mark.at + 1 : stop]
        text = texts[leaf]
        lead = text[mark.end :].strip()
        is_late = bool(mark.at and not number)
        if not (lead or value) or (is_late and mark.start < 3):
            continue
        if lead and not value and _read_pieces(rows, line, leaf, text):
            continue
        if lead and len(text) < _LONGEST_LINE:
            _read_words(rows, line, leaf, text)
        kind = "colons" if len(marks) > 1 else "colon"
        if is_late and not _is_element(rows, leaves, mark):
            # The line has words before it: the name may begin with them.
            kind = "late colon"
        rows.of_leaves(kind, line, (text[: mark.start], [leaf]), value, lead)


def _is_element(rows: Rows, leaves: Sequence[int], mark: _Mark) -> bool:
    """Whether a name with its colon is an element of its own: `In stock <i>Item no.:</i> 4711`."""
    outline = rows.lines.outline
    owner, before = (outline.owners[leaves[at]] for at in (mark.at, mark.at - 1))
    is_whole = _ends_its_text(rows.lines.texts[leaves[mark.at]], mark)
    return is_whole and outline.tags[owner] in _NAME_TAGS and owner != before


def _read_pieces(rows: Rows, line: int, leaf: int, text: str) -> bool:
    """`Height: 6-9 | Weight: 240`"""
    pieces = _SEPARATOR.split(text)
    if len(pieces) < 2:
        return False
    ends = [name_end(piece) for piece in pieces]
    if sum(end is not None for end in ends) < 2:
        return False
    for piece, end in zip(pieces, ends, strict=True):
        if end:
            name, value = piece[: end[0]], piece[end[1] :].strip()
            rows.of_leaves("colons", line, (name, [leaf]), (), value)
    return True


def _read_words(rows: Rows, line: int, leaf: int, text: str) -> None:
    """`Height: 6-9 Weight: 240`: names of one word in a short line."""
    if text.count(":") + text.count("：") < 2:
        return
    found = list(_WORD_COLON.finditer(text))
    if len(found) > 1 and not found[0].start():
        starts = [match.start() for match in found[1:]]
        for match, stop in zip(found, [*starts, len(text)], strict=True):
            value = text[match.end() : stop].strip()
            rows.of_leaves("colons", line, (match[1], [leaf]), (), value)


class _Part(NamedTuple):
    """Neighbouring leaves in one element inside a line; 0 for the line's own text."""

    node: int
    leaves: list[int]


def _read_side_by_side(rows: Rows, line: int, leaves: Sequence[int]) -> None:
    """A name in an element of its own at the start of a line, or before the first element."""
    parts = _parts(rows, line, leaves)
    if len(parts) < 2 or _is_menu(rows, parts):
        return
    text, tags = rows.lines.text, rows.lines.outline.tags
    if len(parts) >= 4 and len(parts) % 2 == 0 and _alternate(rows, parts):
        for (_, names), (_, values) in zip(parts[::2], parts[1::2], strict=True):
            rows.of_leaves("alternating", line, (text(names), names), values)
        return
    bold = [at for at, part in enumerate(parts) if part.node and tags[part.node] in BOLD]
    if len(bold) > 1 and not bold[0] and bold[1] > 1:
        for at, following in pairwise([*bold, len(parts)]):
            names, values = parts[at].leaves, _all_leaves(parts[at + 1 : following])
            if values:
                rows.of_leaves("alternating", line, (text(names), names), values)
        return
    (node, names), values = parts[0], _all_leaves(parts[1:])
    kind = "text"
    if node:
        kind = "bold" if tags[node] in BOLD else "link" if tags[node] == "a" else "inline"
    rows.of_leaves(kind, line, (text(names), names), values)
    if len(parts) == 2:
        rows.of_leaves("behind", line, (text(values), values), names)


def _is_menu(rows: Rows, parts: Sequence[_Part]) -> bool:
    """Whether a line is several links with separators between them."""
    tags, texts = rows.lines.outline.tags, rows.lines.texts
    others = [part for part in parts if not part.node or tags[part.node] != "a"]
    return len(parts) - len(others) > 2 and not any(
        any(map(str.isalnum, texts[leaf])) for part in others for leaf in part.leaves
    )


def _all_leaves(parts: Sequence[_Part]) -> list[int]:
    return [leaf for part in parts for leaf in part.leaves]


def _parts(rows: Rows, line: int, leaves: Sequence[int]) -> list[_Part]:
    """A line split by its elements, looking through elements that contain all of it."""
    lines = rows.lines
    around = lines.blocks[line]
    for _ in range(_DEEPEST):
        tops = [lines.inline_top(leaf, around) for leaf in leaves]
        if not tops[0] or tops.count(tops[0]) < len(tops):
            break
        around = tops[0]
    parts: list[_Part] = []
    for leaf, top in zip(leaves, tops, strict=True):
        if top and parts and parts[-1].node == top:
            parts[-1].leaves.append(leaf)
        else:
            parts.append(_Part(top, [leaf]))
    return parts


def _alternate(rows: Rows, parts: Sequence[_Part]) -> bool:
    lines = rows.lines
    looks = [
        (lines.outline.tags[part.node], lines.class_of(part.node)) if part.node else ("", b"")
        for part in parts
    ]
    if len(set(looks[::2])) > 1 or len(set(looks[1::2])) > 1:
        return False
    return looks[0] != looks[1] or (len(parts) >= _MANY and looks[0][0] not in ("", "a"))
