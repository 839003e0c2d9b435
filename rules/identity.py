"""The id and class words of an element, read off its raw tag."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pages.text import content_text

if TYPE_CHECKING:
    from pages.outline import Outline

_ATTRIBUTE = re.compile(
    rb"""[\s"'/](id|class)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++))""", re.IGNORECASE
)


def identity(outline: Outline, node: int) -> tuple[str, tuple[str, ...]]:
    """(id, sorted class words) of an element; "" and () where it has none."""
    return identity_of(outline.rests[node], outline.encoding)


def identity_of(rest: bytes, encoding: str) -> tuple[str, tuple[str, ...]]:
    """The same of the rest of a tag behind its name."""
    found = {b"id": "", b"class": ""}
    for key, *values in _ATTRIBUTE.findall(rest):
        found[key.lower()] = content_text(b"".join(values), encoding)
    return found[b"id"], tuple(sorted(set(found[b"class"].split())))
