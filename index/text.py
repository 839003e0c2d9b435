"""Normalized text, and its pieces.

`normal` converts to half width, lower case and simplified characters, without accents. Each
character is converted by itself, whatever its neighbours: so it becomes the same in a long text and
in a query, positions can be traced back to the original, and the time is linear. The drawback:
OpenCC, which maps traditional characters to simplified ones, cannot choose by context (乾).

`pieces_of` splits normalized text into runs of Han characters, of letters and of digits.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from opencc import OpenCC

if TYPE_CHECKING:
    from collections.abc import Iterator


_MULTIPLICATION_SIGNS = "×✕✖╳⨯"
_DROPPED = ("Mn", "Me", "Cf")  # accents and invisible marks


class _Rewritten(dict[int, str]):
    """Code point → how it is written; grows with the characters that occur."""

    def __init__(self) -> None:
        super().__init__()
        self._simplify = OpenCC("t2s").convert

    def __missing__(self, code: int) -> str:
        written = self[code] = self._rewrite(chr(code))
        return written

    def _rewrite(self, character: str) -> str:
        if character in _MULTIPLICATION_SIGNS:
            return "x"
        folded = unicodedata.normalize("NFKC", character).casefold()
        return "".join(map(self._rewrite_folded, folded))

    def _rewrite_folded(self, character: str) -> str:
        category = unicodedata.category(character)
        if category in _DROPPED:
            return ""
        if category == "Nd":
            return str(unicodedata.decimal(character))
        if category in {"Cc", "Cs", "Co", "Cn"} or category.startswith("Z"):
            return " "
        base = unicodedata.normalize("NFKD", character)[0]
        if base.isascii() and base.isalpha():
            return base
        simplified: str = self._simplify(self._simplify(character))  # 薴 takes two steps
        return simplified


@cache
def _table() -> _Rewritten:
    return _Rewritten()


def normal(text: str) -> str:
    """The normalized text; control characters and the like become spaces.

    >>> normal("ＨＵＡＷＥＩ　Café 手機１０８０×２４００")
    'huawei cafe 手机1080x2400'
    """
    return text.translate(_table())


def traced(text: str) -> tuple[str, list[int]]:
    """The normalized text, and for each of its positions the position in the original.

    >>> traced("5㎜!")
    ('5mm!', [0, 1, 1, 2])
    """
    table = _table()
    written = [table[ord(character)] for character in text]
    places = [at for at, new in enumerate(written) for _ in new]
    return "".join(written), places


# The pieces of normalized text: runs of Han characters, of letters, of digits.


_LONGEST_PIECE = 40  # characters; longer runs are split, so that no token is huge
_HAN = "々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# "S8+" means "S8 plus"; in "8GB+128GB" and "8GB+" the + is no word. "1080*2400" is "1080x2400".
_PIECE = re.compile(
    rf"(?P<han>[{_HAN}]+)"
    rf"|(?P<digits>[0-9]{{1,{_LONGEST_PIECE}}}(?:\.[0-9]{{1,9}}){{0,3}})"
    rf"|(?P<letters>[^\W\d_{_HAN}]{{1,{_LONGEST_PIECE}}})"
    r"|(?P<plus>(?<=[a-z0-9])(?<![0-9]g)(?<![0-9][gt]b)\+(?![a-z0-9+]))"
    r"|(?P<times>(?:(?<=[0-9])|(?<=[0-9] ))\*(?= ?[0-9]))"
)
_SMALLEST = re.compile(
    rf"[{_HAN}]|[0-9]{{1,{_LONGEST_PIECE}}}|[^\W\d_{_HAN}]{{1,{_LONGEST_PIECE}}}"
)


class Kind(Enum):
    HAN = "han"
    LETTERS = "letters"
    DIGITS = "digits"


class Gap(Enum):
    """What separates a piece from the one before it."""

    NONE = "none"
    HYPHEN = "hyphen"
    LINK = "link"  # a space or the like, with or without which model numbers are written
    BREAK = "break"


class Piece(NamedTuple):
    kind: Kind
    text: str
    start: int
    end: int
    gap: Gap


_KINDS = {kind.value: kind for kind in Kind}
_SPOKEN = {"plus": "plus", "times": "x"}
_LINKS = ("".join(signs) for length in (1, 2, 3) for signs in product("-/_. ", repeat=length))
_GAPS = {**dict.fromkeys(_LINKS, Gap.LINK), "-": Gap.HYPHEN, "": Gap.NONE}


def pieces_of(written: str) -> list[Piece]:
    """The pieces of a text that `normal` returned, in order."""
    pieces = []
    before = 0
    for found in _PIECE.finditer(written):
        start, end = found.span()
        gap = _GAPS.get(written[before:start], Gap.BREAK) if before else Gap.BREAK
        name = found.lastgroup or ""
        kind = _KINDS.get(name)
        if kind:
            pieces.append(Piece(kind, found[0], start, end, gap))
        else:
            pieces.append(Piece(Kind.LETTERS, _SPOKEN[name], start, end, gap))
        before = end
    return pieces


def smallest_pieces(written: str) -> Iterator[str]:
    """One per Han character, run of letters and run of digits.

    >>> list(smallest_pieces("mate60 pro+ 6.5英寸"))
    ['mate', '60', 'pro', 'plus', '6', '5', '英', '寸']
    """
    for piece in pieces_of(written):
        if piece.kind is Kind.LETTERS:
            yield piece.text
        else:
            yield from _SMALLEST.findall(piece.text)
