"""The tags of a page in source order, with the text after each: no tree, one pass.

One compiled expression over the raw bytes. Every loop in it is possessive, and what can
fail only fails once per page, so that no input makes it slower than linear. What counts as
a tag, and why, is in docs/tag-sequence.md.
"""

from __future__ import annotations

import re

_SPACE = rb"\t\n\f\r "
_BEHIND_NAME = _SPACE + rb"/<>\x00"
_NAME = rb"[a-zA-Z][^" + _BEHIND_NAME + rb"]*+"

# Behind a tag's name: attributes (quoted values may hold ">"), up to the closing ">".
_VALUE = rb"""[%b]*+(?:"[^"]*+"|'[^']*+'|[^%b>]*+)""" % (_SPACE, _SPACE)
_ATTRIBUTES = rb"(?:=" + _VALUE + rb"[^>=]*+)*+>"
_REST = rb"[^>=]*+" + _ATTRIBUTES

# The same, quicker: few tags have more than two attributes, most are in double quotes.
# Spelled out, those need no loop and no choice between quotes, which saves a sixth of the time.
_QUOTED = rb'="[^"]*+"[^>=]*+'
_QUICK_REST = rb"[^>=]*+(?:>|%b(?:>|%b(?:>|%b)|%b)|%b)" % (
    *(_QUOTED, _QUOTED),
    *(_ATTRIBUTES, _ATTRIBUTES, _ATTRIBUTES),
)

# Elements whose inside is text only: "<b>" in a title is three characters, no tag.
_TEXT_ONLY = ("title", "textarea", "xmp", "iframe", "noembed", "noframes")
# Few other names (table, time, area) end like one of them: two letters settle nearly every tag.
_ENDS_LIKE_TEXT_ONLY = rb"[lmeLME][eapdsEAPDS]"


def _repeated(part: bytes) -> bytes:
    """A possessive repetition of the part.

    Before 3.11.5 Python loses its place where a possessive loop's last round fails in the
    middle (gh-106052); with an alternative that never matches it does not.
    """
    return rb"(?:%b|(?!))*+" % part


def _any_case(name: str) -> bytes:
    return "".join(f"[{c}{c.upper()}]" for c in name).encode()


def _end_of(name: str) -> bytes:
    """The end tag of an element, but for its "<"."""
    return rb"/" + _any_case(name) + rb"[" + _SPACE + rb"/>]"


def _inside(name: str) -> bytes:
    """All up to this element's own end tag, or to the end of a page cut short."""
    return rb"[^<]*+" + _repeated(rb"<(?!" + _end_of(name) + rb")[^<]*+")


def _dropped(name: str) -> bytes:
    """A whole element that holds no content (script, style), but for the "s" of its name."""
    start = _any_case(name[1:]) + rb"(?=[" + _BEHIND_NAME + rb"])" + _REST
    return start + rb"(?:(?<=/>)|" + _inside(name) + rb"(?:</[^>]*+>?)?)"


def _text_only(name: str) -> bytes:
    """A tag with the inside of its element, unless that is free of "<" and needs no care."""
    nothing_to_hide = rb"(?<=/>)|(?=[^<]*+<" + _end_of(name) + rb")"
    return rb"(?<=<%b)%b(?:%b|%b)" % (_any_case(name), _REST, nothing_to_hide, _inside(name))


_COMMENT = rb"--(?:-?>|[^-]*+" + _repeated(rb"-(?!-!?>)[^-]*+") + rb"(?:--!?>)?)"
_CDATA = rb"\[CDATA\[[^\]]*+" + _repeated(rb"\](?!\]>)[^\]]*+") + rb"(?:\]\]>)?"
_TO_NEXT_BRACKET = rb"[^>]*+>?"
_SKIPPED = rb"|".join(
    (
        rb"!(?:" + _COMMENT + rb"|" + _CDATA + rb"|" + _TO_NEXT_BRACKET + rb")",
        rb"[sS](?:" + _dropped("script") + rb"|" + _dropped("style") + rb")",
        rb"\?" + _TO_NEXT_BRACKET,
    )
)
_TAIL = rb"|".join(
    (rb"(?<!" + _ENDS_LIKE_TEXT_ONLY + rb")" + _QUICK_REST, *map(_text_only, _TEXT_ONLY), _REST)
)

# Group 1 is the name, group 2 the rest of the tag; both are None where something was skipped.
# The last alternative takes a tag that never ends; without it every "<" before the end of such
# a page would be tried again. (?!/) skips end tags before anything more expensive is tried.
TAG = re.compile(
    rb"(?s)<(?!/)(?:" + _SKIPPED + rb"|(" + _NAME + rb")(" + _TAIL + rb")|[a-zA-Z].*+)"
)

_ONE_REST = re.compile(_REST)
_TEXT_ONLY_NAMES = frozenset(name.encode() for name in _TEXT_ONLY)


def text_inside(name: bytes, rest: bytes) -> bytes:
    """The inside of a text-only element, where it came as a part of the rest of its tag.

    Its "<" are written as entities, so that it reads as the text it is.
    """
    if name.lower() not in _TEXT_ONLY_NAMES:
        return b""
    tag = _ONE_REST.match(rest)
    return rest[tag.end() :].replace(b"<", b"&lt;") if tag else b""
