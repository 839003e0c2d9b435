"""Memory and storage in one breath: 12GB+256GB, 8+128, 16G/1T."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.query.query import Range
from index.query.unit_meanings import MEMORY_SIZES

if TYPE_CHECKING:
    from index.query.draft import Draft
    from index.query.vocabulary import Vocabulary

_PAIR = re.compile(
    r"(?<![\w.+/-])(?P<memory>\d{1,2})\s?(?:gb?)?\s?[+/]\s?(?P<storage>\d{1,4})\s?(?P<unit>[gt]b?)?"
    r"(?![\w.+/-])"
)
_STORAGE_SIZES = frozenset(2**n for n in range(2, 12))
_LEAST_RATIO = 4
_LEAST_BARE_STORAGE = 32  # 1/4 and 4/16 may be anything


def take_pairs(draft: Draft, words: Vocabulary) -> None:
    """Both filters are said by one piece: they come and go together."""
    memory, storage = words.attribute("RAM"), words.attribute("ROM")
    if not (memory and storage):
        return
    for found in _PAIR.finditer(draft.text):
        small, large = int(found["memory"]), int(found["storage"])
        if (found["unit"] or "").startswith("t"):
            large *= 1024
        least = 1 if "g" in found[0] or found["unit"] else _LEAST_BARE_STORAGE
        if large < least or not _are_sizes(small, large):
            continue
        start, end = found.span()
        said = draft.raw[start:end]
        draft.add(
            *(
                Range(attribute=a.name, said=said, start=start, end=end, low=size, high=size)
                for a, size in ((memory, float(small)), (storage, float(large)))
            )
        )


def _are_sizes(memory: int, storage: int) -> bool:
    known = memory in MEMORY_SIZES and storage in _STORAGE_SIZES
    return known and memory * _LEAST_RATIO <= storage
