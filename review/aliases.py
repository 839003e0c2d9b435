"""Is a new name just another name of a known attribute?"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from review.likeness.evidence import Evidence

# Learned from the phones' names: each hidden in turn, with values that real pages show.
_NOTHING = -5.5
_WORDS = 3.5
_LETTERS = 2.0
_SAME_NAME = 2.5
_LEAD = 3.0
_VALUES = 3.0
_UNDERSTOOD = 1.5
_MISUNDERSTOOD = -4.0
_UNUSUAL = -3.0
_BIT = 0.4


class Likely(NamedTuple):
    """An attribute, how likely the name is another name of it, and what that rests on."""

    attribute: str
    probability: float
    evidence: Evidence


def likely_aliases(found: Iterable[Evidence]) -> list[Likely]:
    """The likeliest first."""
    likely = [Likely(one.attribute, alias_probability(one), one) for one in found]
    return sorted(likely, key=lambda one: (-one.probability, one.attribute))


def alias_probability(one: Evidence) -> float:
    """An attribute that the page shows too, with another value, is another one for certain."""
    if one.beside:
        return 0.0
    total = _NOTHING + _WORDS * one.name.words + _LETTERS * one.name.letters + _LEAD * one.lead
    total += _SAME_NAME * one.name.same + _BIT * one.elsewhere.bits
    if one.values:
        total += _VALUES * one.values.share
    if one.understood is not None:
        total += _MISUNDERSTOOD + (_UNDERSTOOD - _MISUNDERSTOOD) * one.understood
    if one.usual is not None:
        total += _UNUSUAL * (1 - one.usual)
    return 1 / (1 + exp(-total))
