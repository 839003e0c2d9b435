"""How Han characters are typed by their sound."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pypinyin import lazy_pinyin

from index.analysis.pieces import Kind, pieces_of


class Sound(NamedTuple):
    pinyin: str
    initials: str


@lru_cache(1 << 14)
def sound_of_word(word: str) -> Sound:
    """Of Han characters.

    >>> sound_of_word("长虹")
    Sound(pinyin='changhong', initials='ch')
    """
    syllables = lazy_pinyin(word)
    return Sound("".join(syllables), "".join(one[:1] for one in syllables))


def pinyin_of(written: str) -> str:
    """Of any text as `normal` writes it; letters and digits stay.

    >>> pinyin_of("小米 12 pro")
    'xiaomi12pro'
    """
    return "".join(
        sound_of_word(piece.text).pinyin if piece.kind is Kind.HAN else piece.text
        for piece in pieces_of(written)
    )
