"""The attributes of a start tag: what stands behind its name, read from bytes."""

from __future__ import annotations

import re

from pages.encoding import to_text
from pages.text import unescape

_ATTRIBUTE = re.compile(
    rb"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"?|'([^']*+)'?|([^\s>]*+)))?+""", re.DOTALL
)
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
            found[name] = unescape(to_text(value, encoding))
        if len(found) == _MOST:
            break
    return found
