"""Finds what begins as typed, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from index.suggesting.keys import WIDTH, compared_text, prefix_key
from index.suggesting.writing import BLOCK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.suggesting.packed import Arrays

_LONGEST_TYPED = 100
_AFTER_ALL = b"\xff"  # no text in UTF-8 has it


def complete(arrays: Arrays, typed: str, limit: int) -> list[str]:
    """The longest end of what is typed that begins a text, and what stands before it."""
    typed = typed[:_LONGEST_TYPED]
    for start in _word_starts(typed):
        found = _beginning_with(arrays, typed[start:], limit)
        if found:
            return [typed[:start] + text for text in found]
    return []


def _word_starts(typed: str) -> Iterator[int]:
    for at, sign in enumerate(typed):
        if not sign.isspace() and (at == 0 or typed[at - 1].isspace()):
            yield at


def _beginning_with(arrays: Arrays, typed: str, limit: int) -> list[str]:
    wanted = compared_text(typed)
    start = prefix_key(wanted)
    if not start:
        return []
    # Of the same kind as the keys, or else all of them would be converted.
    first, last = np.array([start, start.ljust(WIDTH, _AFTER_ALL)], arrays["keys"].dtype)
    low = np.searchsorted(arrays["keys"], first)
    high = np.searchsorted(arrays["keys"], last, side="right")
    begin, end = arrays["starts"][[low, high]]
    texts = (text_at(arrays, rank) for rank in _best(arrays, int(begin), int(end), limit + 1))
    is_cut = len(start) == WIDTH
    return [
        text
        for text in texts
        if (compared := compared_text(text)) != wanted and (not is_cut or wanted in compared)
    ][:limit]


def _best(arrays: Arrays, begin: int, end: int, limit: int) -> list[int]:
    """The smallest ranks between two places, without looking at all of them."""
    ranks = arrays["ranks"]
    first, last = -(-begin // BLOCK), end // BLOCK
    if last - first <= limit * 4:
        return _smallest(ranks[begin:end], limit)
    # A title has several keys, so some of the best blocks hold the same.
    blocks = first + np.argpartition(arrays["best_of_block"][first:last], limit * 4)[: limit * 4]
    inside = ranks[(blocks[:, None] * BLOCK + np.arange(BLOCK)).ravel()]
    edges = (ranks[begin : first * BLOCK], ranks[last * BLOCK : end])
    return _smallest(np.concatenate((inside, *edges)), limit)


def _smallest(ranks: np.ndarray[Any, Any], limit: int) -> list[int]:
    smallest: list[int] = np.unique(ranks)[:limit].tolist()
    return smallest


def text_at(arrays: Arrays, rank: int) -> str:
    start, end = arrays["text_starts"][rank : rank + 2]
    return arrays["text"][start:end].tobytes().decode()
