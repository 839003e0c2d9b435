"""A page without the names its author gave to things: class, id, style and data-* gone.

Class names can give an answer away (`ttl`, `nfo`, `data-spec`). What a reader of markup
finds without them is the harder and the more telling figure.
"""

from __future__ import annotations

import re

from pages.tags import TAG

# One attribute with the white space before it; or ">" and all behind it, which is text.
_ATTRIBUTE_OR_END = re.compile(
    rb"""(?s)>.*+|\s*+([^\s=>/"']++)(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?"""
)
_TELLING = re.compile(rb"(?i)class|id|style|data-.*+")


def stripped(body: bytes) -> bytes:
    """The same page byte by byte, save for the telling attributes of its tags."""
    return TAG.sub(_without_telling_attributes, body)


def _without_telling_attributes(tag: re.Match[bytes]) -> bytes:
    name, rest = tag.group(1, 2)
    if name is None:  # a comment, a script, a declaration
        return tag.group()
    return b"<" + bytes(name) + _ATTRIBUTE_OR_END.sub(_kept, rest)


def _kept(part: re.Match[bytes]) -> bytes:
    attribute = part.group(1)
    return b"" if attribute is not None and _TELLING.fullmatch(attribute) else part.group()
