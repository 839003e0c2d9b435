"""The words that are left when all filters are taken out of a text.

`Leftovers` returns them without filler: words of `filler.yaml`, which ask for nothing (我想买, show
me), and words that are true of every product of the topic (手机, phones).
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from core.yaml_files import read_yaml
from index.analysis import analyzer_for
from index.query.model import TAKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Topic
    from index.query.model import Draft, Wording
    from index.values.text import Span


class FillerWords(BaseModel):
    """The content of filler.yaml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    zh: tuple[tuple[str, ...], ...]
    zh_alone: tuple[str, ...]
    en: tuple[tuple[str, ...], ...]


_FILLER = read_yaml(Path(__file__).with_name("filler.yaml"), FillerWords)
_BETWEEN_WORDS = re.compile(rf"[\s{TAKEN},、;。!?()|]+")
_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")
_AT_EDGES = " .:'\"&+-~/的和或"
_KEPT_AT_END = "+"  # Pro+


def all_words(draft: Draft) -> Iterator[Wording]:
    """With filler, for a text that consists of nothing else."""
    for place in _between_spaces(draft.text):
        if wording := draft.wording(place, place):
            yield wording


def _between_spaces(text: str) -> Iterator[Span]:
    at = 0
    for found in (*_BETWEEN_WORDS.finditer(text), None):
        end = found.start() if found else len(text)
        if any(map(str.isalnum, text[at:end])):
            yield at, end
        at = found.end() if found else end


class Leftovers:
    """Reads what is left of a text about one topic."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        titles = {title.lower() for title in topic.title.values()}
        english = {*titles, *(title.rstrip("s") for title in titles)}
        self._chinese = frozenset((*chain.from_iterable(_FILLER.zh), *titles))
        self._alone = self._chinese | {*_FILLER.zh_alone}
        self._english = frozenset((*chain.from_iterable(_FILLER.en), *english))

    @cached_property
    def _phrases(self) -> re.Pattern[str]:
        """English phrases, the longest first."""
        several = sorted((each for each in self._english if " " in each), key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, several))})(?![\w-])")

    def words_left(self, draft: Draft) -> Iterator[Wording]:
        text = self._phrases.sub(lambda found: TAKEN * len(found[0]), draft.text)
        for start, end in _between_spaces(text):
            for place in self._without_filler(text, start, end):
                if wording := draft.wording(place, place):
                    yield wording

    def _without_filler(self, text: str, start: int, end: int) -> Iterator[Span]:
        """The parts of a text without spaces; each keeps its words together."""
        part = start
        for run in _HAN_RUN.finditer(text, start, end):
            at = run.start()
            for word in analyzer_for(self._topic).han_words(run[0]):
                if word in self._chinese:
                    yield from self._part(text, part, at)
                    part = at + len(word)
                at += len(word)
        yield from self._part(text, part, end)

    def _part(self, text: str, start: int, end: int) -> Iterator[Span]:
        while start < end and text[start] in _AT_EDGES:
            start += 1
        while start < end and text[end - 1] in _AT_EDGES and text[end - 1] not in _KEPT_AT_END:
            end -= 1
        word = text[start:end]
        if any(map(str.isalnum, word)) and word not in self._english and word not in self._alone:
            yield start, end
