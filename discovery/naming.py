"""What does the new layout call each attribute?

A text beside an attribute's values on page after page is its name. Its old name, or one that the
topic knows for it, is tried first. The position of those names relative to their values then
shows which of the other texts beside a value is its new name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import TYPE_CHECKING

from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.topic import Topic
    from discovery.known_values import KnownPage, Label, Shape, Sighting

# On which share of the pages that show an attribute's value must a text be beside it?
_CONSISTENT = 0.6
_FEWEST_PAGES = 2
_NAMELESS = 0.8
_NEARLY_ALL = 0.9


@dataclass
class _Votes:
    """How often a text is beside an attribute's values."""

    pages: int = 0
    values: set[str] = field(default_factory=set)
    shapes: Counter[Shape] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    steps: Counter[int] = field(default_factory=Counter)

    def add(self, value: str, labels: Sequence[Label]) -> None:
        self.pages += 1
        self.values.add(name_key(value))
        self.shapes.update({label.shape for label in labels})
        self.names[labels[0].name] += 1
        self.steps[min(label.steps for label in labels)] += 1

    @property
    def shape(self) -> Shape:
        return self.shapes.most_common(1)[0][0]


@dataclass(frozen=True)
class Naming:
    """The name of each attribute that is still shown, "" if it has none.

    For those without one, `places` is where their values are on most pages, and `beside` the
    text beside nearly all of them.
    """

    names: Mapping[str, str]
    places: Mapping[str, Shape] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)

    def with_texts_beside(self, attributes: Iterable[str]) -> Naming:
        """With those texts as names: where nothing else distinguishes values, they may."""
        return replace(self, names={**self.names, **{a: self.beside[a] for a in attributes}})

    def sighting(self, attribute: str, sightings: Iterable[Sighting]) -> Sighting | None:
        """The place of a value that has its attribute's name beside it."""
        name = self.names.get(attribute)
        if name is None:
            return None
        if not (key := name_key(name)):
            place = self.places.get(attribute)
            return min(sightings, key=lambda one: one.path != place, default=None)
        named = [(label.steps, one) for one in sightings if (label := one.label(key))]
        return min(named, key=itemgetter(0))[1] if named else None

    def doubt(self, attribute: str, sightings: Iterable[Sighting]) -> tuple[bool, int]:
        """Whether a value without a name is not where most are, and at how many other places."""
        if self.names.get(attribute) != "":
            return False, 0
        paths, place = {one.path for one in sightings}, self.places.get(attribute)
        return place not in paths, len(paths - {place})


def name_attributes(pages: Sequence[KnownPage], topic: Topic | None) -> Naming:
    shown: Counter[str] = Counter()
    votes: dict[str, dict[str, _Votes]] = defaultdict(lambda: defaultdict(_Votes))
    before: dict[str, set[str]] = defaultdict(set)
    paths: dict[str, Counter[Shape]] = defaultdict(Counter)
    for page in pages:
        for seen in page.seen:
            attribute, name, value = seen.known
            shown[attribute] += 1
            before[attribute].add(name_key(name))
            paths[attribute].update({one.path for one in seen.sightings})
            for key, labels in _labels(seen.sightings).items():
                votes[attribute][key].add(value, labels)
    choice = _Choice(shown, votes, before, topic)
    choice.familiar()
    choice.renamed()
    nameless = _nameless(choice, paths)
    places = {attribute: paths[attribute].most_common(1)[0][0] for attribute in nameless}
    return Naming({**choice.names, **nameless}, places, choice.texts_beside(nameless))


def _labels(sightings: Iterable[Sighting]) -> dict[str, list[Label]]:
    found: dict[str, list[Label]] = defaultdict(list)
    for sighting in sightings:
        for label in sighting.labels:
            found[label.key].append(label)
    return found


@dataclass
class _Choice:
    shown: Counter[str]
    votes: Mapping[str, Mapping[str, _Votes]]
    before: Mapping[str, set[str]]
    topic: Topic | None
    names: dict[str, str] = field(default_factory=dict)
    shapes: Counter[Shape] = field(default_factory=Counter)

    def familiar(self) -> None:
        """Attributes with their old name still beside their values, or one the topic knows."""
        for attribute in self.votes:
            known = [
                (key in self.before[attribute], votes.pages, key)
                for key, votes in self._consistent(attribute)
                if key in self.before[attribute] or self._means(votes) == attribute
            ]
            if known:
                self._take(attribute, max(known)[2])

    def renamed(self) -> None:
        """For the others, the text that is positioned like names are here."""
        shapes = self.shapes or self._repeated_shapes()
        found = [
            ((shapes[votes.shape], votes.pages, len(votes.values), -min(votes.steps)), a, key)
            for a in self.votes
            if a not in self.names
            for key, votes in self._consistent(a)
            if shapes[votes.shape] and self._may_mean(votes, a)
        ]
        for _, attribute, key in sorted(found, reverse=True):
            taken = {name_key(name) for name in self.names.values()}
            if attribute not in self.names and key not in taken:
                self._take(attribute, key)

    def _consistent(self, attribute: str) -> list[tuple[str, _Votes]]:
        pages = self.shown[attribute]
        enough = max(_CONSISTENT * pages, min(_FEWEST_PAGES, pages))
        return [
            (key, votes) for key, votes in self.votes[attribute].items() if votes.pages >= enough
        ]

    def texts_beside(self, attributes: Iterable[str]) -> dict[str, str]:
        """The text right beside nearly all values of an attribute, whatever they are."""
        found = {}
        for attribute in attributes:
            votes = [
                (one.pages, -min(one.steps), one.names.most_common(1)[0][0])
                for one in self.votes[attribute].values()
                if one.pages >= _NEARLY_ALL * self.shown[attribute] and len(one.values) > 2
            ]
            if votes:
                found[attribute] = max(votes)[2]
        return found

    def _take(self, attribute: str, key: str) -> None:
        votes = self.votes[attribute][key]
        self.names[attribute] = votes.names.most_common(1)[0][0]
        self.shapes[votes.shape] += 1

    def _repeated_shapes(self) -> Counter[Shape]:
        """If all names changed: the relative positions that several attributes share."""
        ways: dict[Shape, set[str]] = defaultdict(set)
        for attribute in self.votes:
            for _, votes in self._consistent(attribute):
                ways[votes.shape].add(attribute)
        return Counter({way: len(those) for way, those in ways.items() if len(those) > 1})

    def _means(self, votes: _Votes) -> str | None:
        return self.topic.standard_name(votes.names.most_common(1)[0][0]) if self.topic else None

    def _may_mean(self, votes: _Votes, attribute: str) -> bool:
        """Not where another attribute had this name, or has it in the topic."""
        key = name_key(votes.names.most_common(1)[0][0])
        others = any(key in names for other, names in self.before.items() if other != attribute)
        return self._means(votes) in {None, attribute} and not others


def _nameless(choice: _Choice, paths: Mapping[str, Counter[Shape]]) -> dict[str, str]:
    """Attributes in the same place on page after page, with no name beside them."""
    return {
        attribute: ""
        for attribute, pages in choice.shown.items()
        if attribute not in choice.names
        if "" in choice.before[attribute]
        or (
            paths[attribute].most_common(1)[0][1] >= max(_NAMELESS * pages, _FEWEST_PAGES)
            and len({v for votes in choice.votes[attribute].values() for v in votes.values}) > 2
        )
    }
