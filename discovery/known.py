"""Where on a page do the names stand that its rule knows, and what do they look like?"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from discovery.evidence.background import background_of
from discovery.evidence.font import font_of
from discovery.evidence.format import format_of
from discovery.evidence.interest import shown_key
from discovery.evidence.parent import parents_of
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discovery.evidence.format import Format
    from discovery.evidence.parent import Parents
    from pages.dom.leaf import Leaf
    from pages.dom.tree import Tree
    from pages.styles.looks import Looks
    from rules.record import Extraction, Pair

# A value begins within so many texts, its name's counted: remarks may stand between.
_TEXTS = 9
# So much of a value is enough to tell it from others.
_BEGINNING = 20
_LONGEST_TEXT = 400
# A name that stands more often than this is looked for no further.
_MOST_PLACES = 60


@dataclass(frozen=True)
class KnownNames:
    """The texts that show known names, each with the name as the rule read it."""

    shown: tuple[tuple[Leaf, str], ...]
    looks: Looks

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(leaf for leaf, _ in self.shown)

    @cached_property
    def fonts(self) -> frozenset[str]:
        return frozenset(font_of(leaf, self.looks) for leaf in self.leaves)

    @cached_property
    def backgrounds(self) -> frozenset[str]:
        return frozenset(background_of(leaf, self.looks) for leaf in self.leaves)

    @cached_property
    def parents(self) -> Parents:
        return parents_of(self.leaves)

    @cached_property
    def formats(self) -> tuple[Format, ...]:
        return tuple(format_of(leaf, name) for leaf, name in self.shown)


class _Place(NamedTuple):
    """A text that shows a wanted name, and the letters of the texts behind the name."""

    leaf: Leaf
    behind: str


def known_names(tree: Tree, looks: Looks, extraction: Extraction) -> KnownNames:
    """Find the names that a rule read and knows; one the page does not show has no place."""
    known = [
        pair
        for record in extraction.records
        for pair in record.pairs
        if pair.attribute is not None and name_key(pair.name)
    ]
    places = _places(tree, {name_key(pair.name) for pair in known})
    shown: dict[Leaf, str] = {}
    for pair in known:
        leaf = _place_of(pair, places.get(name_key(pair.name), ()))
        if leaf is not None:
            shown.setdefault(leaf, pair.name)
    return KnownNames(tuple(sorted(shown.items(), key=lambda place: place[0].order)), looks)


def _places(tree: Tree, wanted: set[str]) -> dict[str, list[_Place]]:
    found: dict[str, list[_Place]] = defaultdict(list)
    for at, leaf in enumerate(tree.in_order):
        key = shown_key(leaf.text)
        if key in wanted and len(found[key]) < _MOST_PLACES:
            found[key].append(_Place(leaf, _letters(tree.in_order[at : at + _TEXTS])[len(key) :]))
    return found


def _letters(leaves: Sequence[Leaf]) -> str:
    return "".join(name_key(leaf.text[:_LONGEST_TEXT]) for leaf in leaves)


def _place_of(pair: Pair, places: Sequence[_Place]) -> Leaf | None:
    """The one place of a name; of several the one with the pair's value closest behind it."""
    if len(places) == 1:
        return places[0].leaf
    value = name_key(pair.value)[:_BEGINNING]
    followed = [place for place in places if value in place.behind]
    nearest = min(followed, key=lambda place: place.behind.index(value), default=None)
    return nearest and nearest.leaf
