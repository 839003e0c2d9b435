"""The words of an attribute's name, so that names that mean the same have the same words."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from core.yaml_files import read_yaml
from index.text import normal

_LONGEST_NAME = 100
_BRACKETS = re.compile(r"[(\[【〔][^()\[\]【】〔〕]*[)\]】〕]")
_PIECES = re.compile(r"[a-z]+(?:'s)?|[0-9]+[a-z]?(?![a-z])|[0-9]+|[\u3400-\u9fff]")
_EMPTY = frozenset("of the a an and with for in on by to is 的 和 与 及 是否".split())


class _WordsFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    words: tuple[Annotated[tuple[str, ...], Field(min_length=2)], ...]


class NameWord(NamedTuple):
    """`meaning` is the same for words that mean the same; `english` is "" where none is known."""

    meaning: str
    english: str


def plain_name(name: str) -> str:
    """In one writing: half width, small letters, simplified characters."""
    return " ".join(normal(name[:_LONGEST_NAME]).split())


def without_remarks(name: str) -> str:
    """A name without what stands in brackets, unless nothing else is there.

    >>> without_remarks("电池容量（mAh）"), without_remarks("（mAh）")
    ('电池容量', '（mAh）')
    """
    return _BRACKETS.sub(" ", normal_brackets(name)).strip() or name


def normal_brackets(name: str) -> str:
    return name.replace("（", "(").replace("）", ")")


@lru_cache(1 << 12)
def words_of(name: str) -> tuple[NameWord, ...]:
    """In order; what the file of words does not know is one Han character or one Latin word.

    >>> [word.meaning for word in words_of("后置鏡頭像素")]
    ['后置', '摄像头', '像素']
    """
    text = plain_name(without_remarks(name))
    words = []
    at = 0
    while at < len(text):
        known = _longest_known(text, at)
        found = None if known else _PIECES.match(text, at)
        if known:
            words.append(_known_words()[known])
            at += len(known)
        elif found:
            words.append(NameWord(found[0], found[0] if found[0].isascii() else ""))
            at = found.end()
        else:
            at += 1
    return tuple(word for word in words if word.meaning not in _EMPTY)


def _longest_known(text: str, at: int) -> str:
    """A Latin word is no part of another."""
    known = _known_words()
    inside = at and text[at - 1].isascii() and text[at - 1].isalpha()
    for end in range(min(len(text), at + _longest()), at, -1):
        part = text[at:end]
        if part in known and not (part[0].isascii() and (inside or _goes_on(text, end))):
            return part
    return ""


def _goes_on(text: str, end: int) -> bool:
    return text[end : end + 1].isascii() and text[end : end + 1].isalpha()


@cache
def _known_words() -> dict[str, NameWord]:
    listed = read_yaml(Path(str(files("review") / "name_words.yaml")), _WordsFile).words
    return {
        word: NameWord(same[0], next((one for one in same if one.isascii()), ""))
        for same in listed
        for word in same
    }


@cache
def _longest() -> int:
    return max(map(len, _known_words()))
