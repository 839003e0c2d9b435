"""What products are not to have: 没有摄像头, without a camera, 不带刘海.

Values that are known by themselves (NFC, 双卡) are handled by `values`, with or without a negation.
Here are names of attributes of any type, and words that nothing is known of.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.query.model import Having
from index.query.vocabulary import name_behind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.query.leftover import Leftovers
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


# 有没有 and 带不带 ask, they do not negate.
_WITHOUT = (
    r"(?:(?<!支)(?<!支持)不支持|(?<!带)不带|不含|(?<!要)不要|不想要|(?<!需要)不需要|(?<!有)没有|(?<!有)没"
    r"|(?<![\w-])(?:without|no|not|lacking|lacks)\s)(?:任何|(?:an?|any|the)\s)?\s{0,2}"
)
_BEFORE_NAME = re.compile(rf"{_WITHOUT}|无")
_BEFORE_WORD = re.compile(rf"{_WITHOUT}\Z")
_WITHIN_WORD = re.compile(rf"{_WITHOUT}(?=.)")
_FARTHEST = 20  # characters before a word that are searched for a negation
_LATIN_WORDS = re.compile(r"[a-z]+(?:[ -][a-z]+){0,2}")
_NAME_ENDS = re.compile(r"[\s\0,、;。!?()|的和与跟或]|功能|\Z")


def take_absent(draft: Draft, words: Vocabulary) -> None:
    """Names of attributes: none of those that would tell of it may have a value."""
    for negation in _BEFORE_NAME.finditer(draft.text):
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
    """Any other word: it must not occur."""
    for word in list(leftovers.words_left(draft)):
        within = _WITHIN_WORD.match(draft.text, *word.place)
        first = within.end() if within else word.start
        earliest = max(0, first - _FARTHEST)
        negation = _BEFORE_WORD.search(draft.text[earliest:first])
        if negation and draft.text[first].isalpha():
            place = earliest + negation.start(), word.end
            if unwanted := draft.wording((first, word.end), place):
                draft.without.append(unwanted)
            draft.take(*place)
