"""Corrections: words that neither a product nor the topic has become others of a like sound."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from index.analysis.normal import traced
from index.analysis.pieces import Gap, Kind, pieces_of
from index.suggesting.sounds import pinyin_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LONGEST_CORRECTED = 200
_LONGEST_WORD = 12
_MOST_UNKNOWN = 4
_PARTICLES = frozenset("的和与或及")


class _Unknown(NamedTuple):
    word: str
    start: int
    end: int


class Corrections:
    def __init__(self, sounds: Mapping[str, str]) -> None:
        """Of each word its sound, the most frequent word first."""
        self._known = frozenset(sounds)
        self._words = tuple(sounds)
        self._sounds = tuple(sounds.values())

    def correct(self, typed: str, limit: int) -> list[str]:
        """What is typed with its unknown words replaced; nothing if there are none."""
        typed = typed[:_LONGEST_CORRECTED]
        written, places = traced(typed)
        unknown = list(self._unknown(written))[:_MOST_UNKNOWN]
        meant = [(one, self._meant(one.word, limit)) for one in unknown]
        meant = [(one, words) for one, words in meant if words]
        if not meant:
            return []
        best = [words[0] for _, words in meant]
        corrected = []
        for choice in zip_longest(*(words for _, words in meant)):
            text = typed
            chosen = [word or usual for word, usual in zip(choice, best, strict=True)]
            for (one, _), word in reversed(list(zip(meant, chosen, strict=True))):
                text = text[: places[one.start]] + word + text[places[one.end - 1] + 1 :]
            corrected.append(text)
        return list(dict.fromkeys(corrected))[:limit]

    def _unknown(self, written: str) -> Iterator[_Unknown]:
        number_before = False
        for piece in pieces_of(written):
            if piece.kind is Kind.HAN:
                yield from self._unknown_han(piece.text, piece.start)
            elif piece.kind is Kind.LETTERS:
                is_suffix = number_before and piece.gap is Gap.NONE  # 5000mah, 60pro
                if len(piece.text) > 2 and not is_suffix and piece.text not in self._known:
                    yield _Unknown(piece.text, piece.start, piece.end)
            number_before = piece.kind is Kind.DIGITS

    def _unknown_han(self, run: str, start: int) -> Iterator[_Unknown]:
        """What is left between known words."""
        at = begin = 0
        while at <= len(run):
            length = self._known_length(run, at)
            if length or at == len(run):
                if at - begin > 1:
                    yield _Unknown(run[begin:at], start + begin, start + at)
                begin = at + length
            at += max(length, 1)

    def _known_length(self, run: str, at: int) -> int:
        if run[at : at + 1] in _PARTICLES:
            return 1
        lengths = range(min(_LONGEST_WORD, len(run) - at), 1, -1)
        return next((n for n in lengths if run[at : at + n] in self._known), 0)

    def _meant(self, word: str, limit: int) -> list[str]:
        sound = pinyin_of(word)
        farthest = _farthest(word)
        near = extract(sound, self._sounds, scorer=OSA.distance, score_cutoff=farthest, limit=50)
        ranked = sorted(near, key=lambda one: (one[1], *self._unlike(word, one[2]), one[2]))
        return [self._words[place] for _, _, place in ranked[:limit]]

    def _unlike(self, word: str, place: int) -> tuple[bool, bool]:
        """Words of the same script come first, and those with the same beginning."""
        other = self._words[place]
        return word.isascii() != other.isascii(), word[0] != other[0]


def _farthest(word: str) -> int:
    """How many signs of its sound may differ: few in short words, where all words are near."""
    if word.isascii():
        return 1 if len(word) < 6 else 2
    return 0 if len(word) < 3 else 1
