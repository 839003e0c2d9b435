"""Words before what is wanted, and what is not: 支持, without, ohne, 没有.

有没有 and 带不带 contain a negation, but they ask.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.query.model import Having
from index.query.vocabulary import name_behind
from index.query.wordlists import LATIN, any_of, is_latin, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.query.leftover import Leftovers
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


_FARTHEST = 30  # characters before a word that are searched for a negation
_WITHOUT = any_of(words_of(lambda pack: pack.negation.without), within="a-zß-")
_LACKING = any_of(words_of(lambda pack: pack.negation.lacking))
_OTHER_THAN = any_of(words_of(lambda pack: pack.negation.other_than))
# Chinese ones are parts of other words, like the 非 of 非常.
_LATIN_OTHER_THAN = any_of(
    word for word in words_of(lambda pack: pack.negation.other_than) if is_latin(word[0])
)
_ANY = rf"(?:\s{{0,2}}(?:{any_of(words_of(lambda pack: pack.negation.any))})){{0,2}}"
_ASKS = re.compile(rf"(?:{any_of(words_of(lambda pack: pack.negation.asks))})\Z")
_NOT = re.compile(rf"(?P<no>{_WITHOUT}|{_LACKING}|{_OTHER_THAN}){_ANY}[ -]{{0,2}}\Z")
_WITHOUT_BEFORE = re.compile(rf"(?P<no>{_WITHOUT}|{_LATIN_OTHER_THAN}){_ANY}\s{{0,2}}\Z")
_WITHOUT_AT = re.compile(rf"(?P<no>{_WITHOUT}){_ANY}\s{{0,2}}(?=\S)")
BEFORE_NAME = re.compile(rf"(?P<no>{_WITHOUT}|{_LACKING}){_ANY}\s{{0,2}}")
_HAVING = re.compile(
    rf"(?:{any_of(words_of(lambda pack: pack.having))})"
    rf"(?:\s{{0,2}}(?:{any_of(words_of(lambda pack: pack.negation.any))}))?\s{{0,2}}\Z"
)


def negation_before_value(text: str, at: int) -> int | None:
    """The start of a negation right before a value: without, 非, 除了."""
    return _start(_NOT, text, at)


def negation_before_word(text: str, at: int) -> int | None:
    """The start of a negation right before any word: not those that stand for other values."""
    return _start(_WITHOUT_BEFORE, text, at)


def _start(pattern: re.Pattern[str], text: str, at: int) -> int | None:
    earliest = max(0, at - _FARTHEST)
    found = pattern.search(text[earliest:at])
    if not found or asks(text, earliest + found.end("no")):
        return None
    return earliest + found.start()


def asks(text: str, end: int) -> bool:
    """Whether a word like 有没有 ends here."""
    return bool(_ASKS.search(text[max(0, end - _FARTHEST) : end]))


def negation_at(text: str, start: int, end: int) -> int | None:
    """The end of a negation with which a word begins: 不带刘海."""
    found = _WITHOUT_AT.match(text, start, end)
    return found.end() if found and not asks(text, found.end("no")) else None


def wish_before(text: str, at: int) -> int | None:
    """The start of a word for having something: 支持, with a."""
    earliest = max(0, at - _FARTHEST)
    found = _HAVING.search(text[earliest:at])
    return earliest + found.start() if found else None


# What products must not have: 没有摄像头, without a camera, 不带刘海.
#
# Values that are known by themselves (NFC, 双卡) are handled by `values`, with or without one.
# Here are names of attributes of any type, and unknown words.


_LATIN_WORDS = re.compile(rf"[{LATIN}]+(?:[ -][{LATIN}]+){{0,2}}")
_NAME_ENDS = re.compile(
    rf"[\s\0,、;。!?()|]|{any_of(words_of(lambda pack: (*pack.particles, *pack.features)))}|\Z"
)


def take_absent(draft: Draft, words: Vocabulary) -> None:
    """Names of attributes behind a negation: the attributes so named must have no value."""
    for negation in BEFORE_NAME.finditer(draft.text):
        if asks(draft.text, negation.end("no")):
            continue
        for end in _ends_of_names(draft.text, negation.end(), words):
            about = words.about(draft.text[negation.end() : end])
            if about and _NAME_ENDS.match(draft.text, end):
                start, said = negation.start(), draft.raw[negation.start() : end]
                draft.add(
                    Having(
                        attribute=about[0],
                        said=said,
                        start=start,
                        end=end,
                        yes=False,
                        also=about[1:],
                    )
                )
                break


def _ends_of_names(text: str, start: int, words: Vocabulary) -> Iterator[int]:
    """Where a name may end, the longest first; an English one may be a part of a name: camera."""
    if named := name_behind(words, text, start):
        yield named[0]
    if latin := _LATIN_WORDS.match(text, start):
        end = latin.end()
        while end > start:
            yield end
            end = max(text.rfind(joint, start, end) for joint in " -")


def take_unwanted(draft: Draft, leftovers: Leftovers) -> None:
    """Any other word behind a negation: it must not occur."""
    for word in list(leftovers.words_left(draft)):
        first = negation_at(draft.text, *word.place) or word.start
        negation = negation_before_word(draft.text, first)
        if negation is not None and draft.text[first].isalpha():
            place = negation, word.end
            if unwanted := draft.wording((first, word.end), place):
                draft.without.append(unwanted)
            draft.take(*place)
