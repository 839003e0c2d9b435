"""The words in a piece of a page's source, as a reader sees them."""

from __future__ import annotations

import html
import re

from pages.encoding import to_text

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


def unescape(text: str) -> str:
    """Decode entities, whatever stands in them."""
    if "&" not in text:
        return text
    return html.unescape(_LONG_NUMBER.sub(_shortened, text))


def _shortened(number: re.Match[str]) -> str:
    """Python refuses to read numbers of thousands of digits; no character has eight."""
    return number[0].lstrip("0")[:8] or "0"
