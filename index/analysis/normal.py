"""One writing for many: half width, small letters, simplified characters, no accents.

Each character is rewritten by itself, whatever stands beside it. So the same character is the
same in a long text and in a query, a place in the rewritten text can be traced to the original,
and the time is linear. OpenCC knows which characters are traditional; that it would choose
between two simplified ones by the word around (乾) is left aside for that.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TypeAlias

from opencc import OpenCC

# Basic, extension A, compatibility, and the planes of rare characters.
_HAN_CODES = (range(0x3400, 0xA000), range(0xF900, 0xFB00), range(0x20000, 0x2FA20))
_TIMES = "×✕✖╳⨯"
_UNWRITTEN = ("Mn", "Me", "Cf")  # accents, and marks that nobody sees

Table: TypeAlias = dict[int, str]


class _Rewritten(Table):
    """Character → how it is written; grows by the characters that are met."""

    def __init__(self) -> None:
        super().__init__()
        self._simplified = _simplified()

    def __missing__(self, code: int) -> str:
        written = self[code] = self._rewrite(chr(code))
        return written

    def _rewrite(self, character: str) -> str:
        if character in _TIMES:
            return "x"
        whole = unicodedata.normalize("NFKC", character).casefold()
        return "".join(map(self._rewrite_plain, whole)).translate(self._simplified)

    def _rewrite_plain(self, character: str) -> str:
        kind = unicodedata.category(character)
        if kind in _UNWRITTEN:
            return ""
        if kind == "Nd":
            return str(unicodedata.decimal(character))
        if kind in {"Cc", "Cs", "Co", "Cn"} or kind.startswith("Z"):
            return " "
        base = unicodedata.normalize("NFKD", character)[0]
        return base if base.isascii() and base.isalpha() else character


def _simplified() -> Table:
    """Traditional character → simplified."""
    traditional = [chr(code) for codes in _HAN_CODES for code in codes]
    simplify = OpenCC("t2s").convert
    written = simplify(simplify("\n".join(traditional))).split("\n")  # 薴 takes two steps
    return {ord(one): other for one, other in zip(traditional, written, strict=True)}


@cache
def _table() -> Table:
    return _Rewritten()


def normal(text: str) -> str:
    """The text as it is compared; blanks for what is no character at all.

    >>> normal("ＨＵＡＷＥＩ　Café 手機１０８０×２４００")
    'huawei cafe 手机1080x2400'
    """
    return text.translate(_table())


def traced(text: str) -> tuple[str, list[int]]:
    """The text rewritten, and for each of its places the place in the original.

    >>> traced("5㎜!")
    ('5mm!', [0, 1, 1, 2])
    """
    table = _table()
    written = [table[ord(character)] for character in text]
    places = [at for at, new in enumerate(written) for _ in new]
    return "".join(written), places
