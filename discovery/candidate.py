"""What may be an attribute that no rule knows, and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Factors(NamedTuple):
    """The published certainty factors, each from -1 (speaks against) to 1 (speaks for)."""

    font: float
    background: float
    parent: float
    format: float
    interest: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text that may be a name, with the value that seems to be its own ("" for none).

    `by` tells how the value was found; `signals` is what speaks for it beyond the published
    factors, each from -1 to 1; `order` is the name's place among the page's leaf texts.
    """

    name: str
    value: str
    by: str
    factors: Factors
    order: int
    signals: Mapping[str, float] = field(default_factory=dict)


class Score(NamedTuple):
    """How likely it is an attribute, from 0 to 1; above a half it is proposed.

    `contributions` tells what each factor and signal added (or took).
    """

    probability: float
    contributions: Mapping[str, float]
