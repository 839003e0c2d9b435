"""Which encoding do these bytes look like? For pages that do not say.

Chinese is settled by where its everyday characters lie in the code tables, which needs only
a few of them; a general detector takes short Chinese texts for Korean as often as not.
"""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

_SAMPLE_BYTES = 16384
_ENOUGH_CHARACTERS = 1000
_CHARACTER = re.compile(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]|[\x80-\xff]")

# Punctuation and the everyday characters: level 1 of GB 2312, level 1 of Big5.
_GB = re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]")
_BIG5 = re.compile(rb"[\xa1-\xc6][\x40-\x7e\xa1-\xfe]")
# Two fifths of Big5's characters end like this, and none of the EUC encodings'.
_ONLY_BIG5 = re.compile(rb"[\xa1-\xc6][\x40-\x7e]")
_HANGUL = re.compile(rb"[\xb0-\xc8][\xa1-\xfe]")
_OTHERS = ["cp1252", "cp1251", "koi8_r", "cp932", "euc_jp", "cp949"]


def detect(body: bytes) -> str:
    """Guess from a sample; pages in plain ASCII are UTF-8, pages that fit nothing Western."""
    sample = _sample(body)
    if not sample or _mostly_utf8(sample):
        return "utf-8"
    if chinese := _chinese(_CHARACTER.findall(sample)[:_ENOUGH_CHARACTERS]):
        return chinese
    best = from_bytes(sample, cp_isolation=_OTHERS).best()
    return best.encoding if best else "cp1252"


def is_utf8(body: bytes) -> bool:
    """Is this UTF-8 beyond doubt: valid to the last byte, with some characters beyond ASCII?"""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    # Two or three characters of GBK can happen to be valid UTF-8; four hardly ever are.
    return len(text) - len(text.encode("ascii", "ignore")) >= 4


def _sample(body: bytes) -> bytes:
    """The part that can tell encodings apart: from the first byte that is not ASCII."""
    try:
        body.decode("ascii")
    except UnicodeDecodeError as first:
        return body[first.start : first.start + _SAMPLE_BYTES]
    return b""


def _mostly_utf8(sample: bytes) -> bool:
    # Not at its end: a character cut in two there says nothing.
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(sample)
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return text.count("\ufffd") * 20 <= beyond_ascii


def _chinese(characters: list[bytes]) -> str | None:
    def share(expected: re.Pattern[bytes]) -> float:
        return sum(expected.fullmatch(c) is not None for c in characters) / len(characters)

    if share(_BIG5) > 0.85 and share(_ONLY_BIG5) > 0.15:
        return "big5hkscs"
    # Hangul lies among the everyday characters of GB 2312, but fills only half of their range.
    korean = len(characters) >= 8 and share(_HANGUL) > 0.95
    return "gb18030" if share(_GB) > 0.7 and not korean else None
