"""Which encoding do these bytes look like? For pages that do not say.

Western pages are known by what their bytes beyond ASCII stand beside, Chinese ones by how
many of their characters are everyday ones: both need very little text. A general detector
needs more, and is asked about other pages only.
"""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

_SAMPLE_BYTES = 16384
_ENOUGH_CHARACTERS = 1000
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
# Two bytes, the four of GB 18030, or one that no other goes with.
_CHARACTER = re.compile(
    rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]|[\x81-\xfe]\d[\x81-\xfe]\d|[\x80-\xff]",
)

# In windows-1252 most bytes beyond ASCII have ASCII on both sides. Where the next could not
# end a Chinese character ("®," but not "®A"), that is enough; elsewhere it must be something
# people write. What stands before is asked last: a search for a first byte is quick.
_BEFORE_WORD = rb"""[\s>"'(/-]"""
_WESTERN = re.compile(
    rb"[\x80-\xff](?<![\x80-\xff]{2})(?:%b)(?![\x80-\xff])"
    % rb"|".join(
        (
            rb"(?<![\x81\x8d\x8f\x90\x9d])(?![\x40-\x7e])",
            rb"(?<=\xa0)\xbb?|(?<=\xab)\xa0",  # no-break spaces, as in « mot »
            rb"(?<=[a-zA-Z][\xc0-\xff])(?=[a-zA-Z])",  # für, CAFÉS
            rb"(?<=[a-z][\x92\xdf-\xff])[\xdf-\xff]",  # Größe, l’été
            rb"(?<=%b[\xdf-\xff])[\xdf-\xff]?(?=[a-z])" % _BEFORE_WORD,  # être
            rb"(?<=%b[\xc0-\xde])(?=[a-z]{2})" % _BEFORE_WORD,  # Über
            rb"(?<=%b[\x84\x91\x93\x95\xab\xb5])(?=[a-zA-Z])" % _BEFORE_WORD,  # “word, µm
            rb"(?<=%b[\xa1\xa9\xbf])(?=[A-Z][a-z])" % _BEFORE_WORD,  # ¿Cuánto, ©Shop
            rb"(?<=\w[\x85\x92\x96\x97])(?=[a-z])",  # don’t, word—word
            rb"(?<=[\d\s]\xb0)(?=[CF]\b)|(?<=\d\xb5)(?=[a-zA-Z])",  # 40°C, 5µm
        ),
    ),
)

_KANA_IN_EUC = re.compile(rb"[\xa4\xa5][\xa1-\xf6]")
_KANA_IN_SHIFT_JIS = re.compile(rb"\x82[\x9f-\xf1]|\x83[\x40-\x96]")
_HANGUL = re.compile(rb"[\xb0-\xc8][\xa1-\xfe]")
_OTHERS = ["cp1252", "cp1251", "koi8_r", "cp932", "euc_jp", "cp949"]


def _rows(codec: str, *leads: range) -> str:
    """The part of a code table under these first bytes (and some ASCII from its gaps)."""
    pairs = (bytes((lead, trail)) for row in leads for lead in row for trail in range(0x40, 0xFF))
    return b" ".join(pairs).decode(codec, "ignore")


# Punctuation and level 1, both of the simplified and of the traditional standard.
_EVERYDAY = frozenset(
    _rows("gb2312", range(0xA1, 0xA4), range(0xB0, 0xD8))
    + _rows("big5", range(0xA1, 0xA3), range(0xA4, 0xC7)),
) - frozenset(_rows("gb2312", range(0xA4, 0xA8)))  # kana, Greek, Cyrillic


def detect(body: bytes) -> str:
    """Guess from a sample; pages in plain ASCII are UTF-8, pages that fit nothing Western."""
    sample = _sample(body)
    if not sample or _mostly_utf8(sample):
        return "utf-8"
    characters = _CHARACTER.findall(sample)
    if len(_WESTERN.findall(sample)) > 0.6 * len(characters):
        return "cp1252"
    if asian := _asian(sample, characters):
        return asian
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
    """The part that can tell encodings apart: all from the byte before the first beyond ASCII."""
    try:
        body.decode("ascii")
    except UnicodeDecodeError as first:
        return body[max(0, first.start - 1) :][:_SAMPLE_BYTES]
    return b""


def _mostly_utf8(sample: bytes) -> bool:
    # Not at its end: a character cut in two there says nothing.
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(sample)
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return text.count("\ufffd") * 20 <= beyond_ascii


def _asian(sample: bytes, characters: list[bytes]) -> str | None:
    # A few stray bytes are damage; many are words of an odd number of letters, as in Russian.
    if sum(len(c) == 1 for c in characters) > 0.08 * len(characters):
        return None
    if neighbour := _korean_or_japanese(characters):
        return neighbour
    share = {codec: _everyday_share(sample, codec) for codec in ("gb18030", "big5hkscs")}
    likelier = max(share, key=share.__getitem__)
    return likelier if share[likelier] > 0.65 else None


def _everyday_share(sample: bytes, codec: str) -> float:
    text = sample.decode(codec, "replace")
    beyond_ascii = _BEYOND_ASCII.findall(text)[:_ENOUGH_CHARACTERS]
    return sum(c in _EVERYDAY for c in beyond_ascii) / len(beyond_ascii)


def _korean_or_japanese(characters: list[bytes]) -> str | None:
    """Tell apart, where there is some text, what lies among Chinese characters in the tables."""

    def share(expected: re.Pattern[bytes]) -> float:
        return sum(expected.fullmatch(c) is not None for c in characters) / len(characters)

    # Hangul has the place of everyday characters of GB 2312, but only half of their range.
    if len(characters) >= 8 and share(_HANGUL) > 0.95:
        return "cp949"
    if len(characters) >= 4 and share(_KANA_IN_SHIFT_JIS) > 0.4:
        return "cp932"
    # Kana have that of the simplest of Big5, but two in five of all those end in ASCII.
    no_big5 = sum(c[-1] < 0x80 for c in characters) < 0.1 * len(characters)
    return "euc_jp" if len(characters) >= 5 and no_big5 and share(_KANA_IN_EUC) > 0.4 else None
