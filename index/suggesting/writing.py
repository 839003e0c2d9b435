"""Makes the file of suggestions of an index."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from index.analysis.analyzer import analyzer_for
from index.suggesting.keys import WIDTH, prefix_keys
from index.suggesting.known_words import known_words
from index.suggesting.offered import offered_texts
from index.suggesting.packed import write_arrays
from index.suggesting.sounds import pinyin_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from index.suggesting.keys import Cut
    from rules.topic import Topic

FILE = "suggestions.bin"
BLOCK = 256
_MOST_PER_KEY = 64
_PORTION = 20_000
_PAIR = np.dtype([("key", f"S{WIDTH}"), ("rank", ">u4")])  # bytes in the order they sort by

_Array: TypeAlias = "np.ndarray[Any, Any]"
_Texts: TypeAlias = "Mapping[str, tuple[str, ...]]"


def write_suggestions(folder: Path, titles: Iterable[tuple[str, float]], topic: Topic) -> None:
    """Completions and corrections for titles with their prominence, and for the topic's words."""
    analyzer = analyzer_for(topic)
    cut = lru_cache(1 << 14)(analyzer.query_tokens)
    texts = offered_texts(titles, topic)
    keys, starts, ranks = _index(texts, cut)
    words = known_words(texts, topic, analyzer)
    text, text_starts = _strings(texts)
    folder.mkdir(parents=True, exist_ok=True)
    write_arrays(
        folder / FILE,
        {
            "keys": keys,
            "starts": starts,
            "ranks": ranks,
            "best_of_block": np.minimum.reduceat(ranks, np.arange(0, len(ranks), BLOCK)),
            "text": text,
            "text_starts": text_starts,
            "words": _lines(words),
            "sounds": _lines(map(pinyin_of, words)),
        },
    )


def _index(texts: _Texts, cut: Cut) -> tuple[_Array, _Array, _Array]:
    """Keys in order; where the ranks of each begin; ranks, a text's rank being its place."""
    pairs = np.frombuffer(_pairs(texts, cut), _PAIR)
    pairs.view(f"S{_PAIR.itemsize}").sort()  # in its place: there are millions
    keys, ranks = pairs["key"], pairs["rank"]
    is_first = np.concatenate(([True], keys[1:] != keys[:-1]))
    first = np.flatnonzero(is_first)
    place = np.arange(len(keys)) - first[np.cumsum(is_first) - 1]
    kept = place < _MOST_PER_KEY
    starts = np.concatenate(([0], np.cumsum(np.add.reduceat(kept, first, dtype=np.int64))))
    return keys[first], starts, ranks[kept]


def _pairs(texts: _Texts, cut: Cut) -> bytearray:
    """Each key with the rank of its text; in portions, because Python's own objects are large."""
    pairs = bytearray()
    named = iter(texts.items())
    for start in range(0, len(texts), _PORTION):
        found = [
            set().union(*(prefix_keys(name, cut) for name in (text, *also)))
            for text, also in islice(named, _PORTION)
        ]
        portion = np.empty(sum(map(len, found)), _PAIR)
        portion["key"] = list(chain.from_iterable(found))
        ranks = np.arange(start, start + len(found))
        portion["rank"] = np.repeat(ranks, list(map(len, found)))
        pairs += portion.tobytes()
    return pairs


def _lines(texts: Iterable[str]) -> _Array:
    return np.frombuffer("\n".join(texts).encode(), np.uint8)


def _strings(texts: Collection[str]) -> tuple[_Array, _Array]:
    starts = np.cumsum([0, *(len(text.encode()) for text in texts)])
    return np.frombuffer("".join(texts).encode(), np.uint8), starts
