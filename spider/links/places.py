"""Where on a page does a link stand? A short word that is the same for links of one list."""

from __future__ import annotations

import re
from functools import lru_cache

_NAMED = re.compile(rb"""(?:^|\s)(id|class)\s*+=\s*+["']?+\s*+([a-zA-Z][\w-]*+)""", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_LONGEST_NAME = 24
_LONGEST_TAG = 300
# How far up an element is looked for; deeper nesting between is broken markup.
_REACH = 60
# Where authors leave out end tags, the next one of these ends the last.
_ENDS_ITS_LIKE = frozenset("li td th tr dt dd p".split())

CONTAINERS = frozenset(
    "div ul ol li table tr td th dl dt dd section nav header footer aside article main form p "
    "h1 h2 h3 h4 h5 h6 menu center fieldset figure body".split()
)


class OpenContainers:
    """The containers that are open at some point of a page.

    Beside each tag stands the name of the innermost container that has one.
    """

    __slots__ = ("_named", "_tags")

    def __init__(self) -> None:
        self._tags: list[str] = ["page"]
        self._named: list[str] = [""]

    def open(self, tag: str, rest: bytes) -> None:
        tags, named = self._tags, self._named
        if tag == tags[-1] and tag in _ENDS_ITS_LIKE:
            tags.pop()
            named.pop()
        tags.append(tag)
        name = _name(tag, rest[:_LONGEST_TAG]) if len(rest) > 2 else ""
        named.append(name or named[-1])

    def close(self, tag: str) -> None:
        tags = self._tags
        if tags[-1] == tag:
            tags.pop()
            self._named.pop()
        elif tag in (near := tags[: -_REACH - 1 : -1]):
            count = near.index(tag) + 1
            del tags[-count:]
            del self._named[-count:]

    @property
    def here(self) -> str:
        """The innermost container that has a name, and the innermost one, as in "ul.plist>li"."""
        tag, named = self._tags[-1], self._named[-1]
        if not named or named.startswith((tag + ".", tag + "#")):
            return named or tag
        return f"{named}>{tag}"


@lru_cache(maxsize=4096)
def _name(tag: str, rest: bytes) -> str:
    """The tag with its class or id, numbers made alike; "" where it has neither."""
    names = {kind.lower(): name for kind, name in _NAMED.findall(rest)}
    sign, name = (".", names[b"class"]) if b"class" in names else ("#", names.get(b"id", b""))
    if not name:
        return ""
    return tag + sign + _DIGITS.sub("#", name.decode("ascii", "replace"))[:_LONGEST_NAME].lower()
