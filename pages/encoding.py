"""From bytes to text: the encoding of a page, and whether its text is garbled."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from charset_normalizer import from_bytes
from w3lib.encoding import read_bom, to_unicode
from webencodings import LABELS

from pages.tags import TAG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pages.page import Page


# Encodings by their names in the WHATWG Encoding Standard, each with the Python codec that reads
# such pages best; the others have the same name in both. Two that browsers refuse for security
# (HZ, ISO-2022-KR) are read here: nothing is executed.
_CODECS = {
    **{f"iso-8859-{part}": f"iso8859-{part}" for part in (*range(2, 9), 10, 13, 14, 15, 16)},
    **{f"windows-125{part}": f"cp125{part}" for part in range(9)},
    "iso-8859-8-i": "iso8859-8",
    "windows-874": "cp874",
    "ibm866": "cp866",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "x-user-defined": "cp1252",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "euc-jp": "euc_jp",
    "shift_jis": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "euc-kr": "cp949",
    "utf-16be": "utf-16-be",
    "utf-16le": "utf-16-le",
}
_CODEC_OF = {
    **{label: _CODECS.get(name, name) for label, name in LABELS.items() if name != "replacement"},
    "hz-gb-2312": "hz",
    "csiso2022kr": "iso2022_kr",
    "iso-2022-kr": "iso2022_kr",
}

# In these a byte below 128 need not be an ASCII character, so bytes cannot be searched for "<".
NOT_ASCII_TRANSPARENT = frozenset(
    {"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "iso2022_jp_ext", "iso2022_kr", "hz"}
)

# Browsers look for a meta tag in the first 1024 bytes, and reload the page if they find one
# later. More is searched here because some heads are full of scripts and styles.
_HEAD_BYTES = 65536
_CHARSET = re.compile(r"""charset\s*+=\s*+["']?+\s*+([^\s"';,]++)""", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""([^\s=/>"']++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?""",
)
_XML = re.compile(rb"""\s*+<\?xml\s[^>]{0,200}?encoding\s*+=\s*+["']([\w.:-]{1,40})""")
# The beginning of markup in UTF-16 without a byte order mark.
_UTF_16_LE = re.compile(rb"<\0[^\0]\0")
_UTF_16_BE = re.compile(rb"\0<\0[^\0]")


def encoding_of(body: bytes, content_type: str = "") -> str:
    """The name of the Python codec that reads this page."""
    marked = read_bom(body)[0]
    return marked or _in_header(content_type) or _in_page(body) or detect(body)


def to_text(raw: bytes, encoding: str) -> str:
    """Decode; invalid bytes become U+FFFD, and an unknown encoding is read as UTF-8."""
    try:
        return to_unicode(raw, encoding)
    except (LookupError, ValueError):
        return raw.decode("utf-8", "replace")


def codec_of(label: str) -> str | None:
    """The codec for an encoding label of a header or meta tag; None if unknown."""
    return _CODEC_OF.get(label.strip().lower())


def _in_header(content_type: str) -> str | None:
    found = _CHARSET.search(content_type)
    return codec_of(found[1]) if found else None


def _in_page(body: bytes) -> str | None:
    if _UTF_16_LE.match(body):
        return "utf-16-le"
    if _UTF_16_BE.match(body):
        return "utf-16-be"
    for label in _labels_in_page(body):
        codec = codec_of(label)
        if codec is None:
            continue
        # The label was found by reading ASCII, so the page cannot be in UTF-16. A page saved
        # as UTF-8 often keeps the meta tag it was served with: the bytes are more reliable.
        is_right = codec != "utf-8" and not codec.startswith("utf-16") and not is_utf8(body)
        return codec if is_right else "utf-8"
    return None


def _labels_in_page(body: bytes) -> Iterator[str]:
    if declaration := _XML.match(body):
        yield declaration[1].decode("ascii", "replace")
    if b"charset" not in body[:_HEAD_BYTES].lower():
        return
    for tag in TAG.finditer(body, 0, _HEAD_BYTES):
        if tag[1] is not None and tag[1].lower() == b"meta":
            yield from _label_in_meta(tag[2].decode("latin-1"))


def _label_in_meta(attributes: str) -> Iterator[str]:
    values: dict[str, str] = {}
    for name, *quoted_or_not in _ATTRIBUTE.findall(attributes):
        values.setdefault(name.lower(), "".join(quoted_or_not))
    if "charset" in values:
        yield values["charset"]
    elif values.get("http-equiv", "").strip().lower() == "content-type":
        yield from _CHARSET.findall(values.get("content", ""))


# Detection, for pages that do not declare their encoding.
#
# Western pages are recognised by the neighbours of their non-ASCII bytes, Chinese ones by the
# share of common characters: both need very little text. A general detector needs more, and is
# used only for other pages.


_SAMPLE_BYTES = 16384
_ENOUGH_CHARACTERS = 1000
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
# Two bytes, four bytes of GB 18030, or a single byte that is part of neither.
_CHARACTER = re.compile(
    rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]|[\x81-\xfe]\d[\x81-\xfe]\d|[\x80-\xff]",
)

# In windows-1252 most non-ASCII bytes have ASCII on both sides. If the next byte could not end a
# Chinese character ("®," but not "®A"), that is enough; otherwise it must be a common spelling.
# The byte before is checked last, because a search for a first byte is fast.
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


# Punctuation and level 1 of both the simplified and the traditional standard.
_EVERYDAY = frozenset(
    _rows("gb2312", range(0xA1, 0xA4), range(0xB0, 0xD8))
    + _rows("big5", range(0xA1, 0xA3), range(0xA4, 0xC7)),
) - frozenset(_rows("gb2312", range(0xA4, 0xA8)))  # kana, Greek, Cyrillic


def detect(body: bytes) -> str:
    """Guess from a sample: UTF-8 for plain ASCII, windows-1252 if nothing else fits."""
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
    """Whether this is certainly UTF-8: valid to the last byte, with some non-ASCII characters."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    # Two or three characters of GBK can happen to be valid UTF-8; four hardly ever are.
    return len(text) - len(text.encode("ascii", "ignore")) >= 4


def _sample(body: bytes) -> bytes:
    """The part that distinguishes encodings: from the byte before the first non-ASCII one."""
    try:
        body.decode("ascii")
    except UnicodeDecodeError as first:
        return body[max(0, first.start - 1) :][:_SAMPLE_BYTES]
    return b""


def _mostly_utf8(sample: bytes) -> bool:
    # The incremental decoder ignores a character cut off at the end of the sample.
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(sample)
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return text.count("\ufffd") * 20 <= beyond_ascii


def _asian(sample: bytes, characters: list[bytes]) -> str | None:
    # A few single bytes are damage; many are words with an odd number of letters, as in Russian.
    if sum(len(c) == 1 for c in characters) > 0.08 * len(characters):
        return None
    if neighbour := _korean_or_japanese(characters):
        return neighbour
    share = {codec: _everyday_share(sample, codec) for codec in ("gb18030", "big5hkscs")}
    best = max(share, key=share.__getitem__)
    return best if share[best] > 0.65 else None


def _everyday_share(sample: bytes, codec: str) -> float:
    text = sample.decode(codec, "replace")
    beyond_ascii = _BEYOND_ASCII.findall(text)[:_ENOUGH_CHARACTERS]
    return sum(c in _EVERYDAY for c in beyond_ascii) / len(beyond_ascii)


def _korean_or_japanese(characters: list[bytes]) -> str | None:
    """Recognise scripts whose bytes are also Chinese characters, if there is enough text."""

    def share(expected: re.Pattern[bytes]) -> float:
        return sum(expected.fullmatch(c) is not None for c in characters) / len(characters)

    # Hangul has the bytes of common GB 2312 characters, but only half of their range.
    if len(characters) >= 8 and share(_HANGUL) > 0.95:
        return "cp949"
    if len(characters) >= 4 and share(_KANA_IN_SHIFT_JIS) > 0.4:
        return "cp932"
    # Kana have the bytes of common Big5 characters, but two in five of those end in an ASCII byte.
    no_big5 = sum(c[-1] < 0x80 for c in characters) < 0.1 * len(characters)
    return "euc_jp" if len(characters) >= 5 and no_big5 and share(_KANA_IN_EUC) > 0.4 else None


# Pages that are not written in the encoding they declare.


_REPLACEMENT = "\ufffd"
# A few invalid bytes do no harm; many mean another encoding.
_FEW = 4
_SMALL_SHARE = 0.05


def is_garbled(page: Page) -> bool:
    """Whether a large share of the non-ASCII text is invalid in the page's encoding."""
    text = to_text(page.body, page.encoding)
    lost = text.count(_REPLACEMENT)
    if lost <= _FEW:
        return False
    beyond_ascii = sum(letter > "\x7f" for letter in text)
    return lost > _SMALL_SHARE * beyond_ascii
