"""Which encoding do these bytes look like? For pages that do not say."""

from __future__ import annotations

import re

from charset_normalizer import from_bytes

_SAMPLE_BYTES = 16384
_NOT_ASCII = re.compile(rb"[\x80-\xff]")


def detect(body: bytes) -> str:
    """Guess from a sample; pages in plain ASCII are UTF-8."""
    sample = _sample(body)
    if not sample or _mostly_utf8(sample):
        return "utf-8"
    best = from_bytes(sample, cp_isolation=["gb18030", "big5", "cp1252"]).best()
    return best.encoding if best else "gb18030"


def is_utf8(body: bytes) -> bool:
    """Is this UTF-8 beyond doubt: valid to the last byte, with characters beyond ASCII?"""
    if body.isascii():
        return False
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _sample(body: bytes) -> bytes:
    """The part that can tell encodings apart: from the first byte that is not ASCII."""
    first = _NOT_ASCII.search(body)
    return body[first.start() : first.start() + _SAMPLE_BYTES] if first else b""


def _mostly_utf8(sample: bytes) -> bool:
    text = sample.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return broken * 20 <= sum(not c.isascii() for c in text)
