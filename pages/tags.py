"""The tags of a page in source order, with what stands behind each: no tree, one pass.

One compiled expression over the raw bytes. Every loop in it is possessive, so that no
input makes it back-track: time is linear in the page's length whatever the page holds.
"""

from __future__ import annotations

import re

# Behind a tag's name: attributes (quoted values may hold ">"), up to the closing ">".
_REST = rb"""(?:>|[^>=]*+(?:=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+)[^>=]*+)*+>)"""

# Elements whose inside is text only: "<b>" in a title is three characters, no tag.
_TEXT_ONLY = ("title", "textarea", "xmp", "iframe", "noembed", "noframes")


def _any_case(name: str) -> bytes:
    return "".join(f"[{c}{c.upper()}]" for c in name).encode()


def _inside(name: str) -> bytes:
    """All up to this element's own end tag, or to the end of a page cut short."""
    return rb"[^<]*+(?:<(?!/" + _any_case(name) + rb"[\s/>])[^<]*+)*+"


def _dropped(name: str) -> bytes:
    """A whole element that holds no content (script, style)."""
    return _any_case(name) + rb"(?=[\s/>])" + _REST + _inside(name) + rb"(?:</[^>]*+>|\Z)"


def _text_only(name: str) -> bytes:
    return rb"(?<=<" + _any_case(name) + rb")" + _REST + _inside(name)


_COMMENT = rb"!--(?:-?>|[^-]*+(?:-(?!-!?>)[^-]*+)*+(?:--!?>|\Z))"
_DECLARATION = rb"[!?][^>]*+(?:>|\Z)"
_SKIPPED = rb"|".join((_COMMENT, _dropped("script"), _dropped("style"), _DECLARATION))
_TAIL = rb"|".join((*map(_text_only, _TEXT_ONLY), _REST))

# Group 1 is the name, group 2 the rest of the tag (and the inside of text-only elements);
# both are empty where something was skipped. The last alternative takes a tag that never
# ends; without it every "<" before the end of such a page would be tried anew.
TAG = re.compile(
    rb"(?s)<(?:" + _SKIPPED + rb"|([a-zA-Z][^\s/>\x00]*+)(" + _TAIL + rb")|[a-zA-Z].*+)"
)

_ONE_REST = re.compile(_REST)
_TEXT_ONLY_NAMES = frozenset(name.encode() for name in _TEXT_ONLY)


def text_inside(name: bytes, rest: bytes) -> bytes:
    """What a text-only element holds; its inside comes as a part of the rest of its tag."""
    if name.lower() not in _TEXT_ONLY_NAMES:
        return b""
    tag = _ONE_REST.match(rest)
    return rest[tag.end() :] if tag else b""
