"""Variety without chance: the same words always give the same number, on every machine."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


def number(*words: str) -> int:
    """Name a number below 2**48 that only depends on the words."""
    return int.from_bytes(blake2b("\0".join(words).encode(), digest_size=6).digest(), "big")


def choose(options: Sequence[T], *words: str) -> T:
    return options[number(*words) % len(options)]
