"""From a value without a name to the spots where it stood on the sample page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rules.model import Spot
from rules.names import clean_name, name_key
from rules.spots import SpotReader, is_headline, is_labelled_by, kind_of

if TYPE_CHECKING:
    from pages.outline import Outline
    from rules.examples import Example
    from rules.located import LocatedText, Place

_MOST_SPOTS = 8
_LONGEST_DRESSING = 30
_SIGNS_REACH = 4
# Another place of the page this much like the spot is its rival.
_RIVAL = 0.85


def learn_spots(located: LocatedText, example: Example) -> list[Spot]:
    """Spots for one value: whole texts, parts behind a colon, other parts where nothing else is."""
    places = located.places(example.value)
    reader = SpotReader(located.outline)
    found = [_spot(located, reader, example, p) for p in places if p.opens and p.closes]
    found = [spot for spot in found if _reads(reader, spot, example)]
    parts = [
        spot
        for place in places
        if place.end_leaf - place.first_leaf == 1 and not (place.opens and place.closes)
        if (spot := _dressed(located, reader, example, place))
    ]
    found += [spot for spot in parts if is_labelled_by(spot.prefix) or not found]
    # The same spot twice would have two votes.
    spots = [_weighed(reader, spot, example) for spot in dict.fromkeys(found)]
    if example.name:
        # Without its name beside it nothing says that a value is this attribute's.
        spots = [spot for spot in spots if spot.label == name_key(example.name)]
    return sorted(spots, key=lambda spot: -spot.weight)[:_MOST_SPOTS]


def _reads(reader: SpotReader, spot: Spot, example: Example) -> bool:
    """Whether a spot reads its own value; letters may stand together over several values."""
    wanted = name_key(example.value)
    return any(name_key(found.value) == wanted for found in reader.candidates(spot))


def _weighed(reader: SpotReader, spot: Spot, example: Example) -> Spot:
    """A spot that means other values of the same page just as well tells little."""
    value = name_key(example.value)
    rivals = sum(
        found.score >= _RIVAL and name_key(found.value) != value
        for found in reader.candidates(spot)
    )
    return spot.model_copy(update={"weight": round(1 / (1 + rivals), 3)})


def _spot(located: LocatedText, reader: SpotReader, example: Example, place: Place) -> Spot:
    node, reads, nth = _target(located.outline, place, example.value)
    leaves = range(place.first_leaf, place.end_leaf)
    path = reader.path(node)
    return Spot(
        attribute=example.attribute,
        name=clean_name(example.name),
        path=path,
        reads=reads,
        nth=nth,
        # Before the page's headline stands the way to the page, another one on every page.
        before="" if is_headline(path) else reader.label(node, place.first_leaf - 1),
        after=reader.label(node, place.end_leaf),
        kind=kind_of(example.value if reads == "all" else located.outline.text(leaves)),
    )


def _target(
    outline: Outline, place: Place, value: str
) -> tuple[int, Literal["all", "own", "nth"], int]:
    """The innermost element that holds this place, and what of it the place is."""
    node = outline.owners[place.first_leaf]
    while outline.end_leaf[node] < place.end_leaf:
        node = outline.parents[node]
    with_signs = _with_signs(outline, node, value)
    if with_signs is not None:
        return with_signs, "all", 0
    own = [leaf for leaf in outline.leaves(node) if outline.owners[leaf] == node]
    place_leaves = list(range(place.first_leaf, place.end_leaf))
    if place_leaves == own:
        return node, "own", 0
    return (node, "nth", own.index(place_leaves[0])) if len(place_leaves) == 1 else (node, "all", 0)


def _with_signs(outline: Outline, node: int, value: str) -> int | None:
    """An element further out that shows the value's signs too, as `<i>￥</i><b>99</b>` does."""
    wanted = "".join(value.split())
    for step in outline.ancestors(node, _SIGNS_REACH):
        shown = "".join(outline.text(outline.leaves(step)).split())
        if shown == wanted:
            return step if step != node else None
        if name_key(shown) != name_key(wanted):
            return None
    return None


def _dressed(
    located: LocatedText, reader: SpotReader, example: Example, place: Place
) -> Spot | None:
    """A value that is part of a longer text: what stands before and behind it is dressing."""
    whole = located.place_of_leaves(place.first_leaf, place.end_leaf)
    text = located.outline.texts[place.first_leaf]
    start = text.find(example.value)
    if start < 0 or not name_key(example.value):
        return None
    prefix, suffix = text[:start], text[start + len(example.value) :]
    if max(len(prefix), len(suffix)) > _LONGEST_DRESSING:
        return None
    spot = _spot(located, reader, example, whole)
    kind = kind_of(example.value)
    return spot.model_copy(update={"prefix": prefix, "suffix": suffix, "kind": kind})
