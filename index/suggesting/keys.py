"""What a text is found by while it is typed: each of its words and what follows, and the sound."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from index.analysis.normal import normal
from index.analysis.pieces import Kind, pieces_of
from index.suggesting.sounds import sound_of_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SUGGESTIONS_FILE = "suggestions.db"
LONGEST_KEY = 100  # characters; nobody types more of a name
_MOST_WORDS = 10

Cut: TypeAlias = "Callable[[str], tuple[str, ...]]"  # Han characters to words


def compared_text(text: str) -> str:
    """What is compared: no blanks, punctuation or capitals.

    >>> compared_text("小米 12 Pro+"), compared_text("6.5 英寸")
    ('小米12proplus', '65英寸')
    """
    return "".join(piece.text for piece in pieces_of(normal(text))).replace(".", "")


def prefix_keys(text: str, cut: Cut) -> set[str]:
    """All keys of a text.

    >>> sorted(prefix_keys("小米 12", lambda run: (run,)))
    ['12', 'xiaomi12', 'xm12', '小米12']
    """
    spellings = list(_spellings(text, cut))[:_MOST_WORDS]
    keys: set[str] = set()
    for at, (written, *sounds) in enumerate(spellings):
        how = (0,) if written in sounds else (0, 1, 2)
        keys.update("".join([word[way] for word in spellings[at:]])[:LONGEST_KEY] for way in how)
    return keys


def _spellings(text: str, cut: Cut) -> Iterator[tuple[str, str, str]]:
    """Each word as it is written, in pinyin, and in initials."""
    for piece in pieces_of(normal(text)):
        if piece.kind is Kind.HAN:
            yield from ((word, *sound_of_word(word)) for word in cut(piece.text))
        else:
            plain = piece.text.replace(".", "")
            yield plain, plain, plain
