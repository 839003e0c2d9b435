"""A page's styles with everything taken out that would load, or lead out of a style element."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pages.encoding import to_text
from pages.tags import TAG

if TYPE_CHECKING:
    from pages.page import Page

MOST_CHARACTERS = 500_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# Whoever writes url( as \75rl( has reasons; what icons write so is not shown without their fonts.
_ESCAPE = re.compile(r"\\(?:[0-9a-fA-F]{1,6}\s?|.?)", re.DOTALL)
_RULES_THAT_LOAD = re.compile(
    r"@\s*(?:import|namespace|charset)[^;{}]*;?|@\s*font-face\s*\{[^}]*\}?", re.IGNORECASE
)
_LOADS = re.compile(
    r"(?:url|src|image-set|-webkit-image-set|image|cross-fade|element|expression|attr)\s*\("
    r"(?:\s*\"[^\"]*\"?|\s*'[^']*'?|[^)\"';{}]*)[^);{}]*\)?",
    re.IGNORECASE,
)


def inert_style(text: str) -> str:
    """Declarations or a whole sheet that load nothing and hold no markup.

    >>> inert_style("b { color: red; background: url(//spy.example/a.gif) no-repeat }")
    'b { color: red; background: none no-repeat }'
    """
    text = _COMMENT.sub(" ", text[:MOST_CHARACTERS])
    text = _ESCAPE.sub("", text).replace("<", "").replace("\0", "")
    return _LOADS.sub("none", _RULES_THAT_LOAD.sub(" ", text))


def inert_sheet(page: Page) -> str:
    """What stands in the page's own style elements; sheets of other files are not looked for."""
    sheets: list[str] = []
    room = MOST_CHARACTERS
    for match in TAG.finditer(page.body):
        if match[1] is None and match[0][:6].lower() == b"<style":
            written = to_text(match[0], page.encoding)
            sheet = inert_style(written.partition(">")[2].rpartition("</")[0])
            sheets.append(sheet[:room])
            room -= len(sheets[-1])
    return "\n".join(sheets)
