"""How similar two names of attributes are: by meaning (words) and by spelling (letters)."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files
from math import log, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field
from rapidfuzz.fuzz import ratio

from core.names import name_key
from core.topic_parts import ENGLISH
from core.yaml_files import read_yaml
from index.text import normal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Attribute, Topic


class NameLikeness(NamedTuple):
    """`words`: shared meaning; `letters`: shared spelling; both 0 to 1, for the name `to`."""

    words: float = 0.0
    letters: float = 0.0
    to: str = ""

    @property
    def total(self) -> float:
        return (self.words + self.letters) / 2

    @property
    def same(self) -> bool:
        """Whether they differ only in characters, remarks in brackets and synonyms."""
        return self.words > 0.999


class TopicNames:
    """All names of a topic; words that many of its attributes share weigh little."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        self._names = {one.name: _names_of(one) for one in topic.attributes}
        in_attributes = Counter(
            meaning
            for names in self._names.values()
            for meaning in {word.meaning for name in names for word in words_of(name, topic)}
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
        """The likeness to the most similar of the attribute's names."""
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
            word.meaning: self._weights.get(word.meaning, self._unknown)
            for word in words_of(name, self._topic)
        }


def _names_of(attribute: Attribute) -> tuple[str, ...]:
    return attribute.all_names


def _letters(name: str) -> str:
    return name_key(plain_name(without_remarks(name)))


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    shared = sum(weight * other[word] for word, weight in one.items() if word in other)
    lengths = sqrt(_square(one) * _square(other))
    return shared / lengths if lengths else 0.0


def _square(vector: Mapping[str, float]) -> float:
    return sum(weight * weight for weight in vector.values())


# The words of an attribute's name, with synonyms unified.


_LONGEST_NAME = 100
_BRACKETS = re.compile(r"[(\[【〔][^()\[\]【】〔〕]*[)\]】〕]")
_PIECES = re.compile(r"[a-z]+(?:'s)?|[0-9]+[a-z]?(?![a-z])|[0-9]+|[\u3400-\u9fff]")
_EMPTY = frozenset("of the a an and with for in on by to is 的 和 与 及 是否".split())


class _WordsFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    words: tuple[Annotated[tuple[str, ...], Field(min_length=2)], ...]


class NameWord(NamedTuple):
    """`meaning` is the same for synonyms; `english` is "" if unknown."""

    meaning: str
    english: str


def plain_name(name: str) -> str:
    """Normalised: half width, lower case, simplified characters."""
    return " ".join(normal(name[:_LONGEST_NAME]).split())


def without_remarks(name: str) -> str:
    """A name without its remarks in brackets, unless nothing else is left.

    >>> without_remarks("电池容量（mAh）"), without_remarks("（mAh）")
    ('电池容量', '（mAh）')
    """
    return _BRACKETS.sub(" ", normal_brackets(name)).strip() or name


def normal_brackets(name: str) -> str:
    return name.replace("（", "(").replace("）", ")")


@lru_cache(1 << 12)
def words_of(name: str, topic: Topic) -> tuple[NameWord, ...]:
    """In order; unknown parts are split into Han characters and Latin words.

    >>> from core.topic import shipped_topic
    >>> [word.meaning for word in words_of("手机后置鏡頭像素", shipped_topic("phones"))]
    ['产品', '后置', '摄像头', '像素']
    """
    known_words = _words_of_topic(topic)
    text = plain_name(without_remarks(name))
    words = []
    at = 0
    while at < len(text):
        known = _longest_known(text, at, known_words)
        found = None if known else _PIECES.match(text, at)
        if known:
            words.append(known_words.meanings[known])
            at += len(known)
        elif found:
            words.append(NameWord(found[0], found[0] if found[0].isascii() else ""))
            at = found.end()
        else:
            at += 1
    return tuple(word for word in words if word.meaning not in _EMPTY)


def _longest_known(text: str, at: int, words: _KnownWords) -> str:
    """Latin words match as whole words only."""
    known = words.meanings
    inside = at and text[at - 1].isascii() and text[at - 1].isalpha()
    for end in range(min(len(text), at + words.longest), at, -1):
        part = text[at:end]
        if part in known and not (part[0].isascii() and (inside or _goes_on(text, end))):
            return part
    return ""


def _goes_on(text: str, end: int) -> bool:
    return text[end : end + 1].isascii() and text[end : end + 1].isalpha()


class _KnownWords(NamedTuple):
    meanings: Mapping[str, NameWord]
    longest: int


@lru_cache(maxsize=8)
def _words_of_topic(topic: Topic) -> _KnownWords:
    """Words for any product of the topic (手机, phone) mean the product."""
    general = _general_words()
    own = {
        language: [word.lower() for word in words if word.lower() not in general]
        for language, words in topic.query.product_words.items()
    }
    english = next(iter(own.get(ENGLISH, ())), "")
    product = next(iter(general.values())).meaning
    meanings = {word: NameWord(product, english) for words in own.values() for word in words}
    meanings |= general
    return _KnownWords(meanings, max(map(len, meanings)))


@cache
def _general_words() -> dict[str, NameWord]:
    """Those of the first group mean the product itself."""
    listed = read_yaml(Path(str(files("review") / "name_words.yaml")), _WordsFile).words
    return {
        word: NameWord(same[0], next((one for one in same if one.isascii()), ""))
        for same in listed
        for word in same
    }
