"""From evidences to a certainty: is this text the name of an attribute?

Certainty factors as published: -1 where an evidence speaks against it, 0 where it tells nothing,
1 where it speaks for it. A text is taken for a name where the weighted mean is above 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discovery.evidence import (
    background_of,
    font_of,
    format_likelihood,
    interest_likelihood,
    look_likelihood,
    parent_likelihood,
)

if TYPE_CHECKING:
    from discovery.evidence import KnownNames
    from pages.dom import Leaf
    from pages.looks import Looks
    from rules.topic import Topic

# P(H): a text is as likely a name as not before anything is known of it.
PRIOR = 0.5


class Factors(NamedTuple):
    """The published certainty factors, each from -1 (speaks against) to 1 (speaks for)."""

    font: float
    background: float
    parent: float
    format: float
    interest: float


# Only the ratio of weights matters; the published ones are a fifth each.
EQUAL = Factors(1, 1, 1, 1, 1)


def factors(leaf: Leaf, known: KnownNames, looks: Looks, topic: Topic | None) -> Factors:
    """What each evidence says of a text, given the known names of its page."""
    background = background_of(leaf, looks)
    return Factors(
        font=certainty(look_likelihood(font_of(leaf, looks), known.fonts)),
        background=certainty(look_likelihood(background, known.backgrounds)),
        parent=certainty(parent_likelihood(leaf, known.parents)),
        format=certainty(format_likelihood(leaf, known.formats)),
        interest=certainty(interest_likelihood(leaf.text, topic)),
    )


def certainty(likelihood: float) -> float:
    """CF(H,E) of P(H|E).

    >>> certainty(0), certainty(0.5), certainty(1)
    (-1.0, 0.0, 1.0)
    """
    return (likelihood - PRIOR) / (1 - PRIOR)


def credibility(certainties: Factors, weights: Factors = EQUAL) -> float:
    """CF(H): the weighted mean of the factors, from -1 to 1."""
    weighed = sum(weight * factor for weight, factor in zip(weights, certainties, strict=True))
    return weighed / sum(weights)
