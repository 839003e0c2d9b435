"""What sites tell under another attribute than the one a query speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.query.vocabulary import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Topic


class RelatedAttribute(NamedTuple):
    """The same condition on another attribute; with `words`, that one of them is said there."""

    attribute: str
    words: tuple[str, ...] = ()


def related_attributes(attribute: str, topic: Topic) -> tuple[RelatedAttribute, ...]:
    """Where else the topic's sites tell what an attribute (its standard name) is about."""
    return (*_alike(attribute, topic), *_told_by(attribute, topic))


def _alike(attribute: str, topic: Topic) -> Iterator[RelatedAttribute]:
    for group in WORDS.alike:
        names = [topic.standard_name(called) for called in group]
        if attribute in names:
            yield from (RelatedAttribute(name) for name in names if name and name != attribute)


def _told_by(attribute: str, topic: Topic) -> Iterator[RelatedAttribute]:
    for called, others in WORDS.told_by.items():
        if topic.standard_name(called) == attribute:
            names = ((topic.standard_name(other), words) for other, words in others.items())
            yield from (RelatedAttribute(name, words) for name, words in names if name)
