"""The text of a post as a reader sees it, line by line: without signature, buttons, edit notes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from channels.nodes import Nodes

# Class words of what forums put inside a post's element and the author did not write.
_LEFT_OUT = re.compile(
    r"(?:^|[\s_-])(?:"
    r"(?:post|user|forum|message)?-?_?sig(?:nature)?"
    r"|(?:last-?_?)?edit(?:ed)?(?:-?_?(?:by|note|info|message|reason))?|pstatus"
    r"|attach(?:ment)?s?(?:-?_?(?:list|files))?"
    r"|likes?|reactions?|votes?|share|sharing|toolbar|reply-?button"
    r"|(?:post|message|comment)-?_?(?:actions?|buttons?|controls?|footer|options|tools)"
    r"|a_p[rtb]|ads?|advert(?:isement)?"
    r")(?:$|[\s_])",
    re.IGNORECASE,
)
_IN_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")  # memberSignature
_QUOTE = re.compile(
    r"(?:^|[\s_-])(?:bb(?:code)?)?-?_?(?:block)?quoted?"
    r"(?:-?_?(?:block|content|container|body|text|message|wrapper|box|expand\w*))*(?:$|\s)"
    r"|bbcode\w*quote",
    re.IGNORECASE,
)
_EDIT_NOTE = re.compile(
    r"\W*(?:(?:last|post|comment|this post (?:has been|was)|zuletzt|dernière|última|ultima)\s)?"
    r"(?:edited|modified|bearbeitet|geändert|modification|modifié|edición|editado|modifica|"
    r"отредактировано|изменено)\b|本帖最后由|[编編][辑輯]于|最后编辑",
    re.IGNORECASE,
)
# A last line of nothing but what a reader may do.
_BUTTONS = re.compile(
    r"(?:\W*(?:reply|quote|report|share|like|permalink|edit|delete|antworten|zitieren|melden|répondre|"
    r"citer|responder|回复|引用|举报|分享|点赞|收藏)){1,6}\W*",
    re.IGNORECASE,
)
_LONGEST_NOTE = 150
# What forums write between a post and its author's signature.
SIGNATURE_LINE = re.compile(r"_{8,}+|-{16,}+")
LONGEST_SIGNATURE = 400  # characters
_LONGEST_NAME = 500
_HAS_PICTURE = ("img", "video", "iframe", "embed", "object", "picture")


def post_text(page: Nodes, place: int, *, quotes: bool = True) -> str:
    """The text of the element at a place, with what it quotes or without."""
    lines = _without_signature(_lines(page, place, quotes=quotes))
    while len(lines) > 1 and len(lines[-1]) < _LONGEST_NOTE and _BUTTONS.fullmatch(lines[-1]):
        del lines[-1]
    for end in (0, -1):
        if len(lines) > 1 and len(lines[end]) < _LONGEST_NOTE and _EDIT_NOTE.match(lines[end]):
            del lines[end]
    return "\n".join(lines)


def _without_signature(lines: list[str]) -> list[str]:
    """Without what stands below a line of underscores at the end."""
    for place, line in enumerate(lines):
        if SIGNATURE_LINE.fullmatch(line):
            below = lines[place + 1 :]
            if sum(map(len, below)) <= LONGEST_SIGNATURE:
                return lines[:place]
    return lines


def _lines(page: Nodes, place: int, *, quotes: bool = True) -> list[str]:
    content = page.nodes[place]
    left_out = _left_out(page, place, quotes=quotes)
    lines: list[str] = []
    line = -1
    number = content.first
    while number < content.last:
        if number in left_out:
            number = left_out[number]
            continue
        leaf = page.leaves[number]
        if leaf.line != line:
            lines.append(leaf.text)
            line = leaf.line
        else:
            lines[-1] += (" " if leaf.has_space_before else "") + leaf.text
        number += 1
    return lines


def _left_out(page: Nodes, place: int, *, quotes: bool) -> dict[int, int]:
    """The first leaf of each part that is left out, and the leaf behind the part."""
    content = page.nodes[place]
    whole = content.last - content.first
    left_out: dict[int, int] = {}
    for inner in range(place + 1, content.end):
        node = page.nodes[inner]
        is_part = 0 < node.last - node.first < whole and any(
            name and _names_part(name[:_LONGEST_NAME])
            for name in (node.element.get("class"), node.element.get("data-role"))
        )
        if is_part or (not quotes and is_quote(node.element)):
            left_out[node.first] = max(node.last, left_out.get(node.first, 0))
    return left_out


def quoted(page: Nodes, place: int) -> tuple[str, ...]:
    """What the post quotes: the texts of the outermost quotes in the element at a place."""
    found: list[str] = []
    behind = place + 1
    for inner in range(place + 1, page.nodes[place].end):
        if inner >= behind and is_quote(page.nodes[inner].element):
            behind = page.nodes[inner].end
            found.append("\n".join(_lines(page, inner)))
    return tuple(filter(None, found))


def is_quote(element: Element) -> bool:
    if element.tag in ("blockquote", "q"):
        return True
    name = element.get("class")
    return bool(name) and _names_quote(name[:_LONGEST_NAME])


@lru_cache(maxsize=8192)
def _names_part(name: str) -> bool:
    return _LEFT_OUT.search(_IN_WORD.sub("-", name)) is not None


@lru_cache(maxsize=8192)
def _names_quote(name: str) -> bool:
    return _QUOTE.search(name) is not None


def has_picture(page: Nodes, place: int) -> bool:
    """Is there something to see besides text?"""
    return next(page.nodes[place].element.iter(*_HAS_PICTURE), None) is not None
