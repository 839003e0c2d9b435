"""Pairs of neighbours in one block: boxes of two, heads above what follows, alternating blocks."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from pages.nesting import INLINE
from pages.row import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from pages.lines import Lines
    from pages.row import Rows

HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 dt th caption legend summary".split())
_FLAT = frozenset("div section article main".split())
_MANY = 8
# Tags of the heading of a group of boxes, which comes before the name in the first of them.
_HEADS = frozenset(["dt", "th"])
_OFTEN = 4
_Tags = tuple[str, str]
# Tag and classes. Fewer pairs of cells may alternate by chance.
_Cell = tuple[str, bytes]
_FEWEST_PAIRS = 3
_NOT_READ_HERE = frozenset("table tbody thead tfoot tr".split())
_NO_GRIDS = _NOT_READ_HERE | {"dl"}
# The look of a line that may be the head of what follows: what it is, then tags and classes.
_Look = tuple[str | bytes, ...]
_KINDS: dict[str | bytes, str] = {
    "heading": "heading",
    "colon": "head",
    "bold": "bold head",
    "line": "sequence",
}


def read_blocks(rows: Rows) -> None:
    lines, tags = rows.lines, rows.lines.outline.tags
    blocks = [block for block in lines.items.items() if len(block[1]) > 1]
    _read_grids(rows, blocks)
    boxes = _boxes_of_two(tags, [inside for _, inside in blocks])
    for node, inside in blocks:
        if tags[node] not in _NOT_READ_HERE and not lines.is_menu(lines.lines_in(node)):
            _read_block(rows, node, inside, boxes)


def _read_block(rows: Rows, node: int, inside: Sequence[int], boxes: Collection[_Tags]) -> None:
    lines = rows.lines
    if boxes and lines.outline.tags[node + 1] in _HEADS and _read_headed(rows, node, boxes):
        return
    cores = list(map(lines.core, inside))
    if len(inside) == 2:
        if cores[0] < 0:
            name, value = map(lines.lines_in, cores)
            rows.of_lines("box", name, value, node)
            _read_continued(rows, node, inside)
            if cores[1] < 0:
                rows.of_lines("above", value, name, node)
        return
    if len(inside) <= 4 and max(cores) < 0:
        first, last = ~cores[0], ~cores[-1]
        rows.of_lines("box of more", range(first, first + 1), range(first + 1, last + 1), node)
    if not _all_look_the_same(rows, inside, cores):
        read_heads(rows, node, inside, cores)
    elif lines.outline.tags[node] in _FLAT and len(inside) % 2 == 0:
        if len(inside) >= _MANY:
            _read_alternating(rows, node, cores, node)
        elif len(inside) == 4:
            _read_alternating(rows, node, cores, lines.shared_block_around(node))


def _read_grids(rows: Rows, blocks: Iterable[tuple[int, Sequence[int]]]) -> None:
    """Names and values as the cells of one grid, told apart by their tags or classes alone.

    A section of a sheet may have two pairs; all of the page's grids with the same cells count.
    """
    lines, outline = rows.lines, rows.lines.outline
    grids: dict[frozenset[_Cell], list[tuple[int, list[tuple[int, int]]]]] = {}
    for node, inside in blocks:
        if len(inside) < 4 or outline.tags[node] in _NO_GRIDS or min(inside) < 0:
            continue
        if len({(outline.tags[item], outline.rests[item]) for item in inside[:3]}) == 1:
            continue  # a list
        inner = (_without_wrappers(lines, item) for item in inside)
        cells = [(outline.tags[item], lines.class_of(item)) for item in inner]
        names = _cells_of_names(cells)
        if names:
            pairs = [
                (inside[at], inside[at + 1])
                for at, (cell, after) in enumerate(pairwise(cells))
                if cell in names and after not in names
            ]
            grids.setdefault(names, []).append((node, pairs))
    for same in grids.values():
        if sum(len(pairs) for _, pairs in same) < _FEWEST_PAIRS:
            continue
        for node, pairs in same:
            for name, value in pairs:
                if lines.core(name) < 0:
                    spans = lines.lines_in(name), lines.lines_in(value)
                    rows.of_lines("alternating", *spans, node, group=node)


def _without_wrappers(lines: Lines, item: int) -> int:
    """The element inside wrappers without a class that hold nothing else."""
    while not lines.class_of(item) and len(inside := lines.items[item]) == 1 and inside[0] >= 0:
        item = inside[0]
    return item


def _cells_of_names(cells: Sequence[_Cell]) -> frozenset[_Cell]:
    """What the cells of names look like, if those of one or two looks alternate with values.

    Every value follows a name. Rows may be striped, headings may be between them, and some names
    have no value.
    """
    times, after = Counter(cells), Counter(pairwise(cells))
    if len(times) < 2:
        return frozenset()
    names: set[_Cell] = set()
    used: set[_Cell] = set()
    covered = 0
    for (name, value), count in after.items():
        if (
            1 < count == times[value] <= times[name] <= 1.25 * count
            and name != value
            and name[0] not in HEADINGS
            and name not in used
            and value not in used
        ):
            names.add(name)
            used.update((name, value))
            covered += count
    return frozenset(names) if 3 * covered > len(cells) else frozenset()


def _read_headed(rows: Rows, node: int, boxes: Collection[_Tags]) -> bool:
    """The first of many boxes of two, if their common heading is in it; False if it is not."""
    lines, outline = rows.lines, rows.lines.outline
    name = outline.ends[node + 1]
    value = outline.ends[name] if name < outline.ends[node] else outline.ends[node]
    if value >= outline.ends[node] or outline.ends[value] < outline.ends[node]:
        return False
    head, *pair = (outline.tags[element] for element in (node + 1, name, value))
    if head not in _HEADS or head == pair[0] or tuple(pair) not in boxes:
        return False
    names, values = lines.lines_in(name), lines.lines_in(value)
    if names and values:
        rows.of_lines("box", names, values, node)
        _read_continued(rows, node, (name, value))
    elif len(values) == 1:
        rows.nameless(values.start, node, lines.shared_block_around(node))
    return True


def _boxes_of_two(tags: Sequence[str], blocks: Iterable[Sequence[int]]) -> set[_Tags]:
    """The pairs of tags that many boxes of the page consist of."""
    pairs = [inside for inside in blocks if len(inside) == 2]
    found = Counter([(tags[one], tags[other]) for one, other in pairs if one >= 0 and other >= 0])
    return {pair for pair, times in found.items() if times >= _OFTEN}


def _read_continued(rows: Rows, node: int, inside: Sequence[int]) -> None:
    """Boxes after a name and its value whose name is empty: further values of that name."""
    lines, outline = rows.lines, rows.lines.outline
    if min(inside) < 0:
        return
    name, value = inside
    tags, following = outline.tags, outline.ends[node]
    while following < len(tags) and (tags[following], outline.parents[following]) == (
        tags[node],
        outline.parents[node],
    ):
        end, first = outline.ends[following], following + 1
        second = outline.ends[first] if first < end else end
        if (
            second >= end
            or (tags[first], tags[second]) != (tags[name], tags[value])
            or lines.lines_in(first)
            or not (values := lines.lines_in(second))
            or values != lines.lines_in(following)
        ):
            break
        rows.of_lines("continued", lines.lines_in(name), values, following)
        following = end


def _read_alternating(rows: Rows, node: int, cores: Sequence[int], group: int) -> None:
    """Alternating names and values in blocks that look the same: of one grid, or of its rows."""
    for name, value in zip(cores[::2], cores[1::2], strict=True):
        names, values = range(~name, -name), range(~value, -value)
        rows.of_lines("sequence first", names, values, node, group=group)


def _all_look_the_same(rows: Rows, inside: Sequence[int], cores: Sequence[int]) -> bool:
    """Whether this is a list of lines, none of which is the head of others; a quick check."""
    if max(cores) >= 0 or min(inside) < 0:
        return False
    lines, outline = rows.lines, rows.lines.outline
    first = inside[0]
    tag, rest = outline.tags[first], outline.rests[first]
    if tag in HEADINGS:
        return False
    inner = outline.tags[outline.owners[lines.leaves[~cores[0]][0]]]
    for item, core in zip(inside, cores, strict=True):
        if (
            outline.rests[item] != rest
            or outline.tags[item] != tag
            or lines.line_texts[~core][-1] in ":："
            or outline.tags[outline.owners[lines.leaves[~core][0]]] != inner
        ):
            return False
    return True


def read_heads(rows: Rows, node: int, inside: Sequence[int], cores: Sequence[int]) -> None:
    """Lines that head what follows them, up to the next that looks the same."""
    if min(cores) >= 0:
        return
    looks = [_look(rows, item, core) for item, core in zip(inside, cores, strict=True)]
    places: dict[_Look, list[int]] = {}
    for at, look in enumerate(looks):
        if look:
            places.setdefault(look, []).append(at)
    if not places:
        return
    next_heading = _next_places(looks, "heading")
    next_colon = _next_places(looks, "colon")
    for look, heads in places.items():
        if look[0] == "line" and not _are_heads(heads):
            continue
        for at, following in pairwise([*heads, len(inside)]):
            stop = min(following, next_heading[at])
            if look[0] in ("heading", "colon"):
                stop = min(stop, next_colon[at])
            if stop - at > 1:
                _read_head(rows, node, inside, (at, stop), _KINDS[look[0]])


def _look(rows: Rows, item: int, core: int) -> _Look | None:
    """The look of a line that may be the head of others; None if it cannot be."""
    if core >= 0:
        return None
    lines, line = rows.lines, ~core
    text = lines.line_texts[line]
    if len(text) > LONGEST_NAME:
        return None
    outline = lines.outline
    tag, classes = "", b""
    while item >= 0:
        tag = outline.tags[item]
        classes += lines.class_of(item)
        item = lines.items[item][0]
    if tag in HEADINGS:
        return ("heading", tag)
    if text[-1] in ":：":
        return ("colon",)
    inner = outline.tags[outline.owners[lines.leaves[line][0]]]
    what = "bold" if inner in INLINE and lines.is_bold(line) else "line"
    if what == "line" and line in rows.is_pair:
        return None
    return (what, tag, inner, classes)


def _next_places(looks: Sequence[_Look | None], what: str) -> list[int]:
    """For each position the next one after it with this look."""
    found = [len(looks)] * len(looks)
    following = len(looks)
    for at in range(len(looks) - 1, -1, -1):
        found[at] = following
        look = looks[at]
        if look and look[0] == what:
            following = at
    return found


def _are_heads(places: Sequence[int]) -> bool:
    """Whether plain lines are heads: only the first line, or several that are not adjacent."""
    if len(places) == 1:
        return places[0] == 0
    return all(following - at > 1 for at, following in pairwise(places))


def _read_head(
    rows: Rows, node: int, inside: Sequence[int], between: tuple[int, int], kind: str
) -> None:
    lines = rows.lines
    at, stop = between
    names = lines.lines_in(inside[at])
    first, last = lines.lines_in(inside[at + 1]), lines.lines_in(inside[stop - 1])
    values = range(names.stop, last.stop)
    rows.of_lines(kind, names, values, node, group=node)
    if len(values) > 1 and stop - at > 2:
        rows.of_lines(f"{kind} first", names, first, node, group=node)
