"""Between marked pairs and the examples that training takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.examples import Example
from rules.relation import relations
from search_ui.labelling.marking import LONGEST_NAME, LONGEST_VALUE, MarkedPair, in_page_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rules.learn import Sample
    from rules.located import LocatedText


def examples_of(pairs: Iterable[MarkedPair]) -> tuple[Example, ...]:
    """What is taught: pairs that were given an attribute. The others are read all the same."""
    return tuple(
        Example(attribute=pair.attribute, name=pair.name, value=pair.value)
        for pair in pairs
        if pair.attribute and pair.value.strip()
    )


def pairs_of(sample: Sample) -> tuple[MarkedPair, ...]:
    """The labels of a sample, with the places where they stand on its page."""
    return in_page_order(placed(example, sample.located) for example in sample.examples)


def placed(example: Example, located: LocatedText) -> MarkedPair:
    """An example as a pair, with the texts of the page it stands in where it is found there."""
    attribute, name, value = example.texts
    pair = MarkedPair(
        attribute=attribute[:LONGEST_NAME], name=name[:LONGEST_NAME], value=value[:LONGEST_VALUE]
    )
    if name:
        near = min(relations(example, located), key=lambda found: found.gap, default=None)
        if near is None:
            return pair
        return _at(pair, near.name.first_leaf, range(near.value.first_leaf, near.value.end_leaf))
    places = located.places(value)
    whole = [place for place in places if place.opens and place.closes]
    found = next(iter(whole or places), None)
    return _at(pair, None, range(found.first_leaf, found.end_leaf)) if found else pair


def _at(pair: MarkedPair, name_leaf: int | None, leaves: Sequence[int]) -> MarkedPair:
    return pair.model_copy(update={"name_leaf": name_leaf, "value_leaves": tuple(leaves)[:500]})
