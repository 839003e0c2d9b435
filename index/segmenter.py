"""Splits runs of Han characters into words: jieba, with the words of the topic added.

`Segmenter` cuts; `words_of(topic)` gives what it adds to the dictionary: values and names of
attributes, makers, and words that are written in two parts.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from index.text import Gap, Kind, normal, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.product_names import Memory, ProductNames
    from core.topic import Topic


# jieba with the topic's words added to its dictionary; it logs nothing and writes no cache file.


with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # invalid escapes in its regular expressions
    # jieba works without pkg_resources, and would import it for a tenth of a second.
    sys.modules.setdefault("pkg_resources", None)  # type: ignore[arg-type]  # None: missing
    import jieba

    if sys.modules["pkg_resources"] is None:
        del sys.modules["pkg_resources"]


# Short runs repeat (英寸, 万像素) where the values around them do not.
_LONGEST_CACHED_RUN = 12
_CACHED_RUNS = 1 << 13

Frequencies: TypeAlias = dict[str, int]


class Segmenter:
    """Splits runs of simplified Han characters into words. Safe to use from several threads.

    jieba would parse its whole dictionary at the start, which takes most of a second, and cache it
    in the folder for temporary files, where it trusts any file of the right name. Here the words
    that begin with a character are parsed when that character is first met.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._jieba = jieba.Tokenizer()
        self._jieba.FREQ, self._jieba.total = {}, _dictionary().total
        self._jieba.initialized = True
        self._loaded: set[str] = set()
        for word in sorted(words):
            self._add(_dictionary().words_in(word))
            self._jieba.add_word(word)
        self._cached_spans = lru_cache(_CACHED_RUNS)(self._word_spans)

    def word_spans(self, run: str) -> tuple[tuple[int, int], ...]:
        """Start and end of every dictionary word in the run, and of every single character.

        This is more than jieba's search mode finds: words of every possible split are included, so
        a word that somebody types is always among them. Unknown words are not guessed.
        """
        if len(run) <= _LONGEST_CACHED_RUN:
            return self._cached_spans(run)
        return self._word_spans(run)

    def _word_spans(self, run: str) -> tuple[tuple[int, int], ...]:
        self._load(run)
        graph: dict[int, list[int]] = self._jieba.get_DAG(run)
        spans = [(start, last + 1) for start, lasts in graph.items() for last in lasts]
        spans += [(at, at + 1) for at, lasts in graph.items() if lasts[0] != at]
        return tuple(spans)

    def cut(self, run: str) -> list[str]:
        """The most likely split into dictionary words and single characters."""
        if len(run) == 1:
            return [run]
        self._load(run)
        words: list[str] = self._jieba.lcut(run, HMM=False)
        return words

    def _load(self, run: str) -> None:
        for character in set(run) - self._loaded:
            self._add(_dictionary().words_starting_with(character))
            self._loaded.add(character)

    def _add(self, words: Frequencies) -> None:
        """Add words in a single update, so that other threads see all or none; keep the topic's."""
        known = self._jieba.FREQ
        known.update({word: words[word] for word in words if word not in known})


class _Dictionary:
    """jieba's dictionary file, a line per word: the word, how often it occurs, its part of speech.

    `total` is the sum of all frequencies.
    """

    _LINES_OF_A_CHARACTER = re.compile(r"^(.).*\n(?:\1.*\n)*", re.MULTILINE)
    _FREQUENCY = re.compile(r" (\d+) ")

    def __init__(self, text: str) -> None:
        counts = Counter(self._FREQUENCY.findall(text))
        self.total = sum(int(number) * times for number, times in counts.items())
        self._lines: dict[str, str] = {}
        for lines in self._LINES_OF_A_CHARACTER.finditer(text):
            self._lines[lines[1]] = self._lines.get(lines[1], "\n") + lines[0]

    def words_starting_with(self, character: str) -> Frequencies:
        """Word → frequency; prefixes of words that are no words themselves have 0."""
        known: Frequencies = {}
        for line in self._lines.get(character, "").split("\n")[1:-1]:
            word, frequency, _ = line.split(" ", 2)
            known[word] = int(frequency)
            for end in range(1, len(word)):
                known.setdefault(word[:end], 0)
        return known

    def words_in(self, run: str) -> Frequencies:
        """The same for the words that stand somewhere in the run: faster for a few short runs."""
        known: Frequencies = {}
        for start, character in enumerate(run):
            lines = self._lines.get(character, "")
            for end in range(start + 1, len(run) + 1):
                word = run[start:end]
                if f"\n{word}" not in lines:
                    break
                _, is_word, rest = lines.partition(f"\n{word} ")
                known[word] = int(rest[: rest.index(" ")]) if is_word else 0
        return known


@cache
def _dictionary() -> _Dictionary:
    return _Dictionary(Path(jieba.__file__).with_name("dict.txt").read_text("utf-8"))


# The words of a topic: values and names of attributes.


class TopicWords(NamedTuple):
    """All as `normal` writes them.

    `han` are the Chinese words; among them `makers`, the brands and chips with numbered models, and
    `names` of attributes. `compounds` are two-part Latin names, joined ("blackshark"). `sizes` are
    numbers that mean storage behind a name: "iphone 64" does, "iphone 16" is a model.
    """

    han: frozenset[str]
    makers: frozenset[str]
    names: frozenset[str]
    compounds: frozenset[str]
    sizes: frozenset[str]


def words_of(topic: Topic) -> TopicWords:
    makers = frozenset(map(normal, _makers(topic.product_names)))
    values = frozenset(map(normal, _values(topic)))
    names = frozenset(map(normal, _names(topic)))
    of_makers = frozenset(_han_runs(makers))
    of_names = frozenset(_han_runs(names))
    return TopicWords(
        frozenset(_simple(of_makers | of_names | frozenset(_han_runs(values)))),
        of_makers,
        of_names - of_makers,
        frozenset(_compounds(makers | values | names)),
        frozenset(_sizes(topic.product_names.memory)),
    )


def _makers(names: ProductNames) -> Iterator[str]:
    for brand in names.brands.values():
        yield from (*brand.names, *brand.lines, *brand.series)
    for part in names.differences:
        for many in (*part.makers.values(), *part.lines.values()):
            yield from many


def _values(topic: Topic) -> Iterator[str]:
    names = topic.product_names
    yield from (*names.carriers.names, *names.variant_words, *names.colours)
    for attribute in topic.attributes:
        for same in attribute.words:
            yield from same


def _names(topic: Topic) -> Iterator[str]:
    for attribute in topic.attributes:
        yield from attribute.all_names


def _sizes(memory: Memory | None) -> Iterator[str]:
    """Of storage, but not of memory, where a model may have the number."""
    if memory:
        yield from map(str, set(memory.second) - set(memory.first))


def _han_runs(written: Iterable[str]) -> Iterator[str]:
    for text in written:
        for piece in pieces_of(text):
            if piece.kind is Kind.HAN and len(piece.text) > 1:
                yield piece.text


def _simple(words: frozenset[str]) -> Iterator[str]:
    """Drop words that consist of two others: 高通骁龙 is found as 高通 and 骁龙."""
    for word in words:
        cuts = range(2, len(word) - 1)
        if not any(word[:cut] in words and word[cut:] in words for cut in cuts):
            yield word


def _compounds(written: Iterable[str]) -> Iterator[str]:
    for text in written:
        pieces = list(pieces_of(text))
        has_two_parts = len(pieces) == 2 and pieces[1].gap is not Gap.BREAK
        if has_two_parts and all(piece.kind is Kind.LETTERS for piece in pieces):
            yield pieces[0].text + pieces[1].text
