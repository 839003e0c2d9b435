"""What sites tell under another attribute than the one a query speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.query.vocabulary import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.topic import Topic


class Elsewhere(NamedTuple):
    """The same condition on another attribute; with `words`, that one of them is said there."""

    attribute: str
    words: tuple[str, ...] = ()


def elsewhere(attribute: str, topic: Topic) -> tuple[Elsewhere, ...]:
    """Where else the topic's sites tell what an attribute (its standard name) is about."""
    return (*_alike(attribute, topic), *_told_by(attribute, topic))


def _alike(attribute: str, topic: Topic) -> Iterator[Elsewhere]:
    for group in WORDS.alike:
        names = [topic.standard_name(called) for called in group]
        if attribute in names:
            yield from (Elsewhere(name) for name in names if name and name != attribute)


def _told_by(attribute: str, topic: Topic) -> Iterator[Elsewhere]:
    for called, others in WORDS.told_by.items():
        if topic.standard_name(called) == attribute:
            names = ((topic.standard_name(other), words) for other, words in others.items())
            yield from (Elsewhere(name, words) for name, words in names if name)
