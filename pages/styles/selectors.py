"""Selectors: split quickly, compiled by cssselect2 only where an element may need them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from cssselect2 import compile_selector_list

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pages.styles.node import Node

LONGEST_SELECTOR = 500
MOST_COMBINATORS = 20
_MOST_NESTED = 5

_SPLIT = re.compile(r""""[^"]*+"?|'[^']*+'?|\\.|[()\[\],]""", re.DOTALL)
_STRING = re.compile(r""""[^"]*+"?|'[^']*+'?""")
_PARENTHESES = re.compile(r"\([^()]*+\)")
_BRACKETS = re.compile(r"\[[^\[\]]*+\]")
_NAME = r"(?:[-\w]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6}+\s?|\\[^\n])+"
_TOKEN = re.compile(rf"([.#:]?)({_NAME})|(\s*[\s>+~]\s*)")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
# No text of the page, or nothing a page does by itself; names that only other browsers know.
_NEVER = re.compile(
    r"::|:(?:before|after|first-line|first-letter|hover|focus|focus-within|focus-visible|active"
    r"|visited|target)(?![\w-])"
)
_FOREIGN = re.compile(r":-(?:moz|ms|o)-")


class Selector:
    """`key` is what its element has (#id, .class, tag or *), `needs` what the page must have."""

    __slots__ = ("_text", "key", "needs")

    def __init__(self, text: str, key: str, needs: frozenset[str]) -> None:
        self._text = text
        self.key = key
        self.needs = needs

    @property
    def test(self) -> Callable[[Node], bool]:
        return _compiled(self._text)[0]

    @property
    def specificity(self) -> tuple[int, int, int]:
        return _compiled(self._text)[1]


_Compiled = tuple["Callable[[Node], bool]", tuple[int, int, int]]


@lru_cache(maxsize=16_384)
def _compiled(text: str) -> _Compiled:
    try:
        (compiled,) = compile_selector_list(text)
    except Exception:  # noqa: BLE001 - a stranger's selector breaks what nobody foresaw
        return _matches_nothing, (0, 0, 0)
    if compiled.pseudo_element is not None or compiled.never_matches:
        return _matches_nothing, (0, 0, 0)
    return compiled.test, compiled.specificity


def _matches_nothing(_node: Node) -> bool:
    return False


def selectors(prelude: str) -> Iterator[Selector]:
    """The selectors of a list, but for those that can never match an element."""
    if _FOREIGN.search(prelude):
        return
    for part in _parts(prelude):
        text = part.strip()
        if text and len(text) <= LONGEST_SELECTOR and (found := _selector(text)):
            yield found


def _parts(prelude: str) -> Iterator[str]:
    if not any(sign in prelude for sign in "(['\"\\"):
        yield from prelude.split(",")
        return
    start = depth = 0
    for sign in _SPLIT.finditer(prelude):
        if sign[0] in "([":
            depth += 1
        elif sign[0] in ")]":
            depth -= 1
        elif sign[0] == "," and depth == 0:
            yield prelude[start : sign.start()]
            start = sign.end()
    yield prelude[start:]


def _selector(text: str) -> Selector | None:
    plain = _plain(text)
    if plain is None or _NEVER.search(plain):
        return None
    key, needs, combinators = "*", set(), 0
    for sign, name, combinator in _TOKEN.findall(plain):
        if combinator:
            key, combinators = "*", combinators + 1
        elif sign == ":":
            key = "html" if name == "root" and key == "*" else key
        else:
            word = sign + _unescaped(name) if sign else name.lower()
            needs.update([word] if sign else [])
            key = word if _RANK[sign] >= _RANK[_sign_of(key)] else key
    if combinators > MOST_COMBINATORS:
        return None
    return Selector(text, key, frozenset(needs))


_RANK = {"*": 0, "": 1, ".": 2, "#": 3}


def _sign_of(key: str) -> str:
    return key[0] if key[0] in _RANK else ""


def _plain(text: str) -> str | None:
    """Without what stands in parentheses and brackets; None where those are nested without end."""
    if not any(sign in text for sign in "([\"'"):
        return text
    text = _STRING.sub("", text)
    for _ in range(_MOST_NESTED):
        text = _BRACKETS.sub("", _PARENTHESES.sub("", text))
    return None if any(sign in text for sign in "()[]") else text


def _unescaped(name: str) -> str:
    return _ESCAPE.sub(_character, name) if "\\" in name else name


def _character(escape: re.Match[str]) -> str:
    if escape[1] is None:
        return escape[2]
    number = int(escape[1], 16)
    return chr(number) if 0 < number < 0x110000 else "\ufffd"
