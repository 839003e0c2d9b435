"""Words around a number that make it a limit: 以上, 不超过, at least, höchstens, or so."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Literal, NamedTuple

from core.topic import ValueType
from index.query.model import Chosen
from index.query.vocabulary import known_before, meaning_at, stands_alone
from index.query.wordlists import any_of, one_space, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from core.locale_packs import LimitWords, QueryPack, Words
    from index.query.measures import Units
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


class Limit(Enum):
    AT_LEAST = "at_least"
    MORE = "more"
    AT_MOST = "at_most"
    LESS = "less"
    ABOUT = "about"
    BETWEEN = "between"
    EXACT = "exact"

    @property
    def from_below(self) -> bool:
        return self in (Limit.AT_LEAST, Limit.MORE)

    @property
    def from_above(self) -> bool:
        return self in (Limit.AT_MOST, Limit.LESS)


class LimitMatch(NamedTuple):
    limit: Limit
    place: int
    """The start of words before a number, the end of words after it."""


_SIGNS_BEFORE = {
    Limit.AT_LEAST: ("≥", ">=", "=>"),
    Limit.MORE: (">",),
    Limit.AT_MOST: ("≤", "<=", "=<"),
    Limit.LESS: ("<",),
    Limit.ABOUT: ("~", "≈"),
    Limit.EXACT: (":", "=", "=="),
}
_PLUS = "+"  # behind a number: at least
_OPPOSITES = {Limit.MORE: Limit.AT_MOST, Limit.LESS: Limit.AT_LEAST}
_FARTHEST = 40  # characters before a number that are searched for such words


def _before() -> Iterator[tuple[str, Limit]]:
    for limit in Limit:
        yield from ((sign, limit) for sign in _SIGNS_BEFORE.get(limit, ()))
        yield from ((word, limit) for word in words_of(_written("before", limit)))
    for limit, opposite in _OPPOSITES.items():
        yield from ((word, opposite) for word in words_of(_negated(limit)))


def _behind() -> Iterator[tuple[str, Limit]]:
    yield _PLUS, Limit.AT_LEAST
    for limit in Limit:
        yield from ((word, limit) for word in words_of(_written("behind", limit)))


def _written(side: Literal["before", "behind"], limit: Limit) -> Callable[[QueryPack], Words]:
    def words(pack: QueryPack) -> Words:
        of_side: LimitWords = getattr(pack.limits, side)
        found: Words = getattr(of_side, limit.value)
        return found

    return words


def _negated(limit: Limit) -> Callable[[QueryPack], Iterator[str]]:
    """不超过, no more than, nicht über."""
    plain = _written("before", limit)

    def words(pack: QueryPack) -> Iterator[str]:
        for no in pack.limits.no:
            joint = " " if no.isascii() else ""
            yield from (no + joint + word for word in plain(pack))

    return words


# Of several words the longest match counts, so 不超过 is not 超过.
_LIMITS_BEFORE: Mapping[str, Limit] = dict(_before())
_LIMITS_BEHIND: Mapping[str, Limit] = dict(_behind())
_WORDS_BEFORE = re.compile(rf"(?:{any_of(_LIMITS_BEFORE)})(?=\s{{0,3}}\Z)")
_WORDS_BEHIND = re.compile(
    rf"\s{{0,3}}(?!{any_of(words_of(lambda pack: pack.limits.not_behind))})"
    rf"({any_of(_LIMITS_BEHIND)})(?:(?:{any_of(words_of(lambda pack: pack.links))})(?=\s|\Z))?"
)


def limit_before(
    text: str, at: int, earliest: int = 0, words: Vocabulary | None = None
) -> LimitMatch | None:
    """The limit that the words right before a number express; but not the 为 of 华为.

    >>> limit_before("不超过3000", 3)
    LimitMatch(limit=<Limit.AT_MOST: 'at_most'>, place=0)
    """
    start = max(earliest, at - _FARTHEST)
    found = _WORDS_BEFORE.search(text[start:at])
    if not found:
        return None
    place = start + found.start()
    if words and len(found[0]) == 1 and known_before(words, text, start + found.end(), place):
        return None
    return LimitMatch(_LIMITS_BEFORE[one_space(found[0])], place)


def limit_behind(text: str, at: int) -> LimitMatch | None:
    """The limit after a number; but the + of 12+256 and the 内 of 内存 are none."""
    found = _WORDS_BEHIND.match(text, at)
    if not found or (found[1] == _PLUS and text[found.end() : found.end() + 1].isalnum()):
        return None
    return LimitMatch(_LIMITS_BEHIND[one_space(found[1])], found.end())


# Limits of versions: Android 12以上, "ios 15 or later".
#
# Versions stand within free text (MIUI 14（Android 13）), so a limit means all versions within it.


_VERSION = re.compile(r"(?<![\d.])(\d{1,2})(?:\.(\d))?(?:\.\d)?(?![\d.])", re.ASCII)
_FARTHEST_VERSION = 30  # characters from a name to its version
_BETWEEN = re.compile(rf"\s?(?:(?:{'|'.join(words_of(lambda pack: pack.versions))})\s?)?")
_SIGNS = {Limit.AT_LEAST: "≥", Limit.MORE: ">", Limit.AT_MOST: "≤", Limit.LESS: "<"}
_LATEST = 40


def take_versions(draft: Draft, words: Vocabulary, units: Units) -> None:
    at = 0
    while at < len(draft.text):
        at = _take_version(draft, words, units, at) or at + 1


def _take_version(draft: Draft, words: Vocabulary, units: Units, start: int) -> int:
    """The end of a word with the limit of its version, if one begins here; else 0."""
    text = draft.text
    known = meaning_at(words, text, start)
    if not known or not stands_alone(text, start, known[0]) or not known[1].value:
        return 0
    behind_word, meaning = known
    found = _VERSION.search(text, behind_word, behind_word + _FARTHEST_VERSION)
    is_text = words.by_name[meaning.attribute].type is ValueType.TEXT
    if not (found and is_text) or units.at(text, found.end())[1]:
        return 0
    before, behind = (
        limit_before(text, found.start(), behind_word, words),
        limit_behind(text, found.end()),
    )
    limited = behind or before
    first = before.place if before else found.start()
    if not (limited and limited.limit in _SIGNS and _BETWEEN.fullmatch(text, behind_word, first)):
        return 0
    versions = tuple(_within(int(found[1]), found[2], limited.limit))
    end = behind.place if behind else found.end()
    draft.add(
        Chosen(
            attribute=meaning.attribute,
            said=draft.raw[start:end],
            start=start,
            end=end,
            values=tuple(f"{meaning.value} {version}" for version in versions),
            shown=f"{meaning.value} {_SIGNS[limited.limit]} {found[0]}",
        )
    )
    return end


def _within(major: int, minor: str | None, limit: Limit) -> Iterator[str]:
    """4 stands for 4.4 as well."""
    includes = limit in (Limit.AT_LEAST, Limit.AT_MOST)
    others = range(major + 1, _LATEST) if limit.from_below else range(1, major)
    yield from map(str, others)
    if minor is None or (minor == "0" and limit is Limit.AT_LEAST):
        yield from (str(major),) if includes else ()
        return
    last = int(minor) + (includes is limit.from_above)
    minors = range(last, 10) if limit.from_below else range(last)
    yield from (f"{major}.{each}" for each in minors)
