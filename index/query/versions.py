"""Limits of versions: Android 12以上, "ios 15 or later".

Versions are told within free text (MIUI 14（Android 13）), so a limit stands for all within it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.topic import ValueType
from index.query.limits import Limit, limit_before, limit_behind
from index.query.model import Chosen
from index.query.vocabulary import meaning_at, stands_alone
from index.query.wordlists import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.query.measures import Units
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


_VERSION = re.compile(r"(?<![\d.])(\d{1,2})(?:\.(\d))?(?:\.\d)?(?![\d.])", re.ASCII)
_FARTHEST = 30  # characters from a name to its version
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
    found = _VERSION.search(text, behind_word, behind_word + _FARTHEST)
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
