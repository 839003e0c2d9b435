"""One way of writing for the many: width, dashes, signs, marks nobody sees.

Each character becomes exactly one other, so that a place in the plain text is the same place in
the raw one, and what was not understood can be given back as it was written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Span: TypeAlias = tuple[int, int]

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_UNSEEN = (*range(32), *range(127, 161), 0xAD, *range(0x2000, 0x2010), *range(0x2028, 0x2030))
_UNSEEN_TOO = (*range(0x205F, 0x2070), 0x3000, 0xFEFF, 0x61C)
_SIGNS = {
    "-": "–—−‒―‐‑﹣",
    "~": "〜∼˜",
    "×": "✕✖╳⨯∗⁎",
    "¥": "￥",
    '"': "″”“〃",
    "(": "【〔［[",
    ")": "】〕］]",
    ",": "﹐",
}
_PLAIN: dict[int, int | str] = {
    **_FULL_WIDTH,
    **dict.fromkeys((*_UNSEEN, *_UNSEEN_TOO), " "),
    **{ord(written): plain for plain, many in _SIGNS.items() for written in many},
}
_BRACKETED = re.compile(r"\([^()]*+\)")
_DEEPEST = 4
_EDGES = " ,、;；.。:/|+-~"


def plain(raw: str) -> str:
    """As long as `raw`, character for character.

    >>> plain("１２８ＧＢ（典型值）")
    '128GB(典型值)'
    """
    return raw.translate(_PLAIN)


def without_brackets(text: str) -> str:
    """Blanks in place of what stands in brackets, and as long as before.

    >>> without_brackets("4000mAh(typ (25 C))/4100mAh")
    '4000mAh            /4100mAh'
    """
    for _ in range(_DEEPEST):
        if "(" not in text:
            break
        text = _BRACKETED.sub(lambda found: " " * len(found[0]), text)
    return text


def rest_of(raw: str, understood: Iterable[Span]) -> str:
    """The pieces of a text outside the places understood, as they were written."""
    pieces = []
    at = 0
    for start, end in sorted(understood):
        pieces.append(raw[at:start])
        at = max(at, end)
    pieces.append(raw[at:])
    return " ".join(filter(None, (_trimmed(piece) for piece in pieces)))


def _trimmed(piece: str) -> str:
    start, end = 0, len(piece)
    shown = plain(piece)
    while start < end and shown[start] in _EDGES:
        start += 1
    while start < end and shown[end - 1] in _EDGES:
        end -= 1
    return piece[start:end]
