"""The words in a piece of a page's source, as a reader sees them."""

from __future__ import annotations

import html
import re

from pages.encoding import to_text

_END_TAG = re.compile(rb"</[^>]*+>?")
_LONG_NUMBER = re.compile(r"(?<=&#)[0-9]{20,}+")


def content_text(raw: bytes, encoding: str) -> str:
    """Decode bytes and entities, leave out end tags, fold white space."""
    if b"</" in raw:
        raw = _END_TAG.sub(b"", raw)
    return fold(unescape(to_text(raw.replace(b"\0", b""), encoding)))


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
