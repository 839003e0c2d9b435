"""Dressing: text inside a unit that is no part of its value (纠错, "more phones like this").

A leaf's place inside its unit is told in three ways, from loose to narrow: by the tags on
the way to it, with its element's classes, and with what stands before it. What is dressing
is learned as the loosest of them at which no value of any sample stood.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.names import name_key
from rules.identity import identity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pages.outline import Outline

# Behind one of these a list of values goes on.
_LISTING = frozenset(",，、;；/+|·&")
# Dressing that follows a value's text ends the value: what comes behind it leads away too.
_AFTER_TEXT = " after text"
_ARROWS = frozenset(">＞»›→")


def places_of(outline: Outline, leaf: int, around: int, first: int) -> tuple[str, str, str]:
    """The three descriptions of a leaf in a stretch of leaves that begins with `first`."""
    owner = outline.owners[leaf]
    tags: list[str] = []
    node = owner
    while node > around:
        tags.append(outline.tags[node])
        node = outline.parents[node]
    path = ">".join(reversed(tags)) or "."
    classes = ".".join(identity(outline, owner)[1]) if owner > around else ""
    return path, f"{path}.{classes}", f"{path} after {_before(outline, leaf, first)}"


def _before(outline: Outline, leaf: int, first: int) -> str:
    if leaf <= first:
        return "nothing"
    ends_open = outline.texts[leaf - 1][-1:] in _LISTING
    return "text" if name_key(outline.texts[leaf - 1]) and not ends_open else "mark"


def undressed(outline: Outline, leaves: range, around: int, dressing: Sequence[str]) -> list[int]:
    """The leaves that are no dressing; where all seem to be, those that stand like the first."""
    if len(leaves) < 2 or not (dressing or _has_link(outline, leaves)):
        return list(leaves)
    kept: list[int] = []
    paths: list[str] = []
    for leaf in leaves:
        path, with_classes, after = places_of(outline, leaf, around, leaves.start)
        paths.append(path)
        if follows_text(after) and (after in dressing or _leads_away(outline, leaf)):
            break
        if not {path, with_classes, after}.isdisjoint(dressing) or _inside(path, dressing):
            continue
        kept.append(leaf)
    return kept or [leaf for leaf, path in zip(leaves, paths, strict=False) if path == paths[0]]


def _has_link(outline: Outline, leaves: range) -> bool:
    return any(outline.tags[outline.owners[leaf]] == "a" for leaf in leaves[1:])


def follows_text(after: str) -> bool:
    return after.endswith(_AFTER_TEXT)


def _leads_away(outline: Outline, leaf: int) -> bool:
    """A link behind a value that ends in an arrow: "more like this >"."""
    link = outline.tags[outline.owners[leaf]] == "a"
    return link and outline.texts[leaf][-1:] in _ARROWS


def _inside(path: str, dressing: Sequence[str]) -> bool:
    return any(path.startswith(f"{place}>") for place in dressing)


def learn_dressing(
    values: Iterable[Sequence[str]], beside: Iterable[Sequence[str]]
) -> tuple[set[str], set[str]]:
    """(dressing, places where values stood), from the places of leaves of both sorts."""
    values = list(values)
    covered = {place for places in values for place in places}
    within = tuple(f"{path}>" for path, *_ in values)
    dressing: set[str] = set()
    for places in beside:
        # Text inside the value's own element is seldom dressing wherever it stands.
        narrow_first = places[0].startswith(within) and follows_text(places[2])
        ordered = places[::-1] if narrow_first else places
        dressing.update([place for place in ordered if place not in covered][:1])
    return dressing, covered
