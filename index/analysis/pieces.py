"""The pieces of a rewritten text: runs of Han characters, of letters, of digits."""

from __future__ import annotations

import re
from enum import Enum
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_PIECE = 40  # signs of one run; more are cut into several, so that no token is huge
_HAN = "々〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# "S8+" is said "S8 plus"; in "8GB+128GB" and "8GB+" it is no word. "1080*2400" is "1080x2400".
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
    """What stands between a piece and the one before it."""

    NONE = "none"
    HYPHEN = "hyphen"
    LINK = "link"  # a blank or the like: model numbers are written with and without it
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
    """In order; `written` is as `normal` writes."""
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
