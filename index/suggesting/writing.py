"""Makes the file of suggestions of an index."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np

from index.analysis.analyzer import analyzer_for
from index.suggesting.keys import WIDTH, keys_of
from index.suggesting.known_words import known_words
from index.suggesting.offered import offered
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


def write_suggestions(folder: Path, titles: Iterable[tuple[str, float]], topic: Topic) -> None:
    """Completions and corrections for titles with their prominence, and for the topic's words."""
    analyzer = analyzer_for(topic)
    cut = lru_cache(1 << 14)(analyzer.query_tokens)
    texts = offered(titles, topic)
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


def _index(
    texts: Mapping[str, tuple[str, ...]], cut: Cut
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Keys in order; where the ranks of each begin; ranks, a text's rank being its place."""
    all_keys, all_ranks = _pairs(texts, cut)
    order = np.argsort(all_keys, kind="stable")  # so ranks of one key stay in order
    all_keys, all_ranks = all_keys[order], all_ranks[order]
    is_first = np.concatenate(([True], all_keys[1:] != all_keys[:-1]))
    first = np.flatnonzero(is_first)
    place = np.arange(len(all_keys)) - first[np.cumsum(is_first) - 1]
    kept = place < _MOST_PER_KEY
    starts = np.concatenate(([0], np.cumsum(np.add.reduceat(kept, first, dtype=np.int64))))
    return all_keys[first], starts, all_ranks[kept]


def _pairs(
    texts: Mapping[str, tuple[str, ...]], cut: Cut
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """All keys, each with the rank of its text; in portions, because Python's own are large."""
    keys, ranks = [], []
    named = iter(texts.items())
    for start in range(0, len(texts), _PORTION):
        found = [
            set().union(*(keys_of(name, cut) for name in (text, *also)))
            for text, also in islice(named, _PORTION)
        ]
        keys.append(np.array(list(chain.from_iterable(found)), f"S{WIDTH}"))
        places = np.arange(start, start + len(found), dtype=np.uint32)
        ranks.append(np.repeat(places, list(map(len, found))))
    return np.concatenate(keys), np.concatenate(ranks)


def _lines(texts: Iterable[str]) -> np.ndarray[Any, Any]:
    return np.frombuffer("\n".join(texts).encode(), np.uint8)


def _strings(texts: Collection[str]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    starts = np.cumsum([0, *(len(text.encode()) for text in texts)])
    return np.frombuffer("".join(texts).encode(), np.uint8), starts
