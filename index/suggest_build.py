"""Writes the suggestions of an index: an SQLite database that `suggest` reads.

`offered_texts` are the completions, best first; `known_words` need no correction.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from contextlib import closing
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from core.topic import Facet, Role
from index.analysis import analyzer_for
from index.suggest import SUGGESTIONS_FILE, pinyin_of, prefix_keys
from index.text import Kind, normal, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from core.topic import Topic
    from index.analysis import Analyzer
    from index.suggest import Cut


_BATCH = 20_000  # texts whose keys are sorted before they are inserted

# No journal and no sync: the builder of the index syncs files, and discards unfinished ones.
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
    """Write completions and corrections for titles (with prominence) and the topic's words."""
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
    """Each key with the rank of its text; in sorted batches."""
    ranked = enumerate(texts.items())
    while batch := list(islice(ranked, _BATCH)):
        yield sorted(
            (_tier(rank), key, rank)
            for rank, (text, also) in batch
            for key in set().union(*(prefix_keys(name, cut) for name in (text, *also)))
        )


def _tier(rank: int) -> int:
    """0 for the best thousand, 1 for the rest of the best ten thousand, and so on.

    Many texts begin with the same letter: the best of them are in the first tiers.
    """
    return max(0, len(str(rank)) - 3)


# Completions, best first: brands with products, product titles, then the topic's words.


_LONGEST_TITLE = 200
_LONGEST_BRAND = 24
_UNSHOWN = re.compile(r"[\x00-\x20\x7f-\xa0\u3000\ud800-\udfff]+")


def offered_texts(
    titles: Iterable[tuple[str, float]], topic: Topic
) -> Mapping[str, tuple[str, ...]]:
    """The completions, each with other names it is found by."""
    brands = dict(_brands(topic))
    ranked = _ranked(titles)
    products = _products(brands, ranked)
    in_use = [brand for brand, _ in products.most_common()]
    in_order = (*in_use, *ranked, *_words(topic), *brands)
    return {text: brands.get(text, ()) for text in in_order}


def _ranked(titles: Iterable[tuple[str, float]]) -> list[str]:
    """Each title once, most prominent first, without control characters."""
    best: dict[str, float] = {}
    for title, prominence in titles:
        shown = _UNSHOWN.sub(" ", title[:_LONGEST_TITLE]).strip()
        if shown:
            best[shown] = max(prominence, best.get(shown, prominence))
    return sorted(best, key=lambda title: (-best[title], title))


def _brands(topic: Topic) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Without names that begin with another brand: 小米红米 names 红米, and is no 小米."""
    if topic.attribute_of(Role.BRAND):
        brands = topic.product_names.brands.values()
        firsts = tuple(brand.names[0] for brand in brands)
        for brand in brands:
            first, *others = brand.names
            yield first, tuple(name for name in others if not name.startswith(firsts))


def _products(brands: Mapping[str, tuple[str, ...]], titles: list[str]) -> Counter[str]:
    """Brand → number of titles that begin with one of its names."""
    owner = {_joined(name): brand for brand, also in brands.items() for name in (brand, *also)}
    lengths = sorted({len(name) for name in owner}, reverse=True)
    beginnings = (_joined(title[:_LONGEST_BRAND]) for title in titles)
    names = (next((name[:n] for n in lengths if name[:n] in owner), "") for name in beginnings)
    return Counter(owner[name] for name in names if name)


def _joined(name: str) -> str:
    return normal(name).replace(" ", "")


def _words(topic: Topic) -> Iterator[str]:
    for attribute in topic.attributes:
        if attribute.facet is not Facet.NONE:
            yield from (same[0] for same in attribute.words)
    for attribute in topic.attributes:
        yield from dict.fromkeys((attribute.name, *attribute.label.values()))


# The known words, for corrections: those of titles and of the topic.


_MOST_KNOWN_WORDS = 50_000
_COUNT_OF_TOPIC = 1_000


def known_words(texts: Iterable[str], topic: Topic, analyzer: Analyzer) -> list[str]:
    """Most frequent first; the topic's words are known even if no title contains them."""
    words: Counter[str] = Counter()
    for run, count in Counter(_runs(texts)).items():
        for word in analyzer.query_tokens(run):
            words[word] += count
    # A part of a topic's word (虹膜 of 虹膜识别) is no mistake.
    words.update(dict.fromkeys(_parts(topic, analyzer), _COUNT_OF_TOPIC))
    return [word for word, _ in words.most_common() if len(word) > 1][:_MOST_KNOWN_WORDS]


def _runs(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for piece in pieces_of(normal(text)):
            if piece.kind is not Kind.DIGITS:
                yield piece.text


def _parts(topic: Topic, analyzer: Analyzer) -> Iterator[str]:
    for text in _topic_texts(topic):
        for run in _runs((text,)):
            yield from analyzer.index_tokens(run)


def _topic_texts(topic: Topic) -> Iterator[str]:
    names = topic.product_names
    for brand in names.brands.values():
        yield from (*brand.names, *brand.lines, *brand.series)
    yield from (*names.variant_words, *names.colours, *names.carriers.names)
    for attribute in topic.attributes:
        yield from attribute.all_names
        for same in attribute.words:
            yield from same
