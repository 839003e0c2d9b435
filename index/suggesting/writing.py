"""Writing the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from index.analysis.analyzer import analyzer_for
from index.suggesting.keys import SUGGESTIONS_FILE, prefix_keys
from index.suggesting.known_words import known_words
from index.suggesting.offered import offered_texts
from index.suggesting.sounds import pinyin_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from core.topic import Topic
    from index.suggesting.keys import Cut

_PORTION = 20_000  # texts whose keys are sorted before they go into the file

# Whoever builds an index sees to it that files reach the disk, and throws away half a file.
_TABLES = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -128000;
CREATE TABLE texts (rank INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE keys (
    tier INTEGER, key TEXT, rank INTEGER, PRIMARY KEY (tier, key, rank)
) WITHOUT ROWID;
CREATE TABLE words (place INTEGER PRIMARY KEY, word TEXT, sound TEXT);
BEGIN;
"""

_KeyRow: TypeAlias = tuple[int, str, int]


def write_suggestions(folder: Path, titles: Iterable[tuple[str, float]], topic: Topic) -> None:
    """Completions and corrections for titles with their prominence, and for the topic's words."""
    analyzer = analyzer_for(topic)
    cut = lru_cache(1 << 14)(analyzer.query_tokens)
    texts = offered_texts(titles, topic)
    words = known_words(texts, topic, analyzer)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SUGGESTIONS_FILE).unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / SUGGESTIONS_FILE, isolation_level=None)) as database:
        database.executescript(_TABLES)
        database.executemany("INSERT INTO texts VALUES (?, ?)", enumerate(texts))
        for rows in _key_rows(texts, cut):
            database.executemany("INSERT INTO keys VALUES (?, ?, ?)", rows)
        of_words = ((place, word, pinyin_of(word)) for place, word in enumerate(words))
        database.executemany("INSERT INTO words VALUES (?, ?, ?)", of_words)
        database.execute("COMMIT")


def _key_rows(texts: Mapping[str, tuple[str, ...]], cut: Cut) -> Iterator[list[_KeyRow]]:
    """Each key with the rank of its text, which is its place; in portions, sorted."""
    ranked = enumerate(texts.items())
    while portion := list(islice(ranked, _PORTION)):
        yield sorted(
            (_tier(rank), key, rank)
            for rank, (text, also) in portion
            for key in set().union(*(prefix_keys(name, cut) for name in (text, *also)))
        )


def _tier(rank: int) -> int:
    """0 for the best thousand, 1 up to ten thousand, and so on.

    Many texts begin with a single letter: the best of them are found among the best of all.
    """
    return max(0, len(str(rank)) - 3)
