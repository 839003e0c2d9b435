"""Values without a name: found again by where they stand and by what stands around them."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rules.identity import identity
from rules.model import Spot, Step
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pages.outline import Outline

Kind = Literal["price", "number", "text"]
_PRICE = re.compile(
    r"[$€£¥￥₹]\s*\d|\d[\d.,]*\s*(?:[$€£¥￥元]|USD|EUR|GBP|RMB|CNY)|(?:USD|EUR|GBP|RMB|CNY)\s*\d"
)
_DIGITS = re.compile(r"\d+")
PATH_LENGTH = 8
_LONGEST_LABEL = 30
_LABEL_REACH = 3
_WHOLE_PAGE = frozenset(["", "html", "body"])
# A place this much like the sample's is the same spot.
_ALIKE = 0.6
# Places so little less like it are as good.
_TIED = 0.1
_OTHERS_COUNT = 0.1
# An element that holds more texts is no single value.
_MOST_LEAVES = 40


@dataclass(frozen=True, slots=True)
class SpotValue:
    """A value found at a spot; `likeness` of its place is 1 where all is as on the sample."""

    spot: Spot
    value: str
    likeness: float
    score: float
    label: str
    leaves: tuple[int, ...]


def kind_of(text: str) -> Kind:
    if _PRICE.search(text) and len(text) <= 40:
        return "price"
    digits = sum(map(str.isdigit, text))
    return "number" if digits and digits * 2 >= len(name_key(text)) else "text"


def is_labelled_by(prefix: str) -> bool:
    """Whether what stands before a value in its own text is its label."""
    return prefix.rstrip().endswith((":", "：")) and bool(name_key(prefix))


def is_own_name(word: str) -> bool:
    """Whether an id means one thing on every page; a number in it may count the page's rows."""
    return bool(word) and not _DIGITS.search(word)


def is_headline(path: Sequence[Step]) -> bool:
    return any(step.tag == "h1" for step in path[:2])


class SpotReader:
    """Looks up spots on one page; what stands around an element is worked out once."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._by_tag: dict[str, list[int]] = defaultdict(list)
        for index, tag in enumerate(outline.tags):
            self._by_tag[tag].append(index)
        self._own_leaves: dict[int, list[int]] = defaultdict(list)
        for leaf, owner in enumerate(outline.owners):
            self._own_leaves[owner].append(leaf)
        self._steps: dict[int, Step] = {}

    def path(self, node: int) -> tuple[Step, ...]:
        """The steps out from an element, as far as the page or the part of it shows them."""
        way = self._outline.ancestors(node, PATH_LENGTH)
        if self._outline.is_part and not way[-1]:
            way.pop()
        return tuple(map(self._step, way))

    def _step(self, node: int) -> Step:
        if node not in self._steps:
            word, classes = identity(self._outline, node)
            self._steps[node] = Step(self._outline.tags[node] or "#", word, classes)
        return self._steps[node]

    def label(self, node: int, leaf: int) -> str:
        """The key of a neighbouring text that is near and short enough to be a label."""
        if not 0 <= leaf < len(self._outline.owners):
            return ""
        text = self._outline.texts[leaf]
        near = any(
            leaf in self._outline.leaves(step) and self._outline.tags[step] not in _WHOLE_PAGE
            for step in self._outline.ancestors(node, _LABEL_REACH)
        )
        return name_key(text) if near and len(text) <= _LONGEST_LABEL else ""

    def read(self, spots: Sequence[Spot]) -> list[SpotValue]:
        """One value for each attribute: what its best spot means, if others agree or are weak."""
        votes: dict[str, dict[str, list[SpotValue]]] = defaultdict(lambda: defaultdict(list))
        for spot in spots:
            best: dict[str, SpotValue] = {}
            for found in self.candidates(spot):
                key = name_key(found.value)
                if key not in best or best[key].score < found.score:
                    best[key] = found
            top = max((found.score for found in best.values()), default=0)
            meant = [(key, found) for key, found in best.items() if found.score >= top - _TIED]
            for key, found in meant:
                share = found.score**2 * credit(spot, found.label) / len(meant)
                votes[spot.attribute][key].append(replace(found, score=share))
        return [_elected(choices.values()) for choices in votes.values()]

    def candidates(self, spot: Spot) -> Iterator[SpotValue]:
        """Every place this spot could mean, with its likeness from 0 to 1."""
        nodes = self._by_tag[spot.path[0].tag]
        if is_own_name(spot.path[0].id):
            named = [node for node in nodes if self._step(node).id == spot.path[0].id]
            nodes = named or nodes
        for node in nodes:
            place = self._leaves(spot, node)
            if not place or node in self._outline.hidden:
                continue
            value = _undressed(spot, self._outline.text(place))
            if value is None or (spot.kind == "price") != (kind_of(value) == "price"):
                continue
            label = name_key(spot.prefix)
            if not label and spot.before:
                label = self.label(node, place[0] - 1)
            labelled = bool(spot.label) and label == spot.label
            if spot.name and not labelled:
                continue
            likeness = self._likeness(spot, node, place[-1] + 1, labelled=labelled)
            if likeness >= _ALIKE:
                label = label or self.label(node, place[0] - 1)
                yield SpotValue(spot, value, likeness, likeness, label, tuple(place))

    def _leaves(self, spot: Spot, node: int) -> Sequence[int]:
        if spot.reads == "all":
            every = self._outline.leaves(node)
            return every if len(every) <= _MOST_LEAVES else ()
        own = self._own_leaves.get(node, [])
        if spot.reads == "own":
            return own
        behind_label = (leaf for leaf in own if self.label(node, leaf - 1) == spot.before)
        labelled = next(behind_label, None) if spot.before else None
        return own[spot.nth : spot.nth + 1] if labelled is None else [labelled]

    def _likeness(self, spot: Spot, node: int, end: int, *, labelled: bool) -> float:
        outline = self._outline
        if is_own_name(spot.path[0].id) and spot.path[0].id == self._step(node).id:
            return 1.0
        score = ideal = 0.0
        alike = True
        step = node
        for nearness, wanted in enumerate(spot.path):
            # Of a part of a page the outer steps are not known: the others must do.
            if outline.is_part and not step:
                break
            ideal += _step_likeness(nearness, wanted, wanted)
            alike = alike and wanted.tag == (outline.tags[step] or "#")
            if alike:
                plain = not (wanted.id or wanted.classes)
                score += _step_likeness(nearness, wanted, wanted if plain else self._step(step))
            step = outline.parents[step]
        if spot.before:
            ideal += 3.0
            score += 3.0 if labelled else -0.5
        if spot.after:
            ideal += 0.5
            score += 0.5 * (self.label(node, end) == spot.after)
        return score / ideal


def credit(spot: Spot, label: str) -> float:
    """How far a spot is believed against other spots of its attribute.

    An id, the page's one headline, a label, and best a label or name that speaks of the
    attribute itself make it more credible.
    """
    believed = spot.weight
    innermost = spot.path[0]
    if is_own_name(innermost.id):
        believed *= 1.25
    if is_headline(spot.path):
        believed *= 2.0
    if label and label == spot.label:
        believed *= 1.5
    attribute = name_key(spot.attribute)
    if attribute and attribute in label:
        return believed * (1.8 if attribute == label else 1.5)
    words = name_key(innermost.id + "".join(innermost.classes))
    return believed * (1.2 if attribute and attribute in words else 1.0)


def _elected(choices: Collection[list[SpotValue]]) -> SpotValue:
    """Spots are seldom independent of each other: the best one counts whole, the rest a little."""

    def standing(found: list[SpotValue]) -> float:
        best_of_place: dict[tuple[int, ...], float] = defaultdict(float)
        for value in found:
            best_of_place[value.leaves] = max(best_of_place[value.leaves], value.score)
        best, *others = sorted(best_of_place.values(), reverse=True)
        return best + _OTHERS_COUNT * sum(others)

    winner: list[SpotValue] = max(choices, key=standing)
    return max(winner, key=lambda found: found.score)


def _step_likeness(nearness: int, wanted: Step, seen: Step) -> float:
    weight = 1.0 / (1 + nearness / 2)
    score = 1.0
    if wanted.id:
        score += 2.0 * (_DIGITS.sub("0", wanted.id) == _DIGITS.sub("0", seen.id))
    if wanted.classes:
        both = set(wanted.classes) & set(seen.classes)
        score += 2.0 * len(both) / len({*wanted.classes, *seen.classes})
    return weight * score


def _undressed(spot: Spot, text: str) -> str | None:
    """The text without the sample's dressing; None where the dressing is not there."""
    if not (text.startswith(spot.prefix) and text.endswith(spot.suffix)):
        return None
    return text[len(spot.prefix) : len(text) - len(spot.suffix)].strip() or None
