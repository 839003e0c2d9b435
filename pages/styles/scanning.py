"""The rules of a style sheet, one after the other, but for those that concern no look.

Only the braces are looked at here, in one pass; selectors and declarations are read where an
element may need them, which spares most of a large sheet.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pages.styles.media import concerns_us

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE = re.compile(
    r"""/\*(?:.*?\*/|.*)
    |"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?
    |'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?
    |url\(\s*+[^"'\s)][^)]*+\)?
    |\\.
    |[{};]""",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_COMMENT = re.compile(r"/\*(?:.*?\*/|.*)", re.DOTALL)
_CONCERNS_LOOKS = re.compile(
    r"(?<![\w-])(?:font(?:-family|-size|-style|-weight)?|color|background(?:-color|-image)?"
    r"|text-decoration(?:-line)?|all|--[^:;{}]{0,200}+)\s*+:|\\",
    re.IGNORECASE,
)
_AT = re.compile(r"@([-a-z]+)\s*", re.IGNORECASE)
_SKIPPED, _STYLE, _GROUP = range(3)


class Ruleset(NamedTuple):
    """A selector list and what stands in its braces, both as written; "" is no layer at all."""

    prelude: str
    body: str
    layer: str


class Statement(NamedTuple):
    """Such as @import: its name and what stands behind it up to the semicolon."""

    name: str
    rest: str
    layer: str


class _Block(NamedTuple):
    kind: int
    prelude: str
    start: int
    layer: str


def scan(text: str) -> Iterator[Ruleset | Statement]:
    """What is not closed ends with the sheet; what is closed too often spoils the next rule."""
    blocks = [_Block(_GROUP, "", 0, "")]
    start = 0
    for piece in _PIECE.finditer(text):
        sign = piece[0]
        if sign == "{":
            blocks.append(_opened(text[start : piece.start()], piece.end(), blocks[-1]))
            start = piece.end()
            if blocks[-1].kind == _GROUP and blocks[-1].layer != blocks[-2].layer:
                yield Statement("layer", blocks[-1].layer, "")
        elif sign == "}" and len(blocks) > 1:
            yield from _closed(blocks.pop(), text, piece.start())
            start = piece.end() if blocks[-1].kind == _GROUP else start
        elif sign == ";" and blocks[-1].kind == _GROUP:
            written = _without_comments(text[start : piece.start()])
            if found := _AT.match(written):
                yield Statement(found[1].lower(), written[found.end() :], blocks[-1].layer)
                start = piece.end()
    for block in reversed(blocks):
        yield from _closed(block, text, len(text))


def _opened(written: str, start: int, around: _Block) -> _Block:
    if around.kind != _GROUP:
        return _Block(_SKIPPED, "", start, "")
    prelude = _without_comments(written)
    found = _AT.match(prelude)
    if found is None:
        return _Block(_STYLE, prelude, start, around.layer)
    name, rest = found[1].lower(), prelude[found.end() :]
    if name == "layer":
        return _Block(_GROUP, "", start, layer_in(around.layer, rest, start))
    concerns = concerns_us(rest) if name == "media" else name == "supports" and _supported(rest)
    return _Block(_GROUP if concerns else _SKIPPED, "", start, around.layer)


def layer_in(around: str, name: str, number: int) -> str:
    """The full name of a layer; one without a name is equal to no other."""
    own = name.strip() or f"(nameless {number})"
    return f"{around}.{own}" if around else own


def _supported(condition: str) -> bool:
    """What sheets ask about is nearly always there by now."""
    return not condition.lower().lstrip("( ").startswith("not")


def _closed(block: _Block, text: str, end: int) -> Iterator[Ruleset]:
    if block.kind == _STYLE and _CONCERNS_LOOKS.search(text, block.start, end):
        yield Ruleset(block.prelude, text[block.start : end], block.layer)


def _without_comments(written: str) -> str:
    if "/*" in written:
        written = _COMMENT.sub(" ", written)
    return written.replace("<!--", " ").replace("-->", " ").strip()
