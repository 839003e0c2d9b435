"""Is a new name just another name of a known attribute?"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from review.likeness.evidence import AliasEvidence

# Log-odds, fitted to the phones' own names, each hidden in turn, with values that real pages show.
_NOTHING = -6.0
_WORDS = 3.0
_SAME_NAME = 1.7
_LEAD = 6.5
_VALUES = 6.0
_UNDERSTOOD = -1.0
_MISUNDERSTOOD = -3.0
_UNUSUAL = -1.0
_BIT = 0.25


class LikelyAlias(NamedTuple):
    """An attribute, how likely the name is another name of it, and what that rests on."""

    attribute: str
    probability: float
    evidence: AliasEvidence


def likely_aliases(found: Iterable[AliasEvidence]) -> list[LikelyAlias]:
    """The likeliest first."""
    likely = [LikelyAlias(one.attribute, alias_probability(one), one) for one in found]
    return sorted(likely, key=lambda one: (-one.probability, one.attribute))


def alias_probability(one: AliasEvidence) -> float:
    """An attribute that the page shows too, with another value, is another one for certain."""
    if one.beside:
        return 0.0
    total = _NOTHING + _WORDS * one.name.words + _SAME_NAME * one.name.same + _LEAD * one.lead
    if one.values:
        total += _VALUES * one.values.share
    total += _BIT * one.elsewhere.bits
    if one.understood is not None:
        total += _MISUNDERSTOOD + (_UNDERSTOOD - _MISUNDERSTOOD) * one.understood
    if one.usual is not None:
        total += _UNUSUAL * (1 - one.usual)
    return 1 / (1 + exp(-total))
