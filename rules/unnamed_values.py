"""Values without a name: title, price, brand, address. Found again by what they are and where.

A `Spot` is one place of the sample page that shows a value (rules/unnamed_learning.py writes
it down): the elements around it, the text before and behind it, its kind, and what other texts
stood at places like it. `UnnamedReader.read` looks those places up on another page, weighs what
it finds and gives at most one value for each attribute. Where the sample showed a label before
the value, the label is followed; a value whose label is not there is not there either.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.names import name_key
from rules.surroundings import PATH_LENGTH, Surroundings, is_telling, same_label
from rules.value_kinds import may_be, one_price, only_of_kind, shape_likeness, shape_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pages.outline import Outline
    from rules.model import Spot, Step

# A place this much like the sample's is the same; behind the same label less will do.
_ALIKE, _ALIKE_BEHIND_LABEL, _ALIKE_WITHOUT_LABEL = 0.6, 0.35, 0.75
# Places so little less like it are as good; so many of them are a list of other things.
_TIED, _MOST_TIED = 0.1, 3
_OTHERS_COUNT = 0.1
# An element that holds more texts is no single value; more places than this are not looked at.
_MOST_LEAVES, _MOST_PLACES = 40, 60
_SHORT = 3

_DIGITS = re.compile(r"\d+")
_CUTS = re.compile(r"\s*[(\[|,;:–—•·/]|\s+-\s")


@dataclass(frozen=True, slots=True)
class UnnamedValue:
    """A value found at a spot; `likeness` of its place is 1 where all is as on the sample."""

    spot: Spot
    value: str
    likeness: float
    score: float
    label: str
    leaves: tuple[int, ...]


class UnnamedReader:
    """Looks up spots on one page."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self.around = Surroundings(outline)

    def read(self, spots: Sequence[Spot]) -> list[UnnamedValue]:
        """At most one value for each attribute; those that stand behind another one come last."""
        by_attribute: dict[str, list[Spot]] = defaultdict(list)
        for spot in spots:
            by_attribute[spot.attribute].append(spot)
        found: dict[str, UnnamedValue] = {}
        for later in (False, True):
            for attribute, its_spots in by_attribute.items():
                if later == any(spot.behind for spot in its_spots):
                    value = self._elect(its_spots, found)
                    if value:
                        found[attribute] = value
        return [found[attribute] for attribute in by_attribute if attribute in found]

    def _elect(self, spots: Sequence[Spot], known: dict[str, UnnamedValue]) -> UnnamedValue | None:
        """What the best spot means, if others agree or are weak.

        Only where no place is just like one of the sample's, those that are nearly so are sought.
        """
        votes = self._votes(spots, known, nearly=False)
        if not votes:
            by_path = [spot for spot in spots if not _by_label(spot) and is_telling(spot.path)]
            votes = self._votes(by_path, known, nearly=True)
        return _elected(votes.values()) if votes else None

    def _votes(
        self, spots: Sequence[Spot], known: dict[str, UnnamedValue], *, nearly: bool
    ) -> dict[str, list[UnnamedValue]]:
        votes: dict[str, list[UnnamedValue]] = defaultdict(list)
        for spot in spots:
            best: dict[str, UnnamedValue] = {}
            for place in self.candidates(spot, nearly=nearly):
                found = _behind(place, known.get(spot.behind)) if spot.behind else place
                key = name_key(found.value)
                if key not in best or best[key].score < found.score:
                    best[key] = found
            top = max((found.score for found in best.values()), default=0)
            meant = [(key, found) for key, found in best.items() if found.score >= top - _TIED]
            if len(meant) * spot.weight > _MOST_TIED:
                # Where the sample had one such place and this page many, it is a list of others.
                continue
            for key, found in meant:
                share = found.score**2 * self._credit(found) / len(meant)
                votes[key].append(replace(found, score=share))
        return votes

    def candidates(
        self, spot: Spot, *, nearly: bool = True, any_kind: bool = False
    ) -> Iterator[UnnamedValue]:
        """Every place this spot could mean; without `nearly` only those just like the sample's."""
        for node, leaves, likeness in self._places(spot, nearly=nearly):
            if node in self._outline.hidden:
                continue
            value = self._value(spot, node, leaves)
            label = self._label(spot, node, leaves)
            labelled = bool(spot.label) and same_label(label, spot.label)
            if not (value and (any_kind or _is_of_kind(spot, value, labelled=labelled))):
                continue
            place = self._with_label(spot, node, likeness, labelled=labelled)
            if place < (_ALIKE_BEHIND_LABEL if labelled else _ALIKE):
                continue
            if not labelled and (spot.name or name_key(value) in spot.others):
                continue
            score = place + self._small_signs(spot, node, leaves, value, labelled=labelled)
            yield UnnamedValue(spot, value, place, max(score, 0.05), label, tuple(leaves))

    def _places(self, spot: Spot, *, nearly: bool) -> Iterator[tuple[int, Sequence[int], float]]:
        """Elements with the leaves that may be the value: behind the label, by id, or by path."""
        around = self.around
        if _by_label(spot):
            for label in around.labels.get(spot.before, ())[:_MOST_PLACES]:
                found = self._behind_label(spot, label)
                if found:
                    yield (*found, around.likeness(spot.path, found[0]))
            return
        if nearly or not is_telling(spot.path):
            nodes = around.alike(spot.path, _ALIKE)
        else:
            named = around.named(spot.path[0]) if is_own_name(spot.path[0].id) else []
            nodes = [(node, 1.0) for node in named or around.standing_so(spot.path)]
        for node, likeness in nodes[:_MOST_PLACES]:
            leaves = self._leaves(spot, node)
            if leaves:
                yield node, leaves, likeness

    def _behind_label(self, spot: Spot, label: int) -> tuple[int, Sequence[int]] | None:
        """The element behind a label, as far out as the sample's, with its leaves."""
        outline = self._outline
        first = self.around.behind_label(label)
        if first is None:
            return None
        owner, labelling = outline.owners[first], outline.owners[label]
        inside = [
            node
            for node in outline.ancestors(owner, PATH_LENGTH)
            if not node <= labelling < outline.ends[node]
        ]
        of_tag = [node for node in inside if outline.tags[node] == spot.path[0].tag]
        of_tag.sort(key=lambda node: -self.around.likeness(spot.path, node))
        if spot.reads == "all" and inside:
            node = (of_tag or inside[-1:])[0]
            leaves = outline.leaves(node)
            return (node, leaves) if len(leaves) <= _MOST_LEAVES else None
        own = self.around.own_leaves(owner)
        whole = spot.reads == "own" and bool(inside) and own[0] == first
        return (of_tag or [owner])[0], own if whole else [first]

    def _leaves(self, spot: Spot, node: int) -> Sequence[int]:
        """The leaves of an element that are its value."""
        every = self._outline.leaves(node)
        if spot.reads == "all":
            most = 2 * spot.among + 2 if spot.among else _MOST_LEAVES
            return every if len(every) <= most else ()
        own = self.around.own_leaves(node)
        if spot.reads == "own" or not own:
            return own or (every if len(every) <= _SHORT else ())
        if spot.before:
            for leaf in own[:_MOST_LEAVES]:
                if same_label(self.around.label(node, leaf)[0], spot.before):
                    return [leaf]
        texts = self._outline.texts
        fitting = [leaf for leaf in own[:_MOST_LEAVES] if may_be(spot.kind, texts[leaf])]
        if spot.shape and len(own) != spot.among and fitting:
            # An extra text beside the value moves it on: how it is written tells more.
            likely = {
                leaf: shape_likeness(spot.shape, shape_of(texts[leaf]))
                - 0.1 * abs(own.index(leaf) - spot.nth)
                for leaf in fitting
            }
            return [max(fitting, key=likely.__getitem__)]
        return own[spot.nth : spot.nth + 1]

    def _value(self, spot: Spot, node: int, leaves: Sequence[int]) -> str:
        text = self.around.shown(node, leaves)
        if spot.kind == "price":
            text = one_price(self.around.whole_price(text, leaves))
        return only_of_kind(spot.kind, text) if spot.by_kind else _without_noise(spot, text)

    def _label(self, spot: Spot, node: int, leaves: Sequence[int]) -> str:
        return name_key(spot.prefix) or self.around.label(node, leaves[0])[0]

    def _with_label(self, spot: Spot, node: int, likeness: float, *, labelled: bool) -> float:
        """How far a place is the sample's by its id, else by path and label together."""
        innermost = spot.path[0]
        if is_own_name(innermost.id) and innermost.id == self.around.step(node).id:
            return 1.0
        if not spot.label or spot.label_is == "likely":
            return likeness * (1.0 if labelled or not spot.before else 0.98)
        if labelled:
            return likeness / 2 + 0.5 if likeness >= _ALIKE_BEHIND_LABEL else 0.0
        if spot.label_is == "needed" or spot.kind in {"text", "number"}:
            # Only what is plainly of its kind may stand behind another label.
            return 0.0
        if not _share_a_name(innermost, self.around.step(node)):
            return 0.0
        return likeness if likeness >= _ALIKE_WITHOUT_LABEL else 0.0

    def _small_signs(
        self, spot: Spot, node: int, leaves: Sequence[int], value: str, *, labelled: bool
    ) -> float:
        """What tells like places apart: how the value is written, the text behind it, the title."""
        signs = 0.1 if spot.label_is == "likely" and labelled else 0.0
        if spot.shape:
            signs += 0.25 * (shape_likeness(spot.shape, shape_of(value)) - 1)
        if spot.after:
            signs += 0.05 * (self.around.after(node, leaves[-1]) == spot.after) - 0.05
        if spot.in_title and self.around.title and not labelled:
            signs -= 0.0 if name_key(value) in self.around.title else 0.1
        return signs

    def _credit(self, found: UnnamedValue) -> float:
        """How far a spot is believed against other spots of its attribute."""
        spot, title = found.spot, self.around.title
        believed = spot.weight
        innermost = spot.path[0]
        if is_own_name(innermost.id):
            believed *= 1.25
        if is_headline(spot.path):
            believed *= 2.0
        if found.label and same_label(found.label, spot.label):
            believed *= 1.0 if spot.label_is == "likely" and not spot.prefix else 1.5
        elif spot.in_title and title and name_key(found.value) not in title:
            believed *= 0.8
        attribute = name_key(spot.attribute)
        if attribute and attribute in found.label:
            return believed * (1.8 if attribute == found.label else 1.5)
        words = name_key(innermost.id + "".join(innermost.classes))
        return believed * (1.2 if attribute and attribute in words else 1.0)


def is_own_name(word: str) -> bool:
    """Whether an id means one thing on every page; a number in it may count the page's rows."""
    return bool(word) and not _DIGITS.search(word)


def _by_label(spot: Spot) -> bool:
    """Whether a value is looked for behind its label, wherever that stands."""
    return spot.label_is == "needed" and not spot.prefix


def is_headline(path: Sequence[Step]) -> bool:
    return any(step.tag == "h1" for step in path[:2])


def _is_of_kind(spot: Spot, value: str, *, labelled: bool) -> bool:
    """Behind its label a value may be of another kind ("unknown"); a price is always one."""
    if not name_key(value):
        return not spot.shape or not re.search(r"\w", spot.shape)
    surely = labelled and spot.label_is != "likely" and spot.kind != "price"
    return surely or may_be(spot.kind, value)


def _share_a_name(one: Step, other: Step) -> bool:
    """Whether two elements have a class or an id in common, if they have any."""
    if not (one.id or one.classes):
        return True
    same_id = bool(one.id) and _DIGITS.sub("0", one.id) == _DIGITS.sub("0", other.id)
    return same_id or not {*one.classes}.isdisjoint(other.classes)


def _behind(found: UnnamedValue, known: UnnamedValue | None) -> UnnamedValue:
    """The text right behind another attribute's value, as on the sample, is believed more."""
    near = known is not None and 0 < found.leaves[0] - known.leaves[-1] <= 2
    return replace(found, score=found.score + (0.3 if near else 0.0))


def _elected(choices: Collection[list[UnnamedValue]]) -> UnnamedValue:
    """Spots are seldom independent of each other: the best one counts whole, the rest a little."""

    def standing(found: list[UnnamedValue]) -> float:
        best_of_place: dict[tuple[int, ...], float] = defaultdict(float)
        for value in found:
            best_of_place[value.leaves] = max(best_of_place[value.leaves], value.score)
        best, *others = sorted(best_of_place.values(), reverse=True)
        return best + _OTHERS_COUNT * sum(others)

    winner: list[UnnamedValue] = max(choices, key=standing)
    return max(winner, key=lambda found: found.score)


def _without_noise(spot: Spot, text: str) -> str:
    """The text without prefix and suffix of the sample; "" if the prefix is missing.

    The text after a value varies: where it differs from the sample's, the value ends at the
    same separator (" (", ",", " - ") as on the sample.
    """
    if not text.startswith(spot.prefix):
        return ""
    value = text[len(spot.prefix) :]
    if not spot.suffix:
        return value.strip()
    if value.endswith(spot.suffix):
        return value[: len(value) - len(spot.suffix)].strip()
    sign = _CUTS.match(spot.suffix)
    if not sign:
        return ""
    return value.partition(sign[0].strip() if sign[0].strip() != "-" else " - ")[0].strip()
