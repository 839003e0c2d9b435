"""Candidate rows: a name, its value, and which of the texts beside it are noise."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from core.names import ARROWS
from pages.lines import BOLD
from pages.nesting import INLINE
from pages.outline import JOINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pages.lines import Lines

LONGEST_NAME = 80
_LONGEST_VALUE = 4000
# A value or list of more lines is a part of the page.
MOST_LINES = 60
# A link after a value that leads to more begins or ends like this: "See full ...", "更多…手机>".
_AWAY_FIRST = re.compile(
    r"(?i)\W*(?:(?:see|view|show|read|full|more|all|details?|learn|compare|edit|change|what'?s|why|"
    r"how|mehr|alle|follow)\b|查看|更多|进入|点击|详细|详情|纠错|关注)"
)
_AWAY_LAST = re.compile(rf"[{ARROWS}]\s*$|\.\.\.\s*$")
# Below a heading every line is an item.
_LISTED = ("heading", "head", "sequence", "first")
_CLOSING = {"]": "[", ")": "("}
_COLONS = " :：="
_OPENING = " [(（【,，;；|"
# Separators of list items.
_SEPARATORS = ",，、;；/+|·&"
_BETWEEN_ITEMS = ("and", "or", "和", "und")
_AROUND_NAME = " :：=|•·●■◆▪►▶*-–—\u00a0"
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(slots=True, eq=False)
class Row:
    """A candidate: what may be a fact about the page's product.

    `kind` is how name and value are laid out (docs/reading.md lists all). `name_leaves` and
    `value_leaves` are their texts (a value may begin in the name's own text); `box` is the element
    around both, `group` the one around the box and its neighbours. `values` are the items of a
    list; `section` is the heading above; `inner` is how many lines of the value are pairs
    themselves.
    """

    name: str
    value: str
    kind: str
    name_leaves: range
    value_leaves: range
    box: int
    group: int
    values: tuple[str, ...] = ()
    section: str = ""
    inner: int = 0


class Rows:
    """Makes rows of what the readers of lines, blocks and tables find."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.found: list[Row] = []
        # Lines that are pairs themselves, in order.
        self.pair_lines: list[int] = []
        self.is_pair: set[int] = set()
        self._groups: dict[int, int] = {}
        self._noise = _noise(lines)
        self._several = frozenset(lines.several)
        self._cleaned: dict[int, tuple[str, Sequence[int]]] = {}

    def of_lines(
        self, kind: str, names: range, values: range, box: int, *, group: int | None = None
    ) -> None:
        """A name of a line or two, a value of whole lines."""
        line_texts, leaves = self.lines.line_texts, self.lines.leaves
        start, stop = values.start, values.stop
        name = line_texts[names.start]
        if len(names) > 1:
            name = " ".join(line_texts[names.start : names.stop])
        if stop - start > MOST_LINES or not (name := _bare(name)):
            return
        texts = line_texts[start:stop]
        first: Sequence[int] = leaves[start]
        last: Sequence[int] = leaves[stop - 1]
        if not self._several.isdisjoint(values):
            cleaned = [one for one in map(self._clean_line, values) if one[0]]
            if not cleaned:
                return
            texts = [text for text, _ in cleaned]
            first, last = cleaned[0][1], cleaned[-1][1]
        row = Row(
            name,
            texts[0] if len(texts) == 1 else " ".join(texts),
            kind,
            range(leaves[names.start][0], leaves[names.stop - 1][-1] + 1),
            range(first[0], last[-1] + 1),
            box,
            self._group_around(box) if group is None else group,
        )
        if len(texts) > 1:
            if kind.endswith(_LISTED) or self._is_listed(names.start, values):
                row.values = tuple(texts)
            row.inner = self._pairs_among(values)
        elif len(first) > 1:
            row.values = self._linked_items(first)
        self._add(row)

    def of_first_leaf(self, kind: str, names: range, values: range, box: int, group: int) -> None:
        """A name in a link or an element of its own, with an explanation after it."""
        leaves = self.lines.leaves[names.start]
        outline = self.lines.outline
        owner = outline.owners[leaves[0]]
        if len(leaves) < 2 or outline.tags[owner] not in INLINE or len(values) > MOST_LINES:
            return
        if any(outline.owners[leaf] == owner for leaf in leaves[1:]):
            return
        found = len(self.found)
        self.of_lines(kind, names, values, box, group=group)
        for row in self.found[found:]:
            row.name = _bare(self.lines.texts[leaves[0]])
            row.name_leaves = range(leaves[0], leaves[0] + 1)
        if found < len(self.found) and not self.found[-1].name:
            self.found.pop()

    def _is_listed(self, name: int, values: range) -> bool:
        """Lines in blocks of their own or below their name are items; beside it they are text."""
        blocks = {self.lines.blocks[line] for line in values}
        return len(blocks) > 1 or self.lines.blocks[name] in blocks

    def of_leaves(
        self,
        kind: str,
        line: int,
        named: tuple[str, Sequence[int]],
        values: Sequence[int],
        lead: str = "",
    ) -> None:
        """A name (its text and leaves) and a value in one line.

        `lead` is how the value begins in the name's own text.
        """
        names = named[1]
        if not (name := _bare(named[0])):
            return
        text, leaves = self._clean(values, lead) if values else (lead, values)
        if not text:
            return
        first = leaves[0] if leaves else names[-1]
        box = self.lines.blocks[line]
        self._add(
            Row(
                name,
                text,
                kind,
                range(names[0], names[-1] + 1),
                range(first, (leaves[-1] if leaves else first) + 1),
                box,
                box if len(self.lines.items[box]) > 1 else self._group_around(box),
                () if lead else self._linked_items(leaves),
            )
        )

    def nameless(self, line: int, box: int, group: int) -> None:
        """A row whose name cell is empty, with no name above it to continue."""
        text, leaves = self._clean_line(line)
        if text:
            first = leaves[0]
            places = range(first, first), range(first, leaves[-1] + 1)
            self._add(Row("", text, "nameless", *places, box, group))

    def _add(self, row: Row) -> None:
        value = row.value
        if value[0] in _COLONS or value[-1] in _OPENING:
            value = row.value = value.lstrip(_COLONS).rstrip(_OPENING)
        if 0 < len(value) <= _LONGEST_VALUE:
            self.found.append(row)

    def _clean_line(self, line: int) -> tuple[str, Sequence[int]]:
        """The text of a line that is a value, and its leaves."""
        leaves = self.lines.leaves[line]
        if len(leaves) == 1:
            return self.lines.line_texts[line], leaves
        cleaned = self._cleaned.get(line)
        if cleaned is None:
            cleaned = self._cleaned[line] = self._clean(leaves)
        return cleaned

    def _clean(self, leaves: Sequence[int], lead: str = "") -> tuple[str, Sequence[int]]:
        """Leave out noise and links to other pages."""
        texts = self.lines.texts
        if not self._noise.isdisjoint(leaves):
            leaves = [leaf for leaf in leaves if leaf not in self._noise]
        for at in range(0 if lead else 1, len(leaves)):
            if self._link_around(leaves[at]) and _AWAY_FIRST.match(texts[leaves[at]]):
                leaves = leaves[:at]
                break
        while len(leaves) > 1 and self._leads_away(*leaves[-2:]):
            leaves = leaves[:-1]
        text = self.lines.text(leaves) if leaves else ""
        return f"{lead} {text}".strip() if lead else text, leaves

    def _leads_away(self, before: int, leaf: int) -> bool:
        """Whether the last text is a link to more (not a list's last item) or stray punctuation."""
        text, text_before = self.lines.texts[leaf], self.lines.texts[before]
        if not any(map(str.isalnum, text)):
            return (
                text in _SEPARATORS
                or text[-1] in ARROWS
                or _closes_nothing(text[-1], text_before)
                or bool(self._link_around(leaf))
            )
        if text_before[-1:] in _SEPARATORS or not self._link_around(leaf):
            return False
        arrowed = leaf in self.lines.arrowed and not self._link_around(before)
        return arrowed or bool(_AWAY_LAST.search(text))

    def _link_around(self, leaf: int) -> int:
        """The link that a leaf is in, 0 for none."""
        outline = self.lines.outline
        owner = outline.owners[leaf]
        if outline.tags[owner] == "a":
            return owner
        around = outline.parents[owner]
        return around if outline.tags[around] == "a" else 0

    def _linked_items(self, leaves: Sequence[int]) -> tuple[str, ...]:
        """The items of a value that lists links: every text is a link or a separator."""
        if len(leaves) < 2:
            return ()
        items: list[str] = []
        last = 0
        for leaf in leaves:
            text = self.lines.texts[leaf]
            link = self._link_around(leaf)
            if link and link == last:
                items[-1] += " " + text
            elif link:
                items.append(text)
                last = link
            elif text == "/" or (
                any(map(str.isalnum, text)) and text.strip(" ,") not in _BETWEEN_ITEMS
            ):
                return ()
        return tuple(items) if len(items) > 1 else ()

    def _group_around(self, box: int) -> int:
        """The nearest element around a row that holds more than the row."""
        group = self._groups.get(box)
        if group is None:
            group = self._groups[box] = self.lines.shared_block_around(box)
        return group

    def _pairs_among(self, lines: range) -> int:
        return bisect_left(self.pair_lines, lines.stop) - bisect_left(self.pair_lines, lines.start)


def _bare(name: str) -> str:
    """A name without its colon or bullet; "" if it cannot be a name."""
    name = name.strip(_AROUND_NAME)
    has_letter = name[:1].isalpha() or _LETTER.search(name)
    return name if len(name) <= LONGEST_NAME and has_letter else ""


def _closes_nothing(mark: str, before: str) -> bool:
    return mark in _CLOSING and _CLOSING[mark] not in before


# Noise: texts that follow many values and are part of none ("correct this", remarks).

_CELLS = frozenset(["td", "dd"])
# A text that follows so many values, and a third of all, is part of none.
_OFTEN = 3


def _noise(lines: Lines) -> frozenset[int]:
    """The leaves that are noise."""
    behind = {line: rest for line in lines.several if (rest := _behind(lines, line))}
    if len(behind) < _OFTEN:
        return frozenset()
    return frozenset((*_repeated_texts(lines, behind), *_remarks(lines, behind)))


def _behind(lines: Lines, line: int) -> Sequence[int]:
    """The leaves of a line that follow the beginning of its value, if there are any."""
    outline, leaves, block = lines.outline, lines.leaves[line], lines.blocks[line]
    first = leaves[0]
    is_name = outline.tags[outline.owners[first]] in BOLD or lines.texts[first][-1] in ":："
    in_cell = outline.tags[block] in _CELLS or outline.tags[outline.parents[block]] in _CELLS
    return leaves[1 if in_cell and not is_name else 2 :]


def _repeated_texts(lines: Lines, behind: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """The same text in a third of the lines of such blocks, unless it is a unit."""
    texts = lines.texts
    places: dict[str, dict[int, int]] = {}
    for line, leaves in behind.items():
        for leaf in leaves:
            places.setdefault(texts[leaf], {})[line] = leaf
    often = [same for text, same in places.items() if len(same) >= _OFTEN and _LETTER.search(text)]
    if often:
        tags = lines.outline.tags
        counts = Counter(map(tags.__getitem__, lines.blocks))
        for same in often:
            of_such_blocks = counts[tags[lines.blocks[next(iter(same))]]]
            if len(same) >= of_such_blocks / 3 and not _are_units(lines, same.values()):
                yield from same.values()


def _remarks(lines: Lines, behind: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """Texts of a class that never begins a line, joined to the value without a space."""
    outline, texts = lines.outline, lines.texts
    # By how its tag is written, each such element with its first leaf.
    looks: dict[bytes, dict[int, int]] = {}
    for leaf in chain.from_iterable(behind.values()):
        owner = outline.owners[leaf]
        look = outline.rests[owner]
        if b"class" in look and outline.tags[owner] in INLINE and outline.tags[owner] != "a":
            looks.setdefault(look, {}).setdefault(owner, leaf)
    looks = {look: firsts for look, firsts in looks.items() if len(firsts) >= _OFTEN}
    if looks:
        for leaves in lines.leaves:
            looks.pop(outline.rests[outline.owners[leaves[0]]], None)
    remarks: set[int] = set()
    for firsts in looks.values():
        if not _are_units(lines, firsts.values()) and all(
            outline.gaps[leaf] == JOINED and texts[leaf - 1][-1:] not in _SEPARATORS
            for leaf in firsts.values()
        ):
            remarks.update(firsts)
    if remarks:
        for leaf in chain.from_iterable(behind.values()):
            owner = outline.owners[leaf]
            if owner in remarks or outline.parents[owner] in remarks:
                yield leaf


def _are_units(lines: Lines, leaves: Iterable[int]) -> bool:
    return all(lines.texts[leaf - 1][-1:].isdigit() for leaf in leaves)
