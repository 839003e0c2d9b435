"""Many choices from one hash: the same words always give the same row of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from samples.chance import number

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

# Knuth's MMIX generator: one multiplication per choice, where a hash would cost ten times that.
_FACTOR = 6364136223846793005
_STEP = 1442695040888963407
_MASK = (1 << 64) - 1


class Dice:
    """A page makes about a hundred choices: what it says, what it links to."""

    __slots__ = ("_state",)

    def __init__(self, *words: str) -> None:
        self._state = number(*words)

    def below(self, limit: int) -> int:
        """Throw a number from 0 to below `limit`."""
        self._state = (self._state * _FACTOR + _STEP) & _MASK
        return (self._state >> 33) % limit

    def choose(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def one_in(self, count: int) -> bool:
        return self.below(count) == 0
