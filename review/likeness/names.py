"""How alike are a name and the names of an attribute?"""

from __future__ import annotations

from collections import Counter
from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.fuzz import ratio

from core.names import name_key
from review.likeness.name_words import plain_name, without_remarks, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Attribute, Topic


class NameLikeness(NamedTuple):
    """`words`: shared meaning; `letters`: shared writing; both from 0 to 1, of the name `to`."""

    words: float = 0.0
    letters: float = 0.0
    to: str = ""

    @property
    def total(self) -> float:
        return (self.words + self.letters) / 2

    @property
    def same(self) -> bool:
        """The same but for characters, remarks in brackets and words of the same meaning."""
        return self.words > 0.999


class TopicNames:
    """All names of a topic; a word that many of its attributes have in their names tells little."""

    def __init__(self, topic: Topic) -> None:
        self._names = {one.name: _names_of(one) for one in topic.attributes}
        in_attributes = Counter(
            meaning
            for names in self._names.values()
            for meaning in {word.meaning for name in names for word in words_of(name)}
        )
        total = len(self._names)
        self._weights = {
            meaning: log((1 + total) / (1 + count)) + 0.1
            for meaning, count in in_attributes.items()
        }
        self._unknown = log(1 + total) + 0.1
        every = [name for names in self._names.values() for name in names]
        self._vectors = {name: self._vector(name) for name in every}
        self._letters = {name: _letters(name) for name in every}

    def likeness(self, name: str, attribute: str) -> NameLikeness:
        """To the most alike of the attribute's names."""
        key, vector = _letters(name), self._vector(name)
        alike = (
            NameLikeness(
                _cosine(vector, self._vectors[known]), ratio(key, self._letters[known]) / 100, known
            )
            for known in self._names[attribute]
        )
        return max(alike, key=lambda one: (one.total, one.to))

    def _vector(self, name: str) -> Mapping[str, float]:
        return {
            word.meaning: self._weights.get(word.meaning, self._unknown) for word in words_of(name)
        }


def _names_of(attribute: Attribute) -> tuple[str, ...]:
    return tuple(dict.fromkeys((attribute.name, attribute.label, *attribute.aliases)))


def _letters(name: str) -> str:
    return name_key(plain_name(without_remarks(name)))


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    shared = sum(weight * other[word] for word, weight in one.items() if word in other)
    lengths = sqrt(_square(one) * _square(other))
    return shared / lengths if lengths else 0.0


def _square(vector: Mapping[str, float]) -> float:
    return sum(weight * weight for weight in vector.values())
