"""One way of writing for what is written in several: 第三代骁龙8 and Snapdragon 8 Gen 3.

The topic has synonyms and rewritings. They are applied to normalized text (`index.text.normal`) of
the index and of queries alike, so that all ways of writing meet.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.text import normal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.topic import Topic

    Replaced = Callable[[re.Match[str]], str]


_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_NUMBER = "[0-9]{1,2}|[一二三四五六七八九十]{1,3}"
_CODE = "[a-z0-9]{1,12}"
_DIGITS = {digit: number for number, digit in enumerate("一二三四五六七八九", 1)}


class Rewriter:
    """Safe to use from several threads; takes time that is linear in the text."""

    def __init__(self, topic: Topic) -> None:
        self._replaced: dict[str, Replaced] = {}
        patterns: list[str] = []
        for number, one in enumerate(topic.rewritings):
            patterns.append(f"(?P<r{number}>{_template_pattern(normal(one.written), number)})")
            self._replaced[f"r{number}"] = _filled(normal(one.means), number)
        synonyms = {normal(word): normal(same[0]) for same in topic.synonyms for word in same[1:]}
        for number, word in enumerate(sorted(synonyms, key=len, reverse=True)):
            patterns.append(f"(?P<s{number}>{_whole_word(word)})")
            self._replaced[f"s{number}"] = _always(synonyms[word])
        self._pattern = re.compile("|".join(patterns) or r"(?!)")

    def text(self, written: str) -> str:
        """The text as it is searched for."""
        return self._pattern.sub(self._replacement, written)

    def traced(self, written: str, places: list[int]) -> tuple[str, list[int]]:
        """The same, with the place in the original of each character."""
        pieces: list[str] = []
        traced: list[int] = []
        at = 0
        for found in self._pattern.finditer(written):
            start, end = found.span()
            new = self._replacement(found)
            pieces += (written[at:start], new)
            traced += (*places[at:start], *_spread(places[start:end], len(new)))
            at = end
        if not pieces:
            return written, places
        return "".join((*pieces, written[at:])), [*traced, *places[at:]]

    def _replacement(self, found: re.Match[str]) -> str:
        kind = next(name for name in self._replaced if found[name] is not None)
        return self._replaced[kind](found)


def _spread(places: list[int], length: int) -> Iterator[int]:
    """The new characters cover the places of the old ones."""
    yield from (places[0] for _ in range(length - 1))
    yield from (places[-1] for _ in range(min(length, 1)))


def _whole_word(word: str) -> str:
    """With or without its spaces; a number may follow, but no letter."""
    before = "(?<![a-z])" if word[0].isascii() else ""
    behind = "(?![a-z])" if word[-1].isascii() else ""
    return before + re.escape(word).replace(r"\ ", " ?") + behind


def _template_pattern(template: str, number: int) -> str:
    """Each placeholder is a group; the names of groups differ from template to template.

    What begins with a letter or digit is not searched for within a word: the 8 of 888.
    """
    literals = _PLACEHOLDER.split(template)
    return ("(?<![a-z0-9.])" if literals[0][:1].isascii() else "") + "".join(
        f"(?P<{part}{number}>{_NUMBER if part == 'n' else _CODE})"
        if at % 2
        else re.escape(part).replace(r"\ ", " ?")
        for at, part in enumerate(literals)
    )


def _filled(template: str, number: int) -> Replaced:
    def filled(found: re.Match[str]) -> str:
        return _PLACEHOLDER.sub(lambda one: _value(found[f"{one[1]}{number}"], one[1]), template)

    return filled


def _value(text: str, placeholder: str) -> str:
    return str(_chinese_number(text)) if placeholder == "n" and not text.isascii() else text


def _chinese_number(text: str) -> int:
    """From 一 to 九十九.

    >>> [_chinese_number(text) for text in ("三", "十", "十二", "二十", "二十一")]
    [3, 10, 12, 20, 21]
    """
    tens, ten, ones = text.rpartition("十")
    number = _DIGITS.get(ones, 0)
    return number + 10 * (_DIGITS.get(tens, 1) if ten else 0)


def _always(text: str) -> Replaced:
    return lambda _found: text
