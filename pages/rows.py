"""Every name and value a page may show, read without training: rows of tables, lists, lines.

The page is seen as lines of text (what no block element parts) inside a tree of blocks, with
wrappers of a single child left out. Wherever a text stands to another as a name stands to its
value, there is a candidate row; one text may be in several. Which of them are facts of the
page's product is for `rules.choose` to say: here nothing that may be one is left out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pages.nesting import INLINE
from pages.outline import BROKEN, JOINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pages.outline import Outline

LONGEST_NAME = 80
_LONGEST_VALUE = 4000
# Lines of one value or list; more are a part of the page.
_MOST_LINES = 60
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 dt th caption legend summary".split())
_BOLD = frozenset("b strong th dt h1 h2 h3 h4 h5 h6 label".split())
_TABLE_PARTS = frozenset("table tbody thead tfoot tr".split())
_UNSEEN = frozenset("title noscript template option datalist script style".split())
# Not the colon of 16:9, 12:30 or https://.
_COLON = re.compile(r"\s*[:：](?!//)(?:(?<!\d[:：])|(?=\s)|$)(?![:：])")
_EQUALS = re.compile(r"\s+=\s+|\s*\.{4,}\s*|\s*…{2,}\s*")
_SEPARATOR = re.compile(r"\s*[|•·●■◆▪;；／]\s*|\s{2,}")
# Said of a link behind a value that leads to more: "See full ...", "更多…手机>".
_AWAY_FIRST = re.compile(
    r"(?i)\W*(?:(?:see|view|show|read|full|more|all|details?|learn|compare|edit|change|what'?s|why|"
    r"how|mehr|alle)\b|查看|更多|进入|点击|详细|详情|纠错)"
)
_AWAY = re.compile(r"[>＞»›→]\s*$|\.\.\.\s*$")
_STEPS = 5
_ARROWS = " >＞»›→"
_LISTING = ",，、;；/+|·&"
_AROUND_NAME = " :：=|•·●■◆▪►▶*-–—\u00a0"
# A text behind so many values of a group, and a quarter of them, is no part of any.
_OFTEN = 3
_SPAN = re.compile(rb"""(?i)\b(col|row)span\s*=\s*["']?\s*(\d{1,4})""")
_CLASS = re.compile(rb"""(?i)\bclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A name and the value that stands to it like one.

    `kind` tells how they stand. `name_leaves` and `value_leaves` are where (a value may begin
    in the name's own text); `box` is the element around both, `group` the one around it and
    its neighbours. `values` are the items of a list; `section` is the heading above.
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


class _Draft(NamedTuple):
    """A row whose value is not yet cleaned of what stands beside every value."""

    kind: str
    name: str
    name_leaves: Sequence[int]
    value_lines: Sequence[Sequence[int]]
    lead: str
    box: int
    group: int
    inner: int


def find_rows(outline: Outline) -> list[Row]:
    """All candidates in page order of their names."""
    return _Finder(outline).rows()


class _Finder:
    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._texts = outline.all_texts
        self._arrowed: set[int] = set()
        self._strip_arrows()
        self._blocks = _blocks(outline)
        self._lines: list[list[int]] = []
        self._line_blocks: list[int] = []
        self._items: dict[int, list[int]] = {}
        self._cells: dict[int, list[int]] = {}
        self._drafts: list[_Draft] = []
        self._stands: dict[int, tuple[str, ...]] = {}
        self._read_lines()
        self._plant()

    def _strip_arrows(self) -> None:
        """`5G phones >` in a link is dressed with an arrow; where it is all of it, it stays."""
        tags, owners, texts = self._outline.tags, self._outline.owners, self._texts
        for leaf, text in enumerate(texts):
            if (
                text[-1:] in _ARROWS
                and text
                and tags[owners[leaf]] == "a"
                and not _AWAY_FIRST.match(text)
            ):
                texts[leaf] = text.rstrip(_ARROWS) or text
                self._arrowed.add(leaf)

    # Lines and blocks

    def _read_lines(self) -> None:
        outline, texts, blocks = self._outline, self._texts, self._blocks
        unseen = _unseen(outline)
        lines, line_blocks = self._lines, self._line_blocks
        broken = True
        last_block = -1
        for leaf, (owner, gap) in enumerate(zip(outline.owners, outline.gaps, strict=True)):
            broken = broken or gap == BROKEN
            if owner in unseen or not texts[leaf]:
                continue
            block = blocks[owner]
            if broken or block != last_block:
                lines.append([leaf])
                line_blocks.append(block)
                last_block = block
                broken = False
            else:
                lines[-1].append(leaf)

    def _plant(self) -> None:
        """The items of every block: lines (as ~number) and blocks that hold any, in order."""
        items, blocks, parents = self._items, self._blocks, self._outline.parents
        for number, block in enumerate(self._line_blocks):
            child, node = ~number, block
            while True:
                known = items.get(node)
                if known is None:
                    items[node] = [child]
                else:
                    if known[-1] != child:
                        known.append(child)
                    break
                if not node:
                    break
                child, node = node, blocks[parents[node]]
        tags = self._outline.tags
        for node, tag in enumerate(tags):
            if tag in ("td", "th"):
                row = parents[node]
                while tags[row] != "tr" and tags[row] == "form":
                    row = parents[row]
                self._cells.setdefault(row, []).append(node)

    def _core(self, item: int) -> int:
        """What an item is without wrappers that hold nothing else."""
        items = self._items
        while item >= 0:
            inside = items[item]
            if len(inside) > 1:
                return item
            item = inside[0]
        return item

    def _lines_in(self, item: int) -> list[int] | None:
        """The lines of an item, None where they are too many for a value."""
        if item < 0:
            return [~item]
        found: list[int] = []
        open_items = [item]
        while open_items:
            item = open_items.pop()
            if item < 0:
                found.append(~item)
                if len(found) > _MOST_LINES:
                    return None
            else:
                open_items += reversed(self._items[item])
        return found

    # Texts

    def _text(self, leaves: Sequence[int]) -> str:
        if len(leaves) == 1:
            return self._texts[leaves[0]]
        texts, gaps = self._texts, self._outline.gaps
        parts = [texts[leaves[0]]]
        for before, leaf in pairwise(leaves):
            if gaps[leaf] != JOINED or leaf - before > 1:
                parts.append(" ")
            parts.append(texts[leaf])
        return "".join(parts)

    def _line_text(self, line: int) -> str:
        return self._text(self._lines[line])

    def _is_bold(self, line: int) -> bool:
        tags, parents = self._outline.tags, self._outline.parents
        for leaf in self._lines[line]:
            node = self._outline.owners[leaf]
            while tags[node] in INLINE and tags[node] not in _BOLD:
                node = parents[node]
            if tags[node] not in _BOLD:
                return False
        return True

    def _kind_of(self, item: int) -> tuple[object, ...]:
        """How an item looks beside its neighbours: tag and class, or how its line begins."""
        looks: list[object] = []
        while item >= 0:
            looks += (self._outline.tags[item], *_class(self._outline, item))
            if len(self._items[item]) > 1:
                return tuple(looks)
            item = self._items[item][0]
        owner = self._outline.owners[self._lines[~item][0]]
        return (*looks, self._outline.tags[owner], self._is_bold(~item))

    # Rows

    def rows(self) -> list[Row]:
        for line in range(len(self._lines)):
            self._within_line(line)
        tables: dict[int, list[int]] = {}
        for node, inside in self._items.items():
            tag = self._outline.tags[node]
            if tag == "tr":
                tables.setdefault(self._table_of(node), []).append(node)
            elif tag not in _TABLE_PARTS:
                if len(inside) > 1:
                    self._among(node, inside)
        for table, trs in tables.items():
            self._table(table, sorted(trs))
        return self._finished()

    def _finished(self) -> list[Row]:
        dressing = self._dressing()
        sections = self._sections()
        starts = [start for start, _ in sections]
        found: dict[tuple[int, int, int, str], Row] = {}
        for draft in self._drafts:
            row = self._row(draft, dressing)
            if row is None:
                continue
            key = (row.name_leaves.start, row.value_leaves.start, row.value_leaves.stop, row.name)
            if key in found:
                continue
            at = bisect_right(starts, row.name_leaves.start) - 1
            if at >= 0 and starts[at] == row.name_leaves.start:
                at -= 1
            section = sections[at][1] if at >= 0 else ""
            found[key] = replace(row, section=section) if section else row
        return sorted(found.values(), key=lambda row: row.name_leaves.start)

    def _dressing(self) -> dict[tuple[str, ...], frozenset[int]]:
        """By the way its groups stand, the leaves that are no part of a value.

        Texts that stand behind many values ("correct this"), unless it is a unit behind numbers,
        and remarks: elements of a class that is never a value's first, set without a space.
        """
        behind: dict[tuple[str, ...], set[int]] = {}
        first: dict[tuple[str, ...], set[int]] = {}
        for draft in self._drafts:
            leaves = [leaf for line in draft.value_lines for leaf in line]
            if draft.name_leaves and leaves:
                stand = self._stand(draft.group)
                behind.setdefault(stand, set()).update(leaves[1:])
                first.setdefault(stand, set()).add(leaves[0])
        found: dict[tuple[str, ...], frozenset[int]] = {}
        for group, leaves in behind.items():
            if len(leaves) >= _OFTEN:
                often = max(_OFTEN, len(first[group]) / 3)
                said = self._said_often(leaves, often)
                found[group] = frozenset(said | self._remarks(leaves, first[group]))
        return found

    def _stand(self, node: int) -> tuple[str, ...]:
        """The tags of an element and of those around it."""
        stand = self._stands.get(node)
        if stand is None:
            tags, parents = self._outline.tags, self._outline.parents
            steps, step = [], node
            while step and len(steps) < _STEPS:
                steps.append(tags[step])
                step = parents[step]
            stand = self._stands[node] = tuple(steps)
        return stand

    def _said_often(self, leaves: Iterable[int], often: float) -> set[int]:
        places: dict[str, list[int]] = {}
        for leaf in leaves:
            places.setdefault(self._texts[leaf], []).append(leaf)
        return {
            leaf
            for text, same in places.items()
            if len(same) >= often
            and any(map(str.isalnum, text))
            and not all(self._texts[leaf - 1][-1:].isdigit() for leaf in same)
            for leaf in same
        }

    def _remarks(self, leaves: Iterable[int], first: Iterable[int]) -> set[int]:
        outline = self._outline
        looks: dict[bytes, set[int]] = {}
        for leaf in leaves:
            owner = outline.owners[leaf]
            look = outline.rests[owner]
            if b"class" in look and outline.tags[owner] in INLINE and outline.tags[owner] != "a":
                looks.setdefault(look, set()).add(owner)
        starts = {outline.rests[outline.owners[leaf]] for leaf in first}
        found: set[int] = set()
        for look, owners in looks.items():
            if look in starts or len(owners) < _OFTEN:
                continue
            openings = [outline.first_leaf[owner] for owner in owners]
            if all(
                outline.gaps[leaf] == JOINED and self._texts[leaf - 1][-1:] not in _LISTING
                for leaf in openings
            ) and not all(self._texts[leaf - 1][-1:].isdigit() for leaf in openings):
                found.update(leaf for owner in owners for leaf in outline.leaves(owner))
        return found

    def _row(self, draft: _Draft, dressing: Mapping[tuple[str, ...], frozenset[int]]) -> Row | None:
        said = dressing.get(self._stand(draft.group), frozenset())
        lines = [self._undressed(line, said) for line in draft.value_lines]
        lines = [line for line in lines if line]
        texts = [self._text(line) for line in lines]
        kept = [(line, text) for line, text in zip(lines, texts, strict=True) if _says(text)]
        lines, texts = [line for line, _ in kept], [text for _, text in kept]
        if draft.lead:
            texts = [f"{draft.lead} {texts[0]}", *texts[1:]] if texts else [draft.lead]
        value = " ".join(texts).strip().lstrip(":：= ")
        if not value or len(value) > _LONGEST_VALUE:
            return None
        leaves = [leaf for line in lines for leaf in line]
        names = draft.name_leaves
        first = leaves[0] if leaves else names[-1]
        values: tuple[str, ...] = ()
        if len(texts) > 1:
            values = tuple(text.strip() for text in texts)
        elif leaves:
            values = self._linked_items(leaves, draft.lead)
        return Row(
            draft.name,
            value,
            draft.kind,
            range(names[0], names[-1] + 1) if names else range(first, first),
            range(first, leaves[-1] + 1 if leaves else first + 1),
            draft.box,
            draft.group,
            values,
            "",
            draft.inner,
        )

    def _undressed(self, line: Sequence[int], said: frozenset[int]) -> Sequence[int]:
        """A line of a value without its dressing and without links that lead away."""
        if said:
            line = [leaf for leaf in line if leaf not in said]
        for at in range(1, len(line)):
            if self._in_link(line[at]) and _AWAY_FIRST.match(self._texts[line[at]]):
                line = line[:at]
                break
        while len(line) > 1 and self._leads_away(line):
            line = line[:-1]
        return line

    def _in_link(self, leaf: int) -> bool:
        tags, owner = self._outline.tags, self._outline.owners[leaf]
        return tags[owner] == "a" or tags[self._outline.parents[owner]] == "a"

    def _leads_away(self, line: Sequence[int]) -> bool:
        """A last text that is a link to more, not the last item of a list, or a mark behind it."""
        before, leaf = line[-2:]
        text = self._texts[leaf]
        if not any(map(str.isalnum, text)):
            return text in _LISTING or text[-1] in "]>)»›"
        if not self._in_link(leaf) or self._texts[before][-1:] in _LISTING:
            return False
        arrowed = leaf in self._arrowed and not self._in_link(before)
        return arrowed or bool(_AWAY.search(text))

    def _add(
        self,
        kind: str,
        name: str,
        name_leaves: Sequence[int],
        value_lines: Sequence[Sequence[int]],
        box: int,
        *,
        lead: str = "",
        group: int | None = None,
        inner: int = 0,
    ) -> None:
        name = name.strip(_AROUND_NAME)
        if not name or len(name) > LONGEST_NAME or not any(map(str.isalpha, name)):
            return
        if group is None:
            group = self._group_of(box)
        self._drafts.append(_Draft(kind, name, name_leaves, value_lines, lead, box, group, inner))

    def _group_of(self, box: int) -> int:
        """The nearest element around a row that holds more than the row."""
        blocks, parents = self._blocks, self._outline.parents
        node = box
        while node:
            node = blocks[parents[node]]
            if len(self._items.get(node, ())) > 1 and self._outline.tags[node] not in (
                "tbody",
                "thead",
                "tr",
            ):
                return node
        return 0

    def _linked_items(self, leaves: Sequence[int], lead: str) -> tuple[str, ...]:
        """The items of a value that lists links: every text is a link or a mark between two."""
        if len(leaves) < 2 or lead.strip():
            return ()
        items: list[str] = []
        tags, owners, parents = self._outline.tags, self._outline.owners, self._outline.parents
        links: list[int] = []
        for leaf in leaves:
            text = self._texts[leaf]
            owner = owners[leaf]
            link = owner if tags[owner] == "a" else parents[owner]
            if tags[link] == "a":
                if links and links[-1] == link:
                    items[-1] += " " + text
                else:
                    items.append(text)
                    links.append(link)
            elif any(map(str.isalnum, text)) and text.strip(" ,") not in ("and", "or", "和", "、"):
                return ()
        return tuple(items) if len(items) > 1 else ()

    def _within_line(self, line: int) -> None:
        """Pairs that stand in one line: `Name: value`, bold name and text, several of either."""
        leaves = self._lines[line]
        texts, outline = self._texts, self._outline
        block = self._line_blocks[line]
        tags, owners = outline.tags, outline.owners
        starts: list[tuple[int, int, int]] = []
        first_tag = ""
        for at, leaf in enumerate(leaves):
            colon = _colon(texts[leaf])
            end = 0
            if colon and colon[0]:
                start, end = colon
            elif at + 1 < len(leaves) and len(texts[leaf]) <= LONGEST_NAME:
                behind = texts[leaves[at + 1]]
                if behind[:1] in ":：=" and not behind.startswith(("://",)):
                    start = end = len(texts[leaf])
            if not end:
                continue
            tag = tags[owners[leaf]]
            if starts and tag != first_tag:
                continue
            if not starts:
                first_tag = tag
            starts.append((at, start, end))
        if starts:
            self._parted(line, leaves, starts, block)
            if starts[0][0] == 0:
                return
        if len(leaves) > 1:
            self._side_by_side(leaves, block)

    def _parted(
        self, line: int, leaves: list[int], starts: list[tuple[int, int, int]], block: int
    ) -> None:
        """Names that a colon parts from their values."""
        texts = self._texts
        many = len(starts) > 1
        for number, (at, start, end) in enumerate(starts):
            stop = starts[number + 1][0] if number + 1 < len(starts) else len(leaves)
            text = texts[leaves[at]]
            name, lead = text[:start], text[end:].strip()
            value = leaves[at + 1 : stop]
            if at and number == 0 and len(name) < 3:
                continue
            if not lead and not value:
                continue
            pieces = _SEPARATOR.split(text) if lead and not value else []
            if len(pieces) > 1 and sum(_colon(piece) is not None for piece in pieces) > 1:
                self._pieces(pieces, leaves[at], block)
                continue
            kind = "colons" if many else "colon"
            if at and number == 0:
                # Words stand before it on the line: the name may begin with them.
                kind = "late colon"
            self._add(kind, name, [leaves[at]], [value], block, lead=lead)

    def _pieces(self, pieces: Sequence[str], leaf: int, block: int) -> None:
        for piece in pieces:
            colon = _colon(piece)
            if colon:
                name, value = piece[: colon[0]], piece[colon[1] :].strip()
                self._add("colons", name, [leaf], [], block, lead=value)

    def _side_by_side(self, leaves: list[int], block: int) -> None:
        """A name in an element of its own at the start of a line, or before the first element."""
        tops = [self._top(leaf, block) for leaf in leaves]
        parts: list[tuple[int, list[int]]] = []
        for leaf, top in zip(leaves, tops, strict=True):
            if parts and parts[-1][0] == top and top:
                parts[-1][1].append(leaf)
            else:
                parts.append((top, [leaf]))
        if len(parts) < 2:
            if tops[0] and tops[0] != block:
                # One inline element around all: look inside.
                inner = [self._top(leaf, tops[0]) for leaf in leaves]
                if len(set(inner)) > 1:
                    self._side_by_side(leaves, tops[0])
            return
        tags = self._outline.tags
        (top, names), rest = parts[0], [leaf for _, part in parts[1:] for leaf in part]
        name = self._text(names)
        if len(name) > LONGEST_NAME:
            return
        kind = "inline"
        if top and tags[top] in _BOLD:
            kind = "bold"
        elif top and tags[top] == "a":
            kind = "link"
        elif not top:
            kind = "text"
        if len(parts) >= 4 and len(parts) % 2 == 0 and self._alternate(parts):
            for (_, name_leaves), (_, value) in zip(parts[::2], parts[1::2], strict=True):
                self._add("turns", self._text(name_leaves), name_leaves, [value], block)
            return
        bold = [at for at, (node, _) in enumerate(parts) if node and tags[node] in _BOLD]
        if kind == "bold" and len(bold) > 1 and bold[1] > 1:
            for at, following in pairwise([*bold, len(parts)]):
                value = [leaf for _, part in parts[at + 1 : following] for leaf in part]
                if value:
                    self._add("turns", self._text(parts[at][1]), parts[at][1], [value], block)
            return
        self._add(kind, name, names, [rest], block)
        if len(parts) == 2 and len(self._text(rest)) <= LONGEST_NAME:
            self._add("behind", self._text(rest), rest, [names], block)

    def _alternate(self, parts: Sequence[tuple[int, list[int]]]) -> bool:
        looks = [
            (self._outline.tags[node], _class(self._outline, node)) if node else ("", ())
            for node, _ in parts
        ]
        return len(set(looks[::2])) == 1 and len(set(looks[1::2])) == 1 and looks[0] != looks[1]

    def _top(self, leaf: int, block: int) -> int:
        """The outermost inline element around a leaf inside a block; 0 for the block's own text."""
        parents = self._outline.parents
        node = self._outline.owners[leaf]
        top = 0
        while node > block:
            top = node
            node = parents[node]
        return top

    # Blocks among their neighbours

    def _among(self, node: int, inside: list[int]) -> None:
        """Pairs of neighbours in one block: two in a box, heads above what follows, by turns."""
        cores = [self._core(item) for item in inside]
        if len(inside) == 2:
            self._box(node, cores)
        elif len(inside) <= 4 and all(core < 0 for core in cores):
            lines = [self._lines[~core] for core in cores]
            self._add("box of more", self._text(lines[0]), lines[0], lines[1:], node)
        self._headed(node, inside, cores)

    def _box(self, node: int, cores: list[int]) -> None:
        name, value = cores
        if name >= 0:
            return
        lines = self._lines_in(value)
        if lines is None:
            return
        names = self._lines[~name]
        self._add(
            "box",
            self._text(names),
            names,
            [self._lines[line] for line in lines],
            node,
            inner=self._inner(lines),
        )
        if value < 0:
            self._add("above", self._text(self._lines[~value]), self._lines[~value], [names], node)

    def _inner(self, lines: Sequence[int]) -> int:
        """How many of a value's lines are pairs themselves."""
        if len(lines) < 2:
            return 0
        return sum(_colon(self._texts[self._lines[line][0]]) is not None for line in lines)

    def _headed(self, node: int, inside: list[int], cores: list[int]) -> None:
        """Lines that head what follows them, up to the next that looks the same."""
        heads = [self._head_look(item, core) for item, core in zip(inside, cores, strict=True)]
        looks = {look for look in heads if look}
        for look in looks:
            places = [at for at, seen in enumerate(heads) if seen == look]
            strong = look[0] in ("heading", "colon")
            if look[0] == "line" and not (
                places == [0] or (len(places) > 1 and all(b - a > 1 for a, b in pairwise(places)))
            ):
                continue
            for at, following in pairwise([*places, len(inside)]):
                stop = following
                for between in range(at + 1, following):
                    other = heads[between]
                    if other and other[0] == "heading" and other != look:
                        stop = between
                        break
                    if other and other[0] == "colon" and other != look and strong:
                        stop = between
                        break
                if stop - at < 2:
                    continue
                lines: list[int] | None = []
                for item in inside[at + 1 : stop]:
                    more = self._lines_in(item)
                    lines = None if more is None or lines is None else [*lines, *more]
                names = self._lines[~cores[at]]
                kind = {"heading": "heading", "colon": "head", "bold": "bold head"}.get(
                    str(look[0]), "sequence"
                )
                if lines is None or len(lines) > _MOST_LINES:
                    continue
                self._add(
                    kind,
                    self._text(names),
                    names,
                    [self._lines[line] for line in lines],
                    node,
                    group=node,
                    inner=self._inner(lines),
                )
                if len(lines) > 1 and stop - at > 2:
                    first = self._lines_in(inside[at + 1])
                    if first:
                        self._add(
                            f"{kind} first",
                            self._text(names),
                            names,
                            [self._lines[line] for line in first],
                            node,
                            group=node,
                            inner=self._inner(first),
                        )

    def _head_look(self, item: int, core: int) -> tuple[object, ...] | None:
        if core >= 0:
            return None
        text = self._line_text(~core)
        if len(text) > LONGEST_NAME:
            return None
        node = self._line_blocks[~core]
        tag = self._outline.tags[node]
        if tag in _HEADINGS:
            return ("heading", tag)
        if text.rstrip()[-1:] in (":", "："):
            return ("colon",)
        if self._is_bold(~core):
            return ("bold", *self._kind_of(item))
        if _colon(text):
            return None
        return ("line", *self._kind_of(item))

    # Tables

    def _table_of(self, node: int) -> int:
        tags, parents = self._outline.tags, self._outline.parents
        node = parents[node]
        while node and tags[node] in ("tbody", "thead", "tfoot", "form"):
            node = parents[node]
        return node

    def _table(self, table: int, trs: list[int]) -> None:
        name_above: tuple[str, Sequence[int]] | None = None
        rows = [(tr, self._cells.get(tr, [])) for tr in trs]
        self._single_cells(table, trs)
        for at, (tr, cells) in enumerate(rows):
            filled = [cell for cell in cells if cell in self._items]
            if len(filled) < 2 and len(cells) < 2:
                name_above = None
                continue
            lined = [(cell, self._lines_in(cell) if cell in self._items else []) for cell in cells]
            spans = _rowspan(self._outline, cells[0]) if len(lined) > 2 else 1
            tags = self._outline.tags
            headed = len(cells) == 3 and tags[cells[0]] == "th" != tags[cells[1]]
            if (spans > 1 or headed) and lined[0][1]:
                lined = lined[1:]
                name_above = None
            lined = [one for one in lined if one[1] is None or not self._is_mark(one[1])]
            name_above = self._cells_of_row(table, tr, lined, name_above)
            if at + 1 < len(rows):
                self._columns(table, rows, at)

    def _single_cells(self, table: int, trs: list[int]) -> None:
        """Rows of one cell each, one below the other, are like blocks below each other."""
        run: list[int] = []
        for tr in (*trs, 0):
            if tr and len(self._items[tr]) == 1:
                run.append(tr)
                continue
            if len(run) > 1:
                self._headed(table, run, [self._core(item) for item in run])
            run = []

    def _is_mark(self, lines: Sequence[int]) -> bool:
        """A cell that holds only a colon parts name and value."""
        return len(lines) == 1 and self._line_text(lines[0]).strip() in (":", "：", "=", "|", "-")

    def _cells_of_row(
        self,
        table: int,
        tr: int,
        cells: Sequence[tuple[int, list[int] | None]],
        above: tuple[str, Sequence[int]] | None,
    ) -> tuple[str, Sequence[int]] | None:
        count = len(cells)
        if count == 2:
            (_, names), (_, values) = cells
            if values is None or names is None or not values:
                return None
            value = [self._lines[line] for line in values]
            inner = self._inner(values)
            if not names:
                name, leaves = above or ("", ())
                if name:
                    self._add("continued", name, leaves, value, tr, group=table)
                elif len(values) == 1:
                    self._nameless(value[0], tr, table)
                return above
            leaves = [leaf for line in names for leaf in self._lines[line]]
            name = self._text(leaves)
            if len(names) > 3:
                return None
            self._add("row", name, leaves, value, tr, group=table, inner=inner)
            return name, leaves
        kind = "row of more" if count % 2 or count > 6 else "cells"
        step = 1 if kind == "row of more" else 2
        for at in range(0, min(count - 1, count if step == 2 else 1), step):
            names, values = cells[at][1], cells[at + 1][1]
            if not names or not values or len(names) > 3:
                continue
            leaves = [leaf for line in names for leaf in self._lines[line]]
            self._add(
                kind,
                self._text(leaves),
                leaves,
                [self._lines[line] for line in values],
                tr,
                group=table,
                inner=self._inner(values),
            )
        return None

    def _nameless(self, leaves: Sequence[int], tr: int, table: int) -> None:
        """A row whose name cell is empty, with none above it to go on with."""
        self._drafts.append(_Draft("nameless", "", (), [leaves], "", tr, table, 0))

    def _columns(self, table: int, rows: Sequence[tuple[int, list[int]]], at: int) -> None:
        """A row of names above a row of values: as many cells, and no further row of them."""
        (tr, heads), (below, cells) = rows[at], rows[at + 1]
        if len(heads) != len(cells) or len(heads) < 2:
            return
        if at and len(rows[at - 1][1]) == len(heads):
            return
        if at + 2 < len(rows) and len(rows[at + 2][1]) == len(heads):
            return
        tags = self._outline.tags
        different = tags[heads[0]] != tags[cells[0]] or _class(self._outline, tr) != _class(
            self._outline, below
        )
        if len(heads) == 2 and not different:
            return
        for head, cell in zip(heads, cells, strict=True):
            if head in self._items and cell in self._items:
                names, values = self._lines_in(head), self._lines_in(cell)
                if names and values and len(names) <= 2:
                    leaves = [leaf for line in names for leaf in self._lines[line]]
                    self._add(
                        "column",
                        self._text(leaves),
                        leaves,
                        [self._lines[line] for line in values],
                        table,
                        group=table,
                    )

    def _sections(self) -> list[tuple[int, str]]:
        """First leaf and text of every heading: headings, captions, rows of a single cell."""
        tags = self._outline.tags
        found: list[tuple[int, str]] = []
        for line, block in enumerate(self._line_blocks):
            leaves = self._lines[line]
            tag = tags[block]
            is_heading = tag in _HEADINGS and tag not in ("dt", "th")
            if not is_heading and tag in ("td", "th"):
                row = self._outline.parents[block]
                is_heading = self._items.get(row) == [block] and self._items[block] == [~line]
                if tag == "th" and not is_heading:
                    is_heading = _rowspan(self._outline, block) > 1
            if is_heading:
                text = self._text(leaves)
                if len(text) <= LONGEST_NAME:
                    found.append((leaves[0], text.rstrip(" :：")))
        return found


def _blocks(outline: Outline) -> list[int]:
    """The innermost block element around each element, or the element itself."""
    blocks: list[int] = []
    for node, (tag, parent) in enumerate(zip(outline.tags, outline.parents, strict=True)):
        blocks.append(blocks[parent] if node and tag in INLINE else node)
    return blocks


def _unseen(outline: Outline) -> set[int]:
    unseen = set(outline.hidden)
    for node, tag in enumerate(outline.tags):
        if tag in _UNSEEN:
            unseen.update(range(node, outline.ends[node]))
    return unseen


def _colon(text: str) -> tuple[int, int] | None:
    """Where the name of `name: value` ends and the value begins."""
    found = _COLON.search(text, 0, LONGEST_NAME + 8) or _EQUALS.search(text, 0, LONGEST_NAME + 8)
    if not found or not found.start():
        return None
    return found.start(), found.end()


def _class(outline: Outline, node: int) -> tuple[bytes, ...]:
    rest = outline.rests[node]
    if b"lass" not in rest and b"LASS" not in rest:
        return ()
    found = _CLASS.search(rest)
    return (b"".join(part or b"" for part in found.groups()),) if found else ()


def _rowspan(outline: Outline, cell: int) -> int:
    for which, number in _SPAN.findall(outline.rests[cell]):
        if which.lower() == b"row":
            return int(number)
    return 1


def _says(text: str) -> bool:
    return bool(text.strip(" :：|,，"))
