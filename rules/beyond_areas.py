"""Whether a page shows more than its exact areas say, told by a glance at its bytes.

An exact area is read without a look at the rest of its page. There may be a second table, a box
of what is in the package, a list that the sample did not have. Texts that stand like names are
cheap to find: the first text of a table's row, the terms of a definition list, texts up to a
colon. A page where all of them are known from samples has nothing more to say; any other is
read row by row.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING

from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pages.page import Page
    from rules.areas import AreaReading
    from rules.model import SiteRules

# More white space before a text is not looked through.
_INDENT = 200
# Longer texts are no names.
_LONGEST = 80
# A page of megabytes is not looked through: what stands so far from the area is seldom a fact.
_FAR = 100_000
_FIRST_OF_ROW = re.compile(
    rb"<(?:[tT][rR]|[dD][tT])\b[^<>]*+>\s*+(?:<[^<>]*+>\s*+)*+([^<]{1,%d})" % _LONGEST
)
_COLON = re.compile(rb":(?=[\s<&])")
_TO_COLON = re.compile("[^:：]*+")
_TITLE = re.compile(rb"(?i)<title[^<>]*+>([^<]*+)")
# Marks of scripts and styles, which names do not have.
_CODE = re.compile("[{}=;<]")


def shows_more(page: Page, rules: SiteRules, readings: Sequence[AreaReading]) -> bool:
    """Whether a page shows a name outside of its areas that may be one of a fact.

    That is a name which another sample has, or one that no sample shows.
    """
    said = {pair.name for reading in readings for pair in reading.pairs or ()}
    if not said:
        return False  # Areas that say nothing tell that nothing is to be read.
    longest = max(said, key=len)
    return _shows_labelled(page, rules, said) or _shows_new(page, rules, longest)


def _shows_labelled(page: Page, rules: SiteRules, said: Collection[str]) -> bool:
    """A sample without that name taught an area that may stand beside it."""
    body = page.body
    for name in rules.labelled_names:
        if name in said:
            continue
        written = name.encode(page.encoding, "replace")
        at = body.find(written)
        while at >= 0:
            # A text of its own that begins with the name: words in a sentence are none.
            if body[max(at - _INDENT, 0) : at].rstrip().endswith(b">"):
                return True
            at = body.find(written, at + len(written))
    return False


def _shows_new(page: Page, rules: SiteRules, name: str) -> bool:
    """Near the area, which holds that name."""
    shown = rules.shown_names
    if shown is None:
        return False
    title = _TITLE.search(page.body)
    headline = name_key(title[1].decode(page.encoding, "replace")) if title else ""
    at = max(page.body.find(name.encode(page.encoding, "replace")), 0)
    found = keys_like_names(page.body[max(at - _FAR, 0) : at + _FAR], page.encoding)
    return any(key not in shown and key not in headline for key in found)


def keys_like_names(body: bytes, encoding: str) -> Iterator[str]:
    """The keys of all texts that stand like names."""
    for first in _FIRST_OF_ROW.finditer(body):
        yield from _key(first[1], encoding)
    for colon in _COLON.finditer(body):
        yield from _key(_text_before(body, colon.start()), encoding)
    wide_colon = "：".encode(encoding, "ignore")
    at = body.find(wide_colon) if wide_colon else -1
    while at >= 0:
        yield from _key(_text_before(body, at), encoding)
        at = body.find(wide_colon, at + len(wide_colon))


def _text_before(body: bytes, end: int) -> bytes:
    """From the last tag to a place; empty where that is too far for a name."""
    start = body.rfind(b">", max(end - _LONGEST, 0), end) + 1
    return body[start:end] if start else b""


@lru_cache(maxsize=20_000)
def _key(text: bytes, encoding: str) -> tuple[str, ...]:
    """The key of a text up to its colon; none where it is no name, or was cut."""
    shown = unescape(text.decode(encoding, "replace"))
    if len(text) >= _LONGEST or _CODE.search(shown):
        return ()
    start = _TO_COLON.match(shown)
    key = name_key(start[0]) if start else ""
    return () if not key or key.isdigit() else (key,)
