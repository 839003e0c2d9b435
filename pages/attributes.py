"""The attributes of a start tag: what stands behind its name, read from bytes."""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING

from pages.encoding import to_text
from pages.text import content_text, unescape

if TYPE_CHECKING:
    from pages.outline import Outline


_ATTRIBUTE = re.compile(
    rb"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"?|'([^']*+)'?|([^\s>]*+)))?""", re.DOTALL
)
_NOT_ENDED = re.compile(r"&([A-Za-z][A-Za-z0-9]*+)(?!;)")
_MOST = 40


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
        if len(found) == _MOST:
            break
    return found


def _unescaped(value: str) -> str:
    """In an attribute "&region=3" is a parameter, not a registered sign, as browsers have it."""
    return unescape(_NOT_ENDED.sub(_meant, value)) if "&" in value else value


def _meant(entity: re.Match[str]) -> str:
    is_parameter = entity.string.startswith("=", entity.end())
    return entity[0] if entity[1] in html5 and not is_parameter else f"&amp;{entity[1]}"


# The id and class words of an element, read off its raw tag.


_ID_OR_CLASS = re.compile(
    rb"""[\s"'/](id|class)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++))""", re.IGNORECASE
)


def identity(outline: Outline, node: int) -> tuple[str, tuple[str, ...]]:
    """(id, sorted class words) of an element; "" and () where it has none."""
    return identity_of(outline.rests[node], outline.encoding)


def identity_of(rest: bytes, encoding: str) -> tuple[str, tuple[str, ...]]:
    """The same of the rest of a tag behind its name."""
    found = {b"id": "", b"class": ""}
    for key, *values in _ID_OR_CLASS.findall(rest):
        found[key.lower()] = content_text(b"".join(values), encoding)
    return found[b"id"], tuple(sorted(set(found[b"class"].split())))
