"""jieba with a topic's words as its dictionary: private, silent, without a file of its own."""

from __future__ import annotations

import warnings
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own regular expressions and pkg_resources
    import jieba

if TYPE_CHECKING:
    from collections.abc import Iterable

# Short runs repeat (英寸, 万像素) where the values around them do not.
_LONGEST_RUN_REMEMBERED = 12
_RUNS_REMEMBERED = 1 << 13

Frequencies: TypeAlias = dict[str, int]


class Segmenter:
    """Runs of simplified Han characters in, words out. Safe to use from several threads.

    jieba would keep its dictionary in a file in the folder for temporary files, and trust
    what lies there, whoever wrote it; so its dictionary is read here, and its own start left out.
    Nothing changes a segmenter once it is made.
    """

    def __init__(self, words: Iterable[str]) -> None:
        known, total = _dictionary()
        self._jieba = jieba.Tokenizer()
        self._jieba.FREQ, self._jieba.total = known.copy(), total
        self._jieba.initialized = True
        for word in sorted(words):
            self._jieba.add_word(word)
        self._remembered = lru_cache(_RUNS_REMEMBERED)(self._within)

    def words_within(self, run: str) -> tuple[tuple[int, int], ...]:
        """Where any word of the dictionary stands, and each character by itself.

        All that jieba's search mode finds (but its guesses at unknown words), and those it
        would find had the text been cut otherwise: a word that is typed is always among them.
        """
        return self._remembered(run) if len(run) <= _LONGEST_RUN_REMEMBERED else self._within(run)

    def _within(self, run: str) -> tuple[tuple[int, int], ...]:
        graph: dict[int, list[int]] = self._jieba.get_DAG(run)
        spans = [(start, last + 1) for start, lasts in graph.items() for last in lasts]
        spans += [(at, at + 1) for at, lasts in graph.items() if lasts[0] != at]
        return tuple(spans)

    def cut(self, run: str) -> list[str]:
        """The most likely words, each of the dictionary or a single character."""
        if len(run) == 1:
            return [run]
        words: list[str] = self._jieba.lcut(run, HMM=False)
        return words


@cache
def _dictionary() -> tuple[Frequencies, int]:
    """Word → how often it is met, 0 for beginnings of words; and the sum."""
    known, total = jieba.Tokenizer.gen_pfdict(Path(jieba.__file__).with_name("dict.txt").open("rb"))
    return known, total
