"""Words around a number that make it a limit: 以上, 不超过, at least, or so."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Limit(Enum):
    AT_LEAST = auto()
    MORE = auto()
    AT_MOST = auto()
    LESS = auto()
    ABOUT = auto()
    BETWEEN = auto()
    EXACT = auto()

    @property
    def from_below(self) -> bool:
        return self in (Limit.AT_LEAST, Limit.MORE)

    @property
    def from_above(self) -> bool:
        return self in (Limit.AT_MOST, Limit.LESS)


class LimitMatch(NamedTuple):
    limit: Limit
    place: int
    """Where the words begin (those before a number) or end (those behind it)."""


# Parted by bars; the longest that fits counts, so 不超过 is no 超过.
_BEFORE = {
    Limit.AT_LEAST: "至少|不低于|不要低于|不能低于|不少于|不小于|最低|最少|最小|起码|≥|>=|=>"
    "|at least|no less than|from|min|min.|minimum|starting at|starting from|since",
    Limit.MORE: "大于|超过|高于|多于|>|over|above|more than|greater than|larger than|bigger than"
    "|higher than|heavier than|after",
    Limit.AT_MOST: "不超过|不要超过|不能超过|不要高于|不高于|不大于|不多于|别超过|最多|至多"
    "|最高|最大|≤|<=|=<|at most|up to|max|max.|maximum|no more than|not more than|within|until"
    "|till",
    Limit.LESS: "小于|低于|少于|不到|不足|<|under|below|less than|lighter than|smaller than"
    "|cheaper than|thinner than|lower than|before",
    Limit.ABOUT: "约|大约|大概|差不多|接近|around|about|approx|approx.|approximately|roughly|~|≈",
    Limit.BETWEEN: "between|介于|从|在",
    Limit.EXACT: ":|=|==|是|为|in",
}
_BEHIND = {
    Limit.AT_LEAST: "以上|及以上|或以上|起|起步|打底|往上|+|or more|and more|and up|or up"
    "|and above|or above|or higher|or larger|or bigger|plus",
    Limit.AT_MOST: "以下|及以下|或以下|以内|之内|内|封顶|往下|or less|and less|and below|or below"
    "|or under|and under|or lower|or smaller|max|tops",
    Limit.ABOUT: "左右|上下|档|档位|价位|附近|or so",
    Limit.BETWEEN: "之间|区间",
}
_FARTHEST = 20  # characters before a number in which words about it may stand


def _by_words(table: Mapping[Limit, str]) -> Mapping[str, Limit]:
    return {words: limit for limit, many in table.items() for words in many.split("|")}


def _any(words: Mapping[str, Limit]) -> str:
    return "|".join(map(_whole, sorted(words, key=len, reverse=True)))


def _whole(words: str) -> str:
    """Latin words are no part of longer ones, nor is the 为 of 华为 a word."""
    first = r"(?<![a-z])" if words[0].isascii() and words[0].isalpha() else ""
    first = "(?<!华)" if words == "为" else first
    last = r"(?![a-z])" if words[-1].isascii() and words[-1].isalpha() else ""
    return first + re.escape(words) + last


_LIMITS_BEFORE, _LIMITS_BEHIND = _by_words(_BEFORE), _by_words(_BEHIND)
_WORDS_BEFORE = re.compile(rf"(?:{_any(_LIMITS_BEFORE)})(?=\s{{0,3}}\Z)")
_WORDS_BEHIND = re.compile(rf"\s{{0,3}}({_any(_LIMITS_BEHIND)})(?:的(?=\s|\Z))?")


def limit_before(text: str, at: int, earliest: int = 0) -> LimitMatch | None:
    """What the words right before a number make of it.

    >>> limit_before("不超过3000", 3)
    LimitMatch(limit=<Limit.AT_MOST: 3>, place=0)
    """
    start = max(earliest, at - _FARTHEST)
    found = _WORDS_BEFORE.search(text[start:at])
    return LimitMatch(_LIMITS_BEFORE[found[0]], start + found.start()) if found else None


def limit_behind(text: str, at: int) -> LimitMatch | None:
    """The + of 12+256 is no limit, nor is the 内 of 内存."""
    found = _WORDS_BEHIND.match(text, at)
    if not found:
        return None
    following = text[found.end() : found.end() + 1]
    if (found[1] == "+" and following.isalnum()) or (
        found[1] == "内" and following in set("存置屏")
    ):
        return None
    return LimitMatch(_LIMITS_BEHIND[found[1]], found.end())
