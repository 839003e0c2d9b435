"""Prepares texts for parsing: uniform characters, and words that mean that there is no value.

Each character becomes exactly one other, so that positions in the plain text are those in the raw
text, and the part that was not understood can be returned as it was written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from core.locales import merged

if TYPE_CHECKING:
    from collections.abc import Iterable


Span: TypeAlias = tuple[int, int]

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_INVISIBLE = (*range(32), *range(127, 161), 0xAD, *range(0x2000, 0x2010), *range(0x2028, 0x2030))
_MORE_INVISIBLE = (*range(0x205F, 0x2070), 0x3000, 0xFEFF, 0x61C)
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
    **dict.fromkeys((*_INVISIBLE, *_MORE_INVISIBLE), " "),
    **{ord(written): plain for plain, many in _SIGNS.items() for written in many},
}
_BRACKETED = re.compile(r"\([^()]*+\)")
_DEEPEST = 4
_EDGES = " ,、;；.。:/|+-~"


def plain(raw: str) -> str:
    """The text in uniform characters, with the same length.

    >>> plain("１２８ＧＢ（典型值）")
    '128GB(典型值)'
    """
    return raw.translate(_PLAIN)


def without_brackets(text: str) -> str:
    """The text with spaces in place of brackets and their content, with the same length.

    >>> without_brackets("4000mAh(typ (25 C))/4100mAh")
    '4000mAh            /4100mAh'
    """
    for _ in range(_DEEPEST):
        if "(" not in text:
            break
        text = _BRACKETED.sub(lambda found: " " * len(found[0]), text)
    return text


def rest_of(raw: str, understood: Iterable[Span]) -> str:
    """The parts of a text outside the spans that were understood, as written."""
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


# Words that mean that there is no value.


_AROUND_WORDS = " -_./?*×:!~、。…"
_AROUND_PLACEHOLDERS = " -_./?:!~,、。…()"
_SPACES = re.compile(r"\s+")


def _said(text: str, around: str) -> str:
    """A text to be looked up: k. A. and K.A are the same."""
    return _SPACES.sub("", text.strip(around)).casefold()


_PLACEHOLDERS = frozenset(
    _said(word, _AROUND_PLACEHOLDERS) for word in merged(lambda locale: locale.values.unknown)
)
_ABSENT = _PLACEHOLDERS | frozenset(
    _said(word, _AROUND_WORDS) for word in merged(lambda locale: locale.values.none)
)
_PARTS = re.compile(r"[,、;；(。]")
_LONGEST_PLACEHOLDER = 40  # characters


def is_placeholder(raw: str) -> bool:
    """Does the page only fill the place of a value, so that nobody knows whether there is one?

    >>> is_placeholder("暂无数据"), is_placeholder("—"), is_placeholder("无"), is_placeholder("×")
    (True, True, False, False)
    """
    if len(raw) > _LONGEST_PLACEHOLDER:
        return False
    text = _said(plain(raw), _AROUND_PLACEHOLDERS)
    return not text or text in _PLACEHOLDERS


def says_nothing(text: str) -> bool:
    """Does the text say that there is no value?

    >>> says_nothing("无,可以通过第二块屏进行自拍"), says_nothing("--"), says_nothing("内置")
    (True, True, False)
    """
    parts = (part.strip(_AROUND_WORDS) for part in _PARTS.split(text, 8))
    first = next(filter(None, parts), "")
    if len(first) > _LONGEST_PLACEHOLDER:
        return False
    return not first or _said(first, _AROUND_WORDS) in _ABSENT
