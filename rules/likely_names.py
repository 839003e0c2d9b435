"""Of texts that read like names of attributes, those that are likely to be no others.

A topic's words also stand in menus ("Storage", with more links below) and in values ("GPS" behind
the name 导航).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.outline import Outline
    from rules.shown_names import ShownName

# So many elements around a text tell names from values: `span` in `th` in `tr`.
_AROUND = 3


def likely_names(outline: Outline, names: Sequence[ShownName]) -> list[ShownName]:
    """Names in page order, without links of menus and without values."""
    outside = _without_menus(outline, names)
    values = _values(outline, outside)
    return [name for name in outside if name.leaf not in values]


def _without_menus(outline: Outline, names: Sequence[ShownName]) -> list[ShownName]:
    """A value may be a link too: names that stand alike are mostly of a menu, or none is."""
    stands = [_stand(outline, name.leaf) for name in names]
    in_menu = Counter(
        stand for name, stand in zip(names, stands, strict=True) if _in_menu(outline, name)
    )
    often = Counter(stands)
    return [
        name
        for name, stand in zip(names, stands, strict=True)
        if 2 * in_menu[stand] <= often[stand]
    ]


def _in_menu(outline: Outline, name: ShownName) -> bool:
    """A link with another link right behind it."""
    if name.rest or not _in_link(outline, name.leaf):
        return False
    behind = range(name.leaf + 1, len(outline.owners))
    following = next((leaf for leaf in behind if name_key(outline.texts[leaf])), None)
    return following is not None and _in_link(outline, following)


def _in_link(outline: Outline, leaf: int) -> bool:
    around = outline.ancestors(outline.owners[leaf], _AROUND)
    return any(outline.tags[node] == "a" for node in around)


def _values(outline: Outline, names: Sequence[ShownName]) -> set[int]:
    """Names right behind a name that stands like more of them than they do."""
    stands = [_stand(outline, name.leaf) for name in names]
    often = Counter(stands)
    return {
        second.leaf
        for (first, stand), (second, other) in pairwise(zip(names, stands, strict=True))
        if often[stand] > often[other] and not first.rest and _follows(outline, first, second)
    }


def _stand(outline: Outline, leaf: int) -> tuple[str, ...]:
    return tuple(outline.tags[node] for node in outline.ancestors(outline.owners[leaf], _AROUND))


def _follows(outline: Outline, first: ShownName, second: ShownName) -> bool:
    between = range(first.leaf + 1, second.leaf)
    return not any(name_key(outline.texts[leaf]) for leaf in between)
