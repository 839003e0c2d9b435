"""What products are not to have: 没有摄像头, without a camera, 不带刘海.

Values that are known by themselves (NFC, 双卡) are handled by `values`, with or without a negation.
Here are names of attributes of any type, and words that nothing is known of.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.query.model import Having
from index.query.negation import BEFORE_NAME, asks, negation_at, negation_before_word
from index.query.vocabulary import name_behind
from index.query.wordlists import LATIN, any_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.query.leftover import Leftovers
    from index.query.model import Draft
    from index.query.vocabulary import Vocabulary


_LATIN_WORDS = re.compile(rf"[{LATIN}]+(?:[ -][{LATIN}]+){{0,2}}")
_NAME_ENDS = re.compile(
    rf"[\s\0,、;。!?()|]|{any_of(words_of(lambda pack: (*pack.particles, *pack.features)))}|\Z"
)


def take_absent(draft: Draft, words: Vocabulary) -> None:
    """Names of attributes: none of those that would tell of it may have a value."""
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
    """Any other word: it must not occur."""
    for word in list(leftovers.words_left(draft)):
        first = negation_at(draft.text, *word.place) or word.start
        negation = negation_before_word(draft.text, first)
        if negation is not None and draft.text[first].isalpha():
            place = negation, word.end
            if unwanted := draft.wording((first, word.end), place):
                draft.without.append(unwanted)
            draft.take(*place)
