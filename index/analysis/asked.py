"""Tokens of what is typed: each piece goes into the token that says most.

"mate 60" asks for mate60, which is among the tokens of "Mate60", "Mate 60" and "MATE-60" alike. A
number goes with the word before it where that can only be a model or a chip, with its unit where
it has one, and stands alone where neither is certain: all tokens must be found, so a wrong guess
would find nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.analysis.pieces import Gap, Kind, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.analysis.pieces import Piece
    from index.analysis.segmenting import Segmenter
    from index.analysis.topic_words import TopicWords

# "5G" and "120Hz" are words by themselves, whatever stands before them.
_UNITS = frozenset(
    "g gb tb mb kb k hz khz mhz ghz w mw wh mah ah v mm cm nm inch kg mp px ppi fps nits".split()
)
_SIZES_OF_MEMORY = frozenset({"32", "64"})  # "iphone 64" asks for memory, "iphone 16" for a model


class QueryTokenizer:
    def __init__(self, segmenter: Segmenter, words: TopicWords) -> None:
        self._segmenter = segmenter
        self._words = words

    def tokens(self, written: str) -> Iterator[str]:
        pieces = list(pieces_of(written))
        at = 0
        while at < len(pieces):
            kind = pieces[at].kind
            if kind is Kind.DIGITS:
                token, at = self._number(pieces, at)
            elif kind is Kind.LETTERS:
                token, at = self._letters(pieces, at)
            else:
                *others, last = self._segmenter.cut(pieces[at].text)
                yield from others
                token, at = self._with_number(last, pieces, at + 1)
            yield token

    @staticmethod
    def _number(pieces: list[Piece], at: int) -> tuple[str, int]:
        number = pieces[at].text
        if _has_unit(pieces, at) or _leads_letters(pieces, at):
            return number + pieces[at + 1].text, at + 2
        return number, at + 1

    def _letters(self, pieces: list[Piece], at: int) -> tuple[str, int]:
        word = pieces[at].text
        behind = _piece(pieces, at + 1, Kind.LETTERS)
        if behind and behind.gap is not Gap.BREAK:
            pair = word + behind.text
            if pair in self._words.compounds or self._is_code(pieces, at):
                return self._with_number(pair, pieces, at + 2)
        return self._with_number(word, pieces, at + 1)

    def _is_code(self, pieces: list[Piece], at: int) -> bool:
        """SM-G9500: letters, a hyphen, a letter with its number."""
        number = _piece(pieces, at + 2, Kind.DIGITS)
        return (
            pieces[at + 1].gap is Gap.HYPHEN
            and number is not None
            and number.gap is Gap.NONE
            and self._numbers("", pieces, at + 2)
        )

    def _with_number(self, word: str, pieces: list[Piece], at: int) -> tuple[str, int]:
        number = _piece(pieces, at, Kind.DIGITS)
        if number and self._numbers(word, pieces, at):
            return word + number.text, at + 1
        return word, at

    def _numbers(self, word: str, pieces: list[Piece], at: int) -> bool:
        """Is it the number of the model or chip that is named just before it?"""
        number = pieces[at]
        if number.gap is Gap.BREAK or _has_unit(pieces, at):
            return False
        is_name = pieces[at - 1].kind is Kind.LETTERS or word in self._words.makers
        is_small = number.text.isdigit() and len(number.text) <= 2
        if number.gap is Gap.NONE:
            return is_name or (is_small and word not in self._words.names)
        is_model = is_name and is_small and number.text not in _SIZES_OF_MEMORY
        is_free = not (_leads_letters(pieces, at) or _glued(pieces, at + 1, Kind.HAN))
        return is_model and is_free


def _has_unit(pieces: list[Piece], at: int) -> bool:
    unit = _glued(pieces, at + 1, Kind.LETTERS)
    return unit is not None and unit.text in _UNITS


def _leads_letters(pieces: list[Piece], at: int) -> bool:
    """As in "60pro", not in "8gen3", where the letters have a number of their own."""
    return bool(_glued(pieces, at + 1, Kind.LETTERS) and not _glued(pieces, at + 2, Kind.DIGITS))


def _glued(pieces: list[Piece], at: int, kind: Kind) -> Piece | None:
    piece = _piece(pieces, at, kind)
    return piece if piece and piece.gap is Gap.NONE else None


def _piece(pieces: list[Piece], at: int, kind: Kind) -> Piece | None:
    return pieces[at] if at < len(pieces) and pieces[at].kind is kind else None
