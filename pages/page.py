"""A page as it was fetched: where it stood, its bytes, and how to read them."""

from __future__ import annotations

from dataclasses import dataclass

from pages.encoding import encoding_of, to_text
from pages.labels import NOT_ASCII_TRANSPARENT

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Page:
    """Make one with `Page.read`, which sees to it that markup can be scanned as bytes."""

    url: str
    body: bytes
    encoding: str

    @classmethod
    def read(cls, body: bytes, url: str = "", content_type: str = "") -> Page:
        """Find the encoding; rewrite the page as UTF-8 where bytes are not ASCII-like."""
        encoding = encoding_of(body, content_type)
        if encoding in NOT_ASCII_TRANSPARENT:
            text = to_text(body, encoding).removeprefix(_BOM)
            return cls(url, text.encode(), "utf-8")
        return cls(url, body.removeprefix(_BOM.encode()), encoding)
