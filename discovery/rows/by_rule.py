"""Pairs that the site's rule read: its shapes know best where a value ends."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from discovery.evidence.interest import shown_key
from discovery.rows.row import BY_RULE, Row
from rules.names import name_key
from rules.shown_names import split_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discovery.rows.places import Places
    from pages.dom.leaf import Leaf
    from rules.record import Extraction, Pair

_MOST_BETWEEN = 4  # texts that are no part of a value: icons, remarks
_MOST_PLACES = 50  # of one name


def rule_rows(places: Places, extraction: Extraction) -> list[Row]:
    """A row for each pair whose name the page shows as one text, known ones too."""
    pairs = [pair for record in extraction.records for pair in record.pairs if pair.name]
    shown = _places_of(places, {name_key(pair.name) for pair in pairs})
    rows: list[Row] = []
    for pair in pairs:
        at = shown[name_key(pair.name)]
        if not at:
            continue
        found = [(leaf, _value_leaves(places, leaf.order, pair)) for leaf in at]
        leaf, leaves = min(found, key=_distance)
        at.remove(leaf)
        rows.append(Row(leaf, pair.name, pair.value, BY_RULE, leaf.element, leaves))
    return rows


def _distance(found: tuple[Leaf, range]) -> tuple[bool, int]:
    """How far the value is from the name; a name beside which it does not stand comes last."""
    leaf, leaves = found
    return not leaves, leaves.start - leaf.order


def _places_of(places: Places, wanted: set[str]) -> defaultdict[str, list[Leaf]]:
    found: defaultdict[str, list[Leaf]] = defaultdict(list)
    for leaf in places.leaves:
        key = shown_key(leaf.text)
        if key in wanted and len(found[key]) < _MOST_PLACES:
            found[key].append(leaf)
    return found


def _value_leaves(places: Places, name: int, pair: Pair) -> range:
    """The texts behind the name that make up the value; none where they do not."""
    rest = name_key(pair.value)
    behind = name_key(split_name(places.leaves[name].text)[1])
    if behind and rest.startswith(behind):
        rest = rest[len(behind) :]
    marked: list[int] = []
    for at in range(name + 1, len(places.leaves)):
        key = name_key(places.leaves[at].text)
        if key and rest.startswith(key):
            rest = rest[len(key) :]
            marked.append(at)
        if not rest or at - _last(marked, name) > _MOST_BETWEEN:
            break
    return range(marked[0], marked[-1] + 1) if marked else range(0)


def _last(marked: Sequence[int], name: int) -> int:
    return marked[-1] if marked else name
