"""The words in a piece of a page's source, as a reader sees them."""

from __future__ import annotations

import html
import re

from pages.encoding import to_text

# All that `str.split` parts words at, but for the space itself.
_SPACES = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f"
_ALL_SPACES = (
    f"{_SPACES}\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_END_TAG = re.compile(rb"</[^>\x00]*+>?")
_LONG_NUMBER = re.compile(r"(?<=&#)[0-9]{20,}+")

# Stands where markup was taken out, so that "&am</b>p;" does not become an ampersand. NUL is
# no character of a page: where the source holds one, browsers leave it out as well.
SEAM = b"\0"


def content_text(raw: bytes, encoding: str) -> str:
    """Decode bytes and entities, leave out end tags, fold white space."""
    if b"<" in raw:
        raw = _END_TAG.sub(SEAM, raw)
    if not raw or raw.isspace():
        return ""
    return fold(unescape(to_text(raw, encoding)).replace("\0", ""))


def fold(text: str) -> str:
    """Make every run of white space, no-break and ideographic ones too, a single space."""
    return " ".join(text.split())


def fold_parts(text: str) -> str:
    """The same for texts with NUL between them: none is taken apart where it need not be."""
    for space in _SPACES if text.isascii() else _ALL_SPACES:
        text = text.replace(space, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.replace(" \0", "\0").replace("\0 ", "\0").strip(" ")


def unescape(text: str) -> str:
    """Decode entities, whatever stands in them."""
    if "&" not in text:
        return text
    # By far the most frequent one; `&amp;nbsp;` does not hold it.
    text = text.replace("&nbsp;", "\xa0")
    if "&#" in text:
        text = _LONG_NUMBER.sub(_shortened, text)
    return html.unescape(text)


def _shortened(number: re.Match[str]) -> str:
    """Python refuses to read numbers of thousands of digits; no character has eight."""
    return number[0].lstrip("0")[:8] or "0"
