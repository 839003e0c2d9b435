"""A page as it was fetched, and how to read pieces of its source: texts and attributes."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from html.entities import html5
from typing import TYPE_CHECKING

from pages.encoding import NOT_ASCII_TRANSPARENT, encoding_of, to_text

if TYPE_CHECKING:
    from pages.outline import Outline

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Page:
    """Make one with `Page.read`: then markup can be scanned as bytes."""

    url: str
    body: bytes
    encoding: str

    @classmethod
    def read(cls, body: bytes, url: str = "", content_type: str = "") -> Page:
        """Find the encoding; rewrite the page as UTF-8 if its markup is not in ASCII bytes."""
        encoding = encoding_of(body, content_type)
        if encoding in NOT_ASCII_TRANSPARENT:
            text = to_text(body, encoding).removeprefix(_BOM)
            return cls(url, text.encode(), "utf-8")
        return cls(url, body.removeprefix(_BOM.encode()), encoding)


# Texts, as a reader sees them.

# Put where markup was removed, so that "&am</b>p;" does not become an ampersand. No text of a page
# has it: it is a comment in browsers and in `pages.tags`.
SEAM = b"<!>"
_END_TAG = re.compile(rb"</[^>]*+>?|" + SEAM)
_LONG_NUMBER = re.compile(r"(?<=&#)[0-9]{20,}+")


def content_text(raw: bytes, encoding: str) -> str:
    """Decode bytes and entities, leave out end tags, fold white space.

    NUL is not a character of a page: browsers drop it too.
    """
    if b"<" in raw:
        raw = _END_TAG.sub(b"\0", raw)
    if not raw or raw.isspace():
        return ""
    return fold(unescape(to_text(raw, encoding)).replace("\0", ""))


def fold(text: str) -> str:
    """Make every run of white space, no-break and ideographic ones too, a single space."""
    return " ".join(text.split())


def fold_parts(text: str) -> str:
    """The same for many texts at once, joined by NUL: faster than one by one."""
    return fold(text).replace(" \0", "\0").replace("\0 ", "\0")


def unescape(text: str) -> str:
    """Decode entities, however malformed."""
    if "&" not in text:
        return text
    # By far the most frequent one; `&amp;nbsp;` does not contain it.
    text = text.replace("&nbsp;", "\xa0")
    if "&#" in text:
        text = _LONG_NUMBER.sub(_shortened, text)
    return html.unescape(text)


def _shortened(number: re.Match[str]) -> str:
    """Python refuses to read numbers of thousands of digits; no character has eight."""
    return number[0].lstrip("0")[:8] or "0"


# The attributes of a start tag, read from the bytes behind its name.

_ATTRIBUTE = re.compile(
    rb"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"?|'([^']*+)'?|([^\s>]*+)))?""", re.DOTALL
)
_WITHOUT_SEMICOLON = re.compile(r"&([A-Za-z][A-Za-z0-9]*+)(?!;)")
_MOST_ATTRIBUTES = 40


def attributes(rest: bytes, encoding: str) -> dict[str, str]:
    """Names (in lower case) and values; of two with the same name the first counts.

    >>> attributes(b' HREF="/a?b=1&amp;c=2" rel=next>', "utf-8")
    {'href': '/a?b=1&c=2', 'rel': 'next'}
    """
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(rest):
        name = match[1].decode("ascii", "replace").lower()
        if name not in found:
            value = match[2] or match[3] or match[4] or b""
            found[name] = _unescaped(to_text(value, encoding))
        if len(found) == _MOST_ATTRIBUTES:
            break
    return found


def _unescaped(value: str) -> str:
    """In an attribute, "&region=3" is a parameter, not a registered sign, as in browsers."""
    return unescape(_WITHOUT_SEMICOLON.sub(_entity_or_text, value)) if "&" in value else value


def _entity_or_text(entity: re.Match[str]) -> str:
    is_parameter = entity.string.startswith("=", entity.end())
    return entity[0] if entity[1] in html5 and not is_parameter else f"&amp;{entity[1]}"


_ID_OR_CLASS = re.compile(
    rb"""[\s"'/](id|class)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++))""", re.IGNORECASE
)


def identity(outline: Outline, node: int) -> tuple[str, tuple[str, ...]]:
    """(id, sorted class names) of an element; "" and () if it has none."""
    return identity_of(outline.rests[node], outline.encoding)


def identity_of(rest: bytes, encoding: str) -> tuple[str, tuple[str, ...]]:
    """The same, from a tag without its name."""
    found = {b"id": "", b"class": ""}
    for key, *values in _ID_OR_CLASS.findall(rest):
        found[key.lower()] = content_text(b"".join(values), encoding)
    return found[b"id"], tuple(sorted(set(found[b"class"].split())))
