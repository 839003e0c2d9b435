"""Tokens of a text that is indexed, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from index.analysis.pieces import Gap, Kind, pieces_of

if TYPE_CHECKING:
    from index.analysis.pieces import Piece
    from index.analysis.segmenting import Segmenter
    from index.analysis.topic_words import TopicWords


Placed: TypeAlias = tuple[str, int, int]  # a token, from where to where
_Ends: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(slots=True)
class _Before:
    """What the next piece can be joined with; `number` is the one before the letters."""

    kind: Kind | None = None
    ends: _Ends = ()
    number: tuple[str, int] | None = None


class IndexTokenizer:
    """Every way in which people might ask for a piece, or for neighbouring letters and digits."""

    def __init__(self, segmenter: Segmenter, words: TopicWords) -> None:
        self._segmenter = segmenter
        self._compounds = words.compounds

    def tokens(self, written: str) -> list[Placed]:
        placed: list[Placed] = []
        before = _Before()
        for piece in pieces_of(written):
            if piece.gap is Gap.BREAK:
                before = _Before()
            if piece.kind is Kind.HAN:
                found, before = self._han(piece)
            elif piece.kind is Kind.LETTERS:
                found, before = self._letters(piece, before)
            else:
                found, before = self._digits(piece, before)
            placed += found
        return placed

    def _han(self, piece: Piece) -> tuple[list[Placed], _Before]:
        run, at = piece.text, piece.start
        spans = self._segmenter.words_within(run)
        found = [(run[start:end], at + start, at + end) for start, end in spans]
        ends = tuple((run[start:], at + start) for start, end in spans if end == len(run))
        return found, _Before(Kind.HAN, ends)

    def _letters(self, piece: Piece, before: _Before) -> tuple[list[Placed], _Before]:
        text, end = piece.text, piece.end
        found = [(text, piece.start, end)]
        ends: _Ends = ((text, piece.start),)
        if before.kind is Kind.DIGITS:
            number, start = before.ends[0]
            found.append((number + text, start, end))
            return found, _Before(Kind.LETTERS, ends, (number, start))
        if before.kind is Kind.LETTERS:
            word, start = before.ends[0]
            pair = word + text
            ends += ((pair, start),)
            if before.number or piece.gap is Gap.HYPHEN or pair in self._compounds:
                found.append((pair, start, end))
            if before.number:
                number, start = before.number
                found.append((number + pair, start, end))
        return found, _Before(Kind.LETTERS, ends)

    @staticmethod
    def _digits(piece: Piece, before: _Before) -> tuple[list[Placed], _Before]:
        forms = number_forms(piece.text)
        words = [("", piece.start)]
        if before.kind is not Kind.DIGITS:
            words += before.ends
        found = [
            (word + form, start, piece.start + len(form)) for word, start in words for form in forms
        ]
        return found, _Before(Kind.DIGITS, ((piece.text, piece.start),))


def number_forms(number: str) -> list[str]:
    """The number, and what stands before each dot: 5.0 is found by 5.

    >>> number_forms("5.0.1")
    ['5.0.1', '5.0', '5']
    """
    forms = [number]
    while "." in number:
        number = number.rpartition(".")[0]
        forms.append(number)
    return forms
