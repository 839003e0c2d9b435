"""Which rows have the words and phrases, and how well do they fit the words?"""

from __future__ import annotations

from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from index.engines.whoosh_engine.fields import said_token
from index.engines.whoosh_engine.postings import POSITION_BITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from index.engines.columns.column import Mask, Numbers, Rows
    from index.engines.columns.table import Table
    from index.engines.request import SearchRequest, TextMatch
    from index.engines.whoosh_engine.postings import PostingsReader

WEIGHTS = {"name": 4.0, "body": 1.0}
# The customary constants of BM25: how soon more of a word adds little, how much length counts.
SATURATION = 1.2
LENGTH_COUNTS = 0.75


class WordFinder:
    def __init__(self, postings: PostingsReader, table: Table) -> None:
        self._postings = postings
        self._rows = table.rows
        self._damping = {field: _length_damping(table, field) for field in WEIGHTS}

    def matching(self, request: SearchRequest) -> Mask:
        """All words, all phrases, none of what is not wanted."""
        words = map(self._having_word, dict.fromkeys(request.words))
        phrases = map(self._having_phrase, filter(None, request.phrases))
        without = (~self._having_phrase(phrase) for phrase in filter(None, request.without))
        return self._all_of(chain(words, phrases, without))

    def saying(self, condition: TextMatch) -> Mask:
        tokens = (said_token(condition.attribute, token) for token in condition.tokens)
        return self._all_of(self._having("said", token) for token in dict.fromkeys(tokens))

    def scores(self, words: Iterable[str], rows: Rows) -> Numbers:
        """BM25 in name and body, added up: what is in the name weighs more."""
        scores = np.zeros(len(rows))
        for word in dict.fromkeys(words):
            fit = np.zeros(self._rows)
            for field, weight in WEIGHTS.items():
                found, times, _ = self._postings.read(field, word)
                damped = times + self._damping[field][found]
                fit[found] += weight * times * (SATURATION + 1) / damped
            scores += self._rarity(int(np.count_nonzero(fit))) * fit[rows]
        return scores

    def _rarity(self, having: int) -> float:
        return float(np.log1p((self._rows - having + 0.5) / (having + 0.5)))

    def _having(self, field: str, token: str) -> Mask:
        return self._mask(self._postings.read(field, token).rows)

    def _having_word(self, word: str) -> Mask:
        return self._having("name", word) | self._having("body", word)

    def _having_phrase(self, phrase: tuple[str, ...]) -> Mask:
        starts = (
            self._postings.read("exact", token).places - place for place, token in enumerate(phrase)
        )
        common = reduce(_in_both, starts)
        return self._mask(common >> POSITION_BITS)

    def _mask(self, rows: NDArray[np.integer]) -> Mask:
        mask = np.zeros(self._rows, dtype=np.bool_)
        mask[rows] = True
        return mask

    def _all_of(self, masks: Iterable[Mask]) -> Mask:
        """Masks are made one by one, until nothing is left."""
        everything = np.ones(self._rows, dtype=np.bool_)
        for mask in masks:
            everything &= mask
            if not everything.any():
                break
        return everything


def _length_damping(table: Table, field: str) -> NDArray[np.float32]:
    """By row, what the times a word is there are weighed against."""
    lengths = table.column("lengths", field).dense(table.rows, 0.0)
    average = max(float(lengths.mean()), 1.0) if table.rows else 1.0
    damping = SATURATION * (1 - LENGTH_COUNTS + LENGTH_COUNTS * lengths / average)
    return damping.astype(np.float32)


def _in_both(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of two ascending arrays; the shorter one is looked up in the longer."""
    few, many = sorted((first, second), key=len)
    if not len(few):
        return few
    where = np.searchsorted(many, few)
    there: Mask = many[np.minimum(where, len(many) - 1)] == few
    return few[there]
