"""What a name says of the variant: memory, networks, colours, where it is sold."""

from __future__ import annotations

import re
from typing import NamedTuple

from index.products.memory import take_memory
from index.products.vocabulary import MARKS
from index.products.writing import compact, folded


class Variant(NamedTuple):
    """`memory` like "4GB+64GB", "" where the name tells none; `marks` in the name's order."""

    memory: str = ""
    marks: tuple[str, ...] = ()

    @property
    def generations(self) -> frozenset[str]:
        """Of networks, where the name tells them: 4g of 移动4G."""
        return frozenset(mark[-2:] for mark in self.marks if _GENERATION.search(mark))


class WithoutMarks(NamedTuple):
    rest: str
    variant: Variant


def _any_of(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(folded(word)) for word in sorted(words, key=len, reverse=True))


_GENERATION = re.compile(r"[2-5]g$")
_CARRIERS = _any_of(MARKS.carriers)
_NETWORK = rf"(?:(?:{_CARRIERS}|双|三网)\s*+/?\s*+)+(?:[2-4]g|td-lte|双卡)(?:手机)?版?"
_CARRIER = rf"(?:{_CARRIERS})(?:定制)?版?(?![\u4e00-\u9fff]|\s*/\s*(?:{_CARRIERS})[2-5]g)"
_COLOUR = rf"(?:{_any_of(MARKS.colours)})(?![\u4e00-\u9fff])"
_WORD = rf"(?:{_any_of(MARKS.words)})版?"
_MARK = re.compile(f"{_NETWORK}|{_WORD}|{_COLOUR}|{_CARRIER}", re.IGNORECASE)


def take_marks(name: str) -> WithoutMarks:
    """Cut the marks of the variant out of a tidy name.

    >>> take_marks("mate10 4gb+64gb(全网通)")
    WithoutMarks(rest='mate10  ( )', variant=Variant(memory='4GB+64GB', marks=('全网通',)))
    """
    marks: dict[str, None] = {}

    def mark(found: re.Match[str]) -> str:
        marks[compact(found[0]).removesuffix("版").removesuffix("手机")] = None
        return " "

    without = take_memory(name)
    rest = _MARK.sub(mark, without.rest)
    marks.pop("", None)
    return WithoutMarks(rest, Variant(without.memory, tuple(marks)))
