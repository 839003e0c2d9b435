"""What values are made of: words, pairs of characters, numbers by size and unit."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from index.text import Gap, Kind, normal, pieces_of
from index.values.text import plain, says_nothing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MOST_DIFFERENT = 200  # different ones of an attribute; more would tell nothing new
_LONGEST = 200  # characters of a value


def value_parts(values: Mapping[str, int]) -> dict[str, float]:
    """Part → the share of the values that have it; values that say there is none do not count."""
    telling = [(raw, count) for raw, count in values.items() if not says_nothing(plain(raw))]
    telling.sort(key=lambda one: (-one[1], one[0]))
    parts: Counter[str] = Counter()
    total = 0
    for raw, count in telling[:_MOST_DIFFERENT]:
        total += count
        for part in set(_parts(raw[:_LONGEST])):
            parts[part] += count
    return {part: count / total for part, count in parts.items()}


def _parts(raw: str) -> Iterable[str]:
    """Latin words, pairs of Han characters, and numbers by how many digits and which unit."""
    pieces = pieces_of(normal(raw))
    for place, piece in enumerate(pieces):
        behind = pieces[place + 1] if place + 1 < len(pieces) else None
        if piece.kind is Kind.DIGITS:
            whole = len(piece.text.partition(".")[0])
            unit = behind.text[:3] if behind and behind.gap is not Gap.BREAK else ""
            yield f"{'9' * min(whole, 9)}{unit}"
            yield f"9{unit}" if unit and not unit[0].isdigit() else "9"
        elif piece.kind is Kind.HAN and len(piece.text) > 1:
            yield from (piece.text[at : at + 2] for at in range(len(piece.text) - 1))
        else:
            yield piece.text
