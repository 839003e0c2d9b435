"""Texts that stand beside many values and are no part of any: "correct this", remarks."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from pages.lines import BOLD
from pages.nesting import INLINE
from pages.outline import JOINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pages.lines import Lines

# What parts the items of a list.
LISTING = ",，、;；/+|·&"
_CELLS = frozenset(["td", "dd"])
_LETTER = re.compile(r"[^\W\d_]")
# A text behind so many values, and behind a third of them, is no part of any.
_OFTEN = 3


def dressing(lines: Lines) -> frozenset[int]:
    """Leaves that are no part of a value: texts that stand behind many ("correct this")."""
    behind = {line: rest for line in lines.several if (rest := _behind(lines, line))}
    if len(behind) < _OFTEN:
        return frozenset()
    return frozenset((*_said_often(lines, behind), *_remarks(lines, behind)))


def _behind(lines: Lines, line: int) -> Sequence[int]:
    """The leaves of a line that stand behind the beginning of its value, if it has any."""
    outline, leaves, block = lines.outline, lines.leaves[line], lines.blocks[line]
    first = leaves[0]
    is_name = outline.tags[outline.owners[first]] in BOLD or lines.texts[first][-1] in ":："
    in_cell = outline.tags[block] in _CELLS or outline.tags[outline.parents[block]] in _CELLS
    return leaves[1 if in_cell and not is_name else 2 :]


def _said_often(lines: Lines, behind: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """The same words in a third of the lines of such blocks, unless it is a unit."""
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
    """What stands in elements of a class that is never a value's first, set without a space."""
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
            outline.gaps[leaf] == JOINED and texts[leaf - 1][-1:] not in LISTING
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
