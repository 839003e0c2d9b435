"""Words without their endings, for topics in a language that inflects them.

The endings are in the locale packs (`stem_endings`); the same for the index and for queries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.locales import locales

if TYPE_CHECKING:
    from core.topic import Topic


_SHORTEST_STEM = 4  # letters
_SPELLED_UMLAUTS = (("ae", "a"), ("oe", "o"), ("ue", "u"))  # as `normal` writes ä, ö and ü


class Stemmer:
    """Without the endings of the topic's language: Lautsprechern and Lautsprecher are one word."""

    def __init__(self, topic: Topic) -> None:
        own = topic.languages[0]
        written = (one.query.stem_endings for one in locales() if one.language == own)
        self._endings = tuple(sorted(next(written, ()), key=len, reverse=True))

    def stem(self, word: str) -> str:
        """The word as it is searched for; a short one stays."""
        if not self._endings or len(word) <= _SHORTEST_STEM:
            return word
        for pair, vowel in _SPELLED_UMLAUTS:
            word = word.replace(pair, vowel)
        return next((word[: -len(one)] for one in self._endings if _is_ending(one, word)), word)


def _is_ending(ending: str, word: str) -> bool:
    """A doubled letter is no ending: Anschluss."""
    stem = word[: -len(ending)]
    return word.endswith(ending) and len(stem) >= _SHORTEST_STEM and stem[-1] != ending
