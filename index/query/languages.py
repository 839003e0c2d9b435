"""Which language a query is in, where that makes a difference: 1.299 mm, 1,299 mm."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from core.locales import locale_of, locales
from index.query.wordlists import LATIN, typed_ways

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.locale_query import QueryPack
    from core.topic import Topic


_LATIN_WORD = re.compile(f"[{LATIN}]+")


def decimal_sign_of(text: str, topic: Topic) -> str:
    """The sign before decimals: that of the language of the text's words, or of the topic's.

    >>> from core.topic import shipped_topic
    >>> phones = shipped_topic("phones")
    >>> [decimal_sign_of(text, phones) for text in ("unter 1,299 kg", "under 1,299 g", "1,299")]
    [',', '.', '.']
    """
    votes = [_languages()[word] for word in _LATIN_WORD.findall(text) if word in _languages()]
    language = max(votes, key=votes.count) if votes else topic.languages[0]
    return locale_of(language).values.numbers.decimal


@cache
def _languages() -> Mapping[str, str]:
    """Latin words that only one language has → that language."""
    known: dict[str, set[str]] = {}
    for locale in locales():
        for word in _common_words(locale.query):
            known.setdefault(word, set()).add(locale.language)
    return {word: languages.pop() for word, languages in known.items() if len(languages) == 1}


def _common_words(pack: QueryPack) -> set[str]:
    before, behind = pack.limits.before, pack.limits.behind
    limits = chain.from_iterable(
        words for side in (before, behind) for _, words in side if isinstance(words, tuple)
    )
    written = chain(limits, pack.ranges.to, pack.ranges.end, *pack.filler, pack.negation.without)
    several = (way for words in written for way in typed_ways(words))
    return {word for phrase in several for word in _LATIN_WORD.findall(phrase)}
