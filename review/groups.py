"""Under which heading does a new attribute belong?"""

from __future__ import annotations

from collections import defaultdict
from heapq import nlargest
from typing import TYPE_CHECKING

from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.topic import Topic
    from review.known_values import KnownValues
    from review.likeness.evidence import AliasEvidence
    from review.shown import ValueOnPage

_NEAR = 3  # places up and down on the page
_MOST_PAGES = 10
_OF_NEIGHBOURS = 0.8
_MOST_ALIKE = 5  # attributes that are most alike have a vote
_LEAST = 0.3  # likeness of names that is worth one


def group_of(
    name: str,
    shown: Sequence[ValueOnPage],
    topic: Topic,
    known: KnownValues,
    found: Iterable[AliasEvidence],
) -> str:
    """That of the attributes it stands among, and of those that it is called like."""
    groups = {attribute.name: attribute.group for attribute in topic.attributes}
    votes: defaultdict[str, float] = defaultdict(float)
    every = list(found)
    for one in nlargest(_MOST_ALIKE, every, key=lambda one: one.name.total):
        if one.name.total >= _LEAST:
            votes[groups[one.attribute]] += one.name.total**2
    with_values = [one for one in every if one.values]
    for one in nlargest(_MOST_ALIKE, with_values, key=_share):
        votes[groups[one.attribute]] += _share(one) ** 2
    for attribute, nearness in _neighbours(name, shown, known).items():
        if attribute in groups:
            votes[groups[attribute]] += _OF_NEIGHBOURS * nearness
    best = max(votes, key=lambda group: (votes[group], group), default="")
    return best or _rest(topic)


def _share(one: AliasEvidence) -> float:
    return one.values.share if one.values else 0.0


def _neighbours(name: str, shown: Sequence[ValueOnPage], known: KnownValues) -> dict[str, float]:
    """Attribute → how near it stands, over all pages together at most about 2."""
    near: defaultdict[str, float] = defaultdict(float)
    pages = [one.url for one in shown if one.url][:_MOST_PAGES]
    for url in pages:
        said = known.on(url)
        places = [at for at, one in enumerate(said) if name_key(one.name) == name_key(name)]
        for place in places[:1]:
            for at in range(max(0, place - _NEAR), min(len(said), place + _NEAR + 1)):
                attribute = said[at].attribute
                if attribute and at != place:
                    near[attribute] += 1 / abs(at - place) / len(pages)
    return near


def _rest(topic: Topic) -> str:
    return "Other" if topic.attributes[0].group.isascii() else "其他"
