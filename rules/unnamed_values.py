"""Values without a name beside them: title, price, brand, address.

A `ValueLocator` describes one place of the sample page that shows a value
(rules/unnamed_learning.py makes it): the elements around it, the text before and after it, its
kind, and which other texts were at similar places. `UnnamedReader.read` looks for such places on
another page, scores what it finds and returns at most one value per attribute. Where the sample
has a label before the value, the value is looked for after that label, and a page without the
label has no such value.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.names import name_key
from rules.surroundings import PATH_LENGTH, Surroundings, is_distinctive, same_label
from rules.value_kinds import join_price, may_be, only_of_kind, shape_likeness, shape_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pages.outline import Outline
    from rules.model import Step, ValueLocator

# A place this similar to the sample's is the same; after the same label less is enough.
_ALIKE, _ALIKE_AFTER_LABEL, _ALIKE_WITHOUT_LABEL = 0.6, 0.35, 0.75
# Places within this distance of the best score are tied; more ties than this are a list of other
# things.
_TIED, _MOST_TIED = 0.1, 3
_OTHERS_COUNT = 0.1
# An element with more texts is not a single value; further places are not looked at.
_MOST_LEAVES, _MOST_PLACES = 40, 60
_SHORT = 3
# Of an element around a value's own: on another page it may contain more than the value.
OUTER_WEIGHT = 0.3

_DIGITS = re.compile(r"\d+")
_CUTS = re.compile(r"\s*[(\[|,;:–—•·/]|\s+-\s")


@dataclass(frozen=True, slots=True)
class UnnamedValue:
    """A value found by a locator; `likeness` is 1 if its place is exactly as on the sample."""

    locator: ValueLocator
    value: str
    likeness: float
    score: float
    label: str
    leaves: tuple[int, ...]


class UnnamedReader:
    """Applies locators to one page."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self.around = Surroundings(outline)

    def read(self, locators: Sequence[ValueLocator]) -> list[UnnamedValue]:
        """At most one value per attribute; those that follow another one's value are read last."""
        by_attribute: dict[str, list[ValueLocator]] = defaultdict(list)
        for locator in locators:
            by_attribute[locator.attribute].append(locator)
        found: dict[str, UnnamedValue] = {}
        for later in (False, True):
            for attribute, its_locators in by_attribute.items():
                if later == any(locator.behind for locator in its_locators):
                    value = self._elect(its_locators, found)
                    if value:
                        found[attribute] = value
        return [found[attribute] for attribute in by_attribute if attribute in found]

    def _elect(
        self, locators: Sequence[ValueLocator], known: dict[str, UnnamedValue]
    ) -> UnnamedValue | None:
        """The value with the best votes.

        Places that are only similar to the sample's are tried only if none is exactly the same,
        or none but a larger element around it.
        """
        votes = self._votes(locators, known, exact=True)
        if all(found.locator.weight <= OUTER_WEIGHT for every in votes.values() for found in every):
            by_path = [
                locator
                for locator in locators
                if not _by_label(locator) and is_distinctive(locator.path)
            ]
            for key, every in self._votes(by_path, known, exact=False).items():
                votes[key] += every
        return _elected(votes.values()) if votes else None

    def _votes(
        self, locators: Sequence[ValueLocator], known: dict[str, UnnamedValue], *, exact: bool
    ) -> dict[str, list[UnnamedValue]]:
        votes: dict[str, list[UnnamedValue]] = defaultdict(list)
        for locator in locators:
            best: dict[str, UnnamedValue] = {}
            for place in self.candidates(locator, exact=exact):
                found = _boosted(place, known.get(locator.behind)) if locator.behind else place
                key = name_key(found.value)
                if key not in best or best[key].score < found.score:
                    best[key] = found
            top = max((found.score for found in best.values()), default=0)
            tied = [(key, found) for key, found in best.items() if found.score >= top - _TIED]
            if len(tied) * locator.weight > _MOST_TIED:
                # One such place on the sample and many on this page: a list of other things.
                continue
            for key, found in tied:
                share = found.score**2 * self._trust(found) / len(tied)
                votes[key].append(replace(found, score=share))
        return votes

    def candidates(
        self, locator: ValueLocator, *, exact: bool = False, any_kind: bool = False
    ) -> Iterator[UnnamedValue]:
        """Every place that matches a locator; with `exact` only those exactly like the sample's."""
        for node, leaves, likeness in self._places(locator, exact=exact):
            if node in self._outline.hidden:
                continue
            value = self._value(locator, node, leaves)
            label = self._label(locator, node, leaves)
            labelled = bool(locator.label) and same_label(label, locator.label)
            if not (value and (any_kind or _is_of_kind(locator, value, labelled=labelled))):
                continue
            place = self._place_likeness(locator, node, likeness, labelled=labelled)
            if place < (_ALIKE_AFTER_LABEL if labelled else _ALIKE):
                continue
            if not labelled and (locator.name or name_key(value) in locator.others):
                continue
            score = place + self._minor_signals(locator, node, leaves, value, labelled=labelled)
            yield UnnamedValue(locator, value, place, max(score, 0.05), label, tuple(leaves))

    def _places(
        self, locator: ValueLocator, *, exact: bool
    ) -> Iterator[tuple[int, Sequence[int], float]]:
        """Elements with the leaves that may be the value: after the label, by id, or by path."""
        around = self.around
        if _by_label(locator):
            for label in around.labels.get(locator.before, ())[:_MOST_PLACES]:
                found = self._after_label(locator, label)
                if found:
                    yield (*found, around.likeness(locator.path, found[0]))
            return
        if not (exact and is_distinctive(locator.path)):
            nodes = around.alike(locator.path, _ALIKE)
        else:
            by_id = around.with_id(locator.path[0]) if is_stable_id(locator.path[0].id) else []
            nodes = [(node, 1.0) for node in by_id or around.with_same_path(locator.path)]
        for node, likeness in nodes[:_MOST_PLACES]:
            leaves = self._leaves(locator, node)
            if leaves:
                yield node, leaves, likeness

    def _after_label(self, locator: ValueLocator, label: int) -> tuple[int, Sequence[int]] | None:
        """The element after a label that corresponds to the sample's, with its leaves."""
        outline = self._outline
        first = self.around.after_label(label)
        if first is None:
            return None
        owner, labelling = outline.owners[first], outline.owners[label]
        inside = [
            node
            for node in outline.ancestors(owner, PATH_LENGTH)
            if not node <= labelling < outline.ends[node]
        ]
        of_tag = [node for node in inside if outline.tags[node] == locator.path[0].tag]
        of_tag.sort(key=lambda node: -self.around.likeness(locator.path, node))
        if locator.reads == "all" and inside:
            node = (of_tag or inside[-1:])[0]
            leaves = outline.leaves(node)
            return (node, leaves) if len(leaves) <= _MOST_LEAVES else None
        own = self.around.own_leaves(owner)
        whole = locator.reads == "own" and bool(inside) and own[0] == first
        return (of_tag or [owner])[0], own if whole else [first]

    def _leaves(self, locator: ValueLocator, node: int) -> Sequence[int]:
        """The leaves of an element that are its value."""
        every = self._outline.leaves(node)
        if locator.reads == "all":
            most = 2 * locator.among + 2 if locator.among else _MOST_LEAVES
            return every if len(every) <= most else ()
        own = self.around.own_leaves(node)
        if locator.reads == "own" or not own:
            return own or (every if len(every) <= _SHORT else ())
        if locator.before:
            for leaf in own[:_MOST_LEAVES]:
                if same_label(self.around.label(node, leaf)[0], locator.before):
                    return [leaf]
        texts = self._outline.texts
        fitting = [leaf for leaf in own[:_MOST_LEAVES] if may_be(locator.kind, texts[leaf])]
        if locator.shape and len(own) != locator.among and fitting:
            # An extra text shifts the value's position: how it is written is a better clue.
            likely = {
                leaf: shape_likeness(locator.shape, shape_of(texts[leaf]))
                - 0.1 * abs(own.index(leaf) - locator.nth)
                for leaf in fitting
            }
            return [max(fitting, key=likely.__getitem__)]
        return own[locator.nth : locator.nth + 1]

    def _value(self, locator: ValueLocator, node: int, leaves: Sequence[int]) -> str:
        text = self.around.visible_text(node, leaves)
        if locator.kind == "price":
            text = join_price(self.around.whole_price(text, leaves))
        return only_of_kind(locator.kind, text) if locator.by_kind else _trimmed(locator, text)

    def _label(self, locator: ValueLocator, node: int, leaves: Sequence[int]) -> str:
        return name_key(locator.prefix) or self.around.label(node, leaves[0])[0]

    def _place_likeness(
        self, locator: ValueLocator, node: int, likeness: float, *, labelled: bool
    ) -> float:
        """How similar a place is to the sample's: by its id, else by path and label together."""
        innermost = locator.path[0]
        if is_stable_id(innermost.id) and innermost.id == self.around.step(node).id:
            return 1.0
        if not locator.label or locator.label_is == "likely":
            return likeness * (1.0 if labelled or not locator.before else 0.98)
        if labelled:
            return likeness / 2 + 0.5 if likeness >= _ALIKE_AFTER_LABEL else 0.0
        if locator.label_is == "needed" or locator.kind in {"text", "number"}:
            # After another label only values of a recognisable kind are accepted.
            return 0.0
        if not _share_id_or_class(innermost, self.around.step(node)):
            return 0.0
        return likeness if likeness >= _ALIKE_WITHOUT_LABEL else 0.0

    def _minor_signals(
        self, locator: ValueLocator, node: int, leaves: Sequence[int], value: str, *, labelled: bool
    ) -> float:
        """What tells similar places apart: the value's spelling, the text after it, the title."""
        signs = 0.1 if locator.label_is == "likely" and labelled else 0.0
        if locator.shape:
            signs += 0.25 * (shape_likeness(locator.shape, shape_of(value)) - 1)
        if locator.after:
            signs += 0.05 * (self.around.text_after(node, leaves[-1]) == locator.after) - 0.05
        if locator.in_title and self.around.title and not labelled:
            signs -= 0.0 if name_key(value) in self.around.title else 0.1
        return signs

    def _trust(self, found: UnnamedValue) -> float:
        """How much a locator counts against other locators of its attribute."""
        locator, title = found.locator, self.around.title
        believed = locator.weight
        innermost = locator.path[0]
        if is_stable_id(innermost.id):
            believed *= 1.25
        if is_headline(locator.path):
            believed *= 2.0
        if found.label and same_label(found.label, locator.label):
            believed *= 1.0 if locator.label_is == "likely" and not locator.prefix else 1.5
        elif locator.in_title and title and name_key(found.value) not in title:
            believed *= 0.8
        attribute = name_key(locator.attribute)
        if attribute and attribute in found.label:
            return believed * (1.8 if attribute == found.label else 1.5)
        words = name_key(innermost.id + "".join(innermost.classes))
        return believed * (1.2 if attribute and attribute in words else 1.0)


def is_stable_id(word: str) -> bool:
    """Whether an id means the same on every page; one with digits may number a page's rows."""
    return bool(word) and not _DIGITS.search(word)


def _by_label(locator: ValueLocator) -> bool:
    """Whether a value is looked for after its label, wherever that is."""
    return locator.label_is == "needed" and not locator.prefix


def is_headline(path: Sequence[Step]) -> bool:
    return any(step.tag == "h1" for step in path[:2])


def _is_of_kind(locator: ValueLocator, value: str, *, labelled: bool) -> bool:
    """After its label a value may be of another kind ("unknown"); a price is always a price."""
    if not name_key(value):
        return not locator.shape or not re.search(r"\w", locator.shape)
    surely = labelled and locator.label_is != "likely" and locator.kind != "price"
    return surely or may_be(locator.kind, value)


def _share_id_or_class(one: Step, other: Step) -> bool:
    """Whether the second element has a class or the id of the first, if that has any."""
    if not (one.id or one.classes):
        return True
    same_id = bool(one.id) and _DIGITS.sub("0", one.id) == _DIGITS.sub("0", other.id)
    return same_id or not {*one.classes}.isdisjoint(other.classes)


def _boosted(found: UnnamedValue, known: UnnamedValue | None) -> UnnamedValue:
    """A higher score for text right after another attribute's value, as on the sample."""
    near = known is not None and 0 < found.leaves[0] - known.leaves[-1] <= 2
    return replace(found, score=found.score + (0.3 if near else 0.0))


def _elected(choices: Collection[list[UnnamedValue]]) -> UnnamedValue:
    """Locators are rarely independent: the best one counts in full, the others a little."""

    def support(found: list[UnnamedValue]) -> float:
        best_of_place: dict[tuple[int, ...], float] = defaultdict(float)
        for value in found:
            best_of_place[value.leaves] = max(best_of_place[value.leaves], value.score)
        best, *others = sorted(best_of_place.values(), reverse=True)
        return best + _OTHERS_COUNT * sum(others)

    winner: list[UnnamedValue] = max(choices, key=support)
    return max(winner, key=lambda found: found.score)


def _trimmed(locator: ValueLocator, text: str) -> str:
    """The text without prefix and suffix of the sample; "" if the prefix is missing.

    The text after a value varies: where it differs from the sample's, the value ends at the
    same separator (" (", ",", " - ") as on the sample.
    """
    if not text.startswith(locator.prefix):
        return ""
    value = text[len(locator.prefix) :]
    if not locator.suffix:
        return value.strip()
    if value.endswith(locator.suffix):
        return value[: len(value) - len(locator.suffix)].strip()
    sign = _CUTS.match(locator.suffix)
    if not sign:
        return ""
    return value.partition(sign[0].strip() if sign[0].strip() != "-" else " - ")[0].strip()
