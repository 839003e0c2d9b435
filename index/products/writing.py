"""One writing for texts that people write in many ways."""

from __future__ import annotations

import re
from unicodedata import normalize

_UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")
_SPACES = re.compile(r"\s+")
_BETWEEN = re.compile(r"[^\w.]+|_+")
_STRAY_DOT = re.compile(r"(?<!\d)\.|\.(?!\d)")
_BETWEEN_NUMBERS = re.compile(r"(?<=\d) (?=\d)")


def tidy(text: str) -> str:
    """Half width, single spaces; what cannot be seen is gone.

    >>> tidy("ＨＵＡＷＥＩ　Mate  10（全网通）")
    'HUAWEI Mate 10(全网通)'
    """
    return _SPACES.sub(" ", _UNSEEN.sub("", normalize("NFKC", text))).strip()


def folded(text: str) -> str:
    """Tidy, and of one case."""
    return tidy(normalize("NFKC", text).casefold())


def compact(text: str) -> str:
    """What is compared: no case, spaces and hyphens, but numbers stay apart; + is plus.

    >>> compact("Mate 10 Pro"), compact("mate10-pro"), compact("Galaxy S8+"), compact("S5.1 2 3")
    ('mate10pro', 'mate10pro', 'galaxys8plus', 's5.1-2-3')
    """
    spaced = _STRAY_DOT.sub(" ", folded(text).replace("+", " plus "))
    return _BETWEEN_NUMBERS.sub("-", _BETWEEN.sub(" ", spaced).strip()).replace(" ", "")
