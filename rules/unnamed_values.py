"""Values without a name: title, price, brand, address. Found again by what they are and where.

`learn_unnamed` writes down every place of the sample page that shows a value (a `Spot`): the
elements around it, the text before and behind it, its kind, and what other texts stood at
places like it. `UnnamedReader.read` looks those places up on another page, weighs what it
finds and gives at most one value for each attribute. Where the page shows a label before a
value, the label is followed; a value whose label is not there is not there either.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rules.model import Spot, Step
from rules.names import clean_name, name_key
from rules.surroundings import PATH_LENGTH, WHOLE_PAGE, Surroundings, is_telling, same_label
from rules.value_kinds import kind_of, may_be, one_price, only_of_kind, shape_likeness, shape_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from pages.outline import Outline
    from rules.examples import Example
    from rules.learn_layout import Sample
    from rules.located import LocatedText, Place

Reads = Literal["all", "own", "nth"]

# A place this much like the sample's is the same; behind the same label less will do.
_ALIKE, _ALIKE_BEHIND_LABEL, _ALIKE_WITHOUT_LABEL = 0.6, 0.35, 0.75
# Another place of the sample this much like the value's own is its rival.
_RIVAL = 0.85
# Places so little less like it are as good; so many of them are a list of other things.
_TIED, _MOST_TIED = 0.1, 3
_OTHERS_COUNT = 0.1
_LONGEST_DRESSING = 40
_MOST_SPOTS, _MOST_OTHERS, _MOST_RIVALS = 8, 40, 8
# An element that holds more texts is no single value; more places than this are not looked at.
_MOST_LEAVES, _MOST_PLACES = 40, 60
_SIGNS_REACH = 4
_SHORT = 3

_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[a-zA-Z]{3,}|[^\W\d_a-zA-Z]{2,}")
_INNER_LABEL = re.compile(r"([^\W\d][^:：\d\s]*(?: [^:：\d\s]+){0,2})[:：]\s*\S")
_LABEL_TAGS = frozenset(["th", "dt", "label"])
_CELLS = frozenset(["td", "th"])
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


# Reading


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
        votes = self._votes(spots, known, nearly=False) or self._votes(spots, known, nearly=True)
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
            if len(meant) > _MOST_TIED / spot.weight:
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
            label = self._label(spot, node, leaves, value)
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
        if spot.label_is == "needed" and not (spot.prefix or spot.begins):
            for label in around.labels.get(spot.before, ())[:_MOST_PLACES]:
                found = self._below(spot, label) if spot.column else self._behind_label(spot, label)
                if found:
                    yield (*found, around.likeness(spot.path, found[0]))
            return
        named = around.named(spot.path[0]) if is_own_name(spot.path[0].id) else []
        nodes = [(node, 1.0) for node in named or around.standing_so(spot.path)]
        if nearly or not is_telling(spot.path):
            nodes = around.alike(spot.path, _ALIKE)
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
        owner = outline.owners[first]
        inside = [
            node
            for node in outline.ancestors(owner, PATH_LENGTH)
            if label < outline.first_leaf[node] <= first
        ]
        if spot.reads == "all" and inside:
            of_tag = [node for node in inside if outline.tags[node] == spot.path[0].tag]
            node = (of_tag or inside[-1:])[0]
            leaves = outline.leaves(node)
            return (node, leaves) if len(leaves) <= _MOST_LEAVES else None
        own = self.around.own_leaves(owner)
        whole = spot.reads == "own" and bool(inside) and own[0] == first
        return owner, own if whole else [first]

    def _below(self, spot: Spot, heading: int) -> tuple[int, Sequence[int]] | None:
        """The element in the cell below a column's heading."""
        cell = self.around.below(heading, spot.column)
        leaves = self._outline.leaves(cell) if cell else range(0)
        if not cell or not 0 < len(leaves) <= _SHORT:
            return None
        node = self._outline.owners[leaves[0]]
        return node, leaves if spot.reads == "all" else leaves[:1]

    def _leaves(self, spot: Spot, node: int) -> Sequence[int]:
        """The leaves of an element that are its value."""
        every = self._outline.leaves(node)
        if spot.reads == "all":
            return every if len(every) <= _MOST_LEAVES else ()
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
        return only_of_kind(spot.kind, text) if spot.by_kind else _undressed(spot, text)

    def _label(self, spot: Spot, node: int, leaves: Sequence[int], value: str) -> str:
        if spot.column:
            return spot.before
        inner = name_key(spot.prefix) or (_inner_label(value) if spot.begins else "")
        return inner or self.around.label(node, leaves[0])[0]

    def _with_label(self, spot: Spot, node: int, likeness: float, *, labelled: bool) -> float:
        """How far a place is the sample's by its id, else by path and label together."""
        innermost = spot.path[0]
        if is_own_name(innermost.id) and innermost.id == self.around.step(node).id:
            return 1.0
        if not spot.label or spot.label_is == "likely":
            return likeness * (1.0 if labelled or not spot.before else 0.98)
        if labelled:
            return likeness / 2 + 0.5 if likeness >= _ALIKE_BEHIND_LABEL else 0.0
        if spot.label_is == "needed" or not _share_a_name(innermost, self.around.step(node)):
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


def is_headline(path: Sequence[Step]) -> bool:
    return any(step.tag == "h1" for step in path[:2])


def _is_of_kind(spot: Spot, value: str, *, labelled: bool) -> bool:
    """Behind its label a value may be of another kind ("unknown"); a price is always one."""
    if not name_key(value):
        return not spot.shape or not re.search(r"\w", spot.shape)
    surely = labelled and spot.label_is != "likely" and spot.kind != "price"
    return surely or may_be(spot.kind, value)


def _inner_label(value: str) -> str:
    found = _INNER_LABEL.match(value)
    return name_key(found[1]) if found else ""


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


def _undressed(spot: Spot, text: str) -> str:
    """The text without the sample's dressing; "" where what must stand before it does not.

    What stands behind a value varies: where it is not the sample's, the value ends at the
    same sign (" (", ",", " - ") as on the sample.
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


# Learning


def learn_unnamed(
    located: LocatedText, example: Example, examples: Iterable[Example] = ()
) -> list[Spot]:
    """Spots for one value: whole texts, parts behind a colon, other parts where nothing else is."""
    return _Learner(located, example, tuple(examples)).spots()


def why_not_learned(located: LocatedText, example: Example) -> str:
    """What a person may do about a value for which nothing was learned."""
    if not name_key(example.value):
        return "it has no letter or digit"
    places = located.places(example.value)
    if not places:
        return "the page does not show it as text; copy it as the page writes it"
    if example.name and not located.places(example.name):
        return f"the page does not show its name {example.name!r}"
    if not any(place.opens and place.closes for place in places):
        return "it stands inside a longer text that gives no hold on it"
    return "other texts of the page stand just like it"


@dataclass(frozen=True)
class _Learner:
    located: LocatedText
    example: Example
    examples: tuple[Example, ...]

    def spots(self) -> list[Spot]:
        reader = UnnamedReader(self.located.outline)
        places = self.located.places(self.example.value)
        whole = [place for place in places if place.opens and place.closes]
        found = [spot for place in whole for spot in self._whole(reader, place)]
        found = [spot for spot in found if self._reads(reader, spot)]
        parts = [
            spot
            for place in places
            if not (place.opens and place.closes)
            for spot in self._part(reader, place)
        ]
        found += [spot for spot in parts if is_labelled_by(spot.prefix) or not found]
        found = [spot for spot in found if not self._is_labelled_otherwise(spot)] or found
        spots = [self._weighed(reader, spot) for spot in _one_of_a_list(found)]
        # Where so many texts stand just like it, its place says nothing.
        spots = [spot for spot in spots if spot.weight > 0.3 / _MOST_RIVALS]
        if self.example.name:
            # Without its name beside it nothing says that a value is this attribute's.
            key = name_key(self.example.name)
            spots = [spot for spot in spots if spot.label == key]
        return sorted(spots, key=lambda spot: -spot.weight)[:_MOST_SPOTS]

    def _reads(self, reader: UnnamedReader, spot: Spot) -> bool:
        """Whether a spot reads its own value; letters may stand together over several values."""
        wanted = name_key(self.example.value)
        return any(name_key(found.value) == wanted for found in reader.candidates(spot))

    def _weighed(self, reader: UnnamedReader, spot: Spot) -> Spot:
        """A spot that means other values of the page too tells little, or needs its label."""
        value = name_key(self.example.value)
        bare = spot.model_copy(
            update={"before": "", "column": 0, "begins": "", "label_is": "likely", "name": ""}
        )
        others: dict[str, bool] = {}
        for found in reader.candidates(bare, any_kind=True):
            key = name_key(found.value)
            others[key] = others.get(key, False) or found.likeness >= _RIVAL
        others.pop(value, None)
        alike = [key for key, is_rival in others.items() if is_rival]
        innermost = spot.path[0]
        told_apart = not alike and bool(innermost.id or innermost.classes or is_headline(spot.path))
        sure = spot.label_is == "sure"
        label_is = (
            "needed" if sure and (spot.begins or spot.column or not told_apart) else spot.label_is
        )
        spot = spot.model_copy(update={"label_is": label_is})
        rivals = {
            name_key(found.value) for found in reader.candidates(spot) if found.likeness >= _RIVAL
        }
        kept = tuple(others)[:_MOST_OTHERS]
        return spot.model_copy(
            update={
                "weight": round(spot.weight / (1 + len(rivals - {value})), 3),
                "others": () if label_is == "needed" or spot.prefix else kept,
            }
        )

    def _whole(self, reader: UnnamedReader, place: Place) -> Iterator[Spot]:
        """The place from its innermost element, and from the outermost that shows only it."""
        outline = self.located.outline
        leaves = range(place.first_leaf, place.end_leaf)
        node, reads, nth = _target(outline, place, self.example.value)
        yield self._spot(reader, place, node, reads, nth)
        if place.end_leaf - place.first_leaf > 1 and kind_of(self.example.value) == "price":
            first = self.located.place_of_leaves(place.first_leaf, place.first_leaf + 1)
            yield self._spot(reader, place, *_target(outline, first, ""))
        outer = node
        for step in outline.ancestors(node, PATH_LENGTH):
            if len(outline.leaves(step)) > len(leaves) or outline.tags[step] in WHOLE_PAGE:
                break
            outer = step
        if outer != node and reads != "nth" and not is_headline(reader.around.path(node)):
            # With more inside it on another page it would show too much.
            wider = self._spot(reader, place, outer, "all", 0)
            yield wider.model_copy(update={"weight": 0.3})

    def _spot(
        self,
        reader: UnnamedReader,
        place: Place,
        node: int,
        reads: Reads,
        nth: int,
    ) -> Spot:
        path = reader.around.path(node)
        # Before the page's headline stands the way to the page, another one on every page.
        label, leaf = ("", -1) if is_headline(path) else reader.around.label(node, place.first_leaf)
        behind = self._attribute_at(label)
        if behind or label.isdigit() or (len(label) > 3 and label in reader.around.title):
            label = ""
        value = self.example.value
        begins = _inner_label(value) if place.opens and not is_headline(path) else ""
        if begins in reader.around.title:
            # "Name: its subtitle".
            begins = ""
        sure = begins or (label and self._is_plainly_a_label(node, leaf))
        heading, column = reader.around.heading(node) if not (sure or behind) else ("", 0)
        label = heading or label
        return Spot(
            attribute=self.example.attribute,
            name=clean_name(self.example.name),
            path=path,
            reads=reads,
            nth=nth,
            among=len(reader.around.own_leaves(node)) if reads == "nth" else 0,
            before=label,
            column=column if heading else 0,
            begins=begins,
            label_is="sure" if sure or heading else "likely",
            behind=behind,
            after=reader.around.after(node, place.end_leaf - 1),
            in_title=len(name_key(value)) > 2 and name_key(value) in reader.around.title,
            kind=kind_of(value),
            shape=shape_of(value),
        )

    def _attribute_at(self, key: str) -> str:
        """The other attribute whose value this text is."""
        for other in self.examples:
            if key and other.attribute != self.example.attribute and name_key(other.value) == key:
                return other.attribute
        return ""

    def _is_labelled_otherwise(self, spot: Spot) -> bool:
        """Whether the label speaks of another attribute: the same words, but not this value."""
        others = {
            word
            for other in self.examples
            if other.attribute != spot.attribute
            for word in _words(other.attribute)
        }
        own = _words(spot.attribute)
        return any(word in spot.label for word in others - own) and not any(
            word in spot.label for word in own
        )

    def _is_plainly_a_label(self, node: int, leaf: int) -> bool:
        """A colon, the label's element, a row of two cells or the attribute's own words tell."""
        outline = self.located.outline
        shown = outline.texts[leaf]
        between = "".join(outline.texts[i] for i in range(leaf + 1, outline.first_leaf[node]))
        if shown.endswith((":", "：")) or between.strip() in {":", "："}:
            return True
        around = outline.ancestors(outline.owners[leaf], 3)
        if any(outline.tags[step] in _LABEL_TAGS for step in around):
            return True
        if any(word in name_key(shown) for word in _words(self.example.attribute)):
            return True
        return _is_row_of_two(outline, node, leaf) and not _DIGITS.search(shown)

    def _part(self, reader: UnnamedReader, place: Place) -> Iterator[Spot]:
        """A value that is part of a longer text: told by its kind, or by what is around it."""
        located, value = self.located, self.example.value
        outline = located.outline
        if place.end_leaf - place.first_leaf != 1 or not name_key(value):
            return
        text = outline.texts[place.first_leaf]
        node, reads, nth = _target(
            outline, located.place_of_leaves(place.first_leaf, place.end_leaf), text
        )
        spot = self._spot(
            reader, located.place_of_leaves(place.first_leaf, place.end_leaf), node, reads, nth
        )
        start = text.find(value)
        if start < 0:
            return
        prefix, suffix = text[:start], text[start + len(value) :]
        kind = kind_of(value)
        dressed = max(len(prefix), len(suffix)) <= _LONGEST_DRESSING
        if name_key(only_of_kind(kind, text)) == name_key(value) and not is_labelled_by(prefix):
            yield spot.model_copy(update={"by_kind": True})
        elif dressed:
            yield spot.model_copy(update={"prefix": prefix, "suffix": suffix})


def _words(attribute: str) -> set[str]:
    return {word.lower() for word in _WORDS.findall(attribute.replace("_", " "))}


def _one_of_a_list(spots: Iterable[Spot]) -> Iterator[Spot]:
    """A value that stands in many entries of a list has one spot there, and that tells little."""
    alike: dict[tuple[object, ...], list[Spot]] = defaultdict(list)
    for spot in spots:
        steps = (step._replace(id=_DIGITS.sub("0", step.id)) for step in spot.path)
        alike[(*steps, spot.reads, spot.prefix, spot.label_is)].append(spot)
    for group in alike.values():
        weight = group[0].weight / len(set(group))
        yield group[0].model_copy(update={"weight": round(weight, 3)})


def is_labelled_by(prefix: str) -> bool:
    """Whether what stands before a value in its own text is its label."""
    return prefix.rstrip().endswith((":", "：")) and bool(name_key(prefix))


def _is_row_of_two(outline: Outline, node: int, leaf: int) -> bool:
    """Whether a text and an element stand in the two cells of one row of a table."""
    cell = next((n for n in outline.ancestors(node, 4) if outline.tags[n] in _CELLS), None)
    if cell is None:
        return False
    row = outline.parents[cell]
    cells = [
        n for n in range(row + 1, min(outline.ends[row], row + 40)) if outline.parents[n] == row
    ]
    shown = [n for n in cells if outline.leaves(n)]
    return len(shown) == 2 and shown[1] == cell and leaf in outline.leaves(shown[0])


def _target(outline: Outline, place: Place, value: str) -> tuple[int, Reads, int]:
    """The innermost element that holds this place, and what of it the place is."""
    node = outline.owners[place.first_leaf]
    while outline.end_leaf[node] < place.end_leaf:
        node = outline.parents[node]
    with_signs = _with_signs(outline, node, value)
    if with_signs is not None:
        return with_signs, "all", 0
    own = [leaf for leaf in outline.leaves(node) if outline.owners[leaf] == node]
    place_leaves = list(range(place.first_leaf, place.end_leaf))
    if place_leaves == own:
        return node, "own", 0
    return (node, "nth", own.index(place_leaves[0])) if len(place_leaves) == 1 else (node, "all", 0)


def _with_signs(outline: Outline, node: int, value: str) -> int | None:
    """An element further out that shows the value's signs too, as `<i>￥</i><b>99</b>` does."""
    wanted = "".join(value.split())
    for step in outline.ancestors(node, _SIGNS_REACH):
        shown = "".join(outline.text(outline.leaves(step)).split())
        if shown == wanted:
            return step if step != node else None
        if name_key(shown) != name_key(wanted):
            return None
    return None


# Several samples


def merged_spots(known: Sequence[Spot], learned: Sequence[Spot]) -> tuple[Spot, ...]:
    """Spots that differ only in their neighbours are one; only common neighbours stay.

    Where one sample has two such spots, as two rows of a table, the label tells them apart.
    """
    places = (Counter(map(_place, known)), Counter(map(_place, learned)))
    merged: dict[Spot, Spot] = {}
    for spot in (*known, *learned):
        place = _place(spot)
        if max(count[place] for count in places) > 1 or spot.label_is == "needed":
            place = place.model_copy(update={"before": spot.before})
        other = merged.get(place, spot)
        merged[place] = other.model_copy(
            update={
                "before": spot.before if spot.before == other.before else "",
                "after": spot.after if spot.after == other.after else "",
                "behind": spot.behind if spot.behind == other.behind else "",
                "label_is": spot.label_is if spot.label_is == other.label_is else "likely",
                "in_title": spot.in_title and other.in_title,
                "others": tuple(dict.fromkeys((*other.others, *spot.others)))[:_MOST_OTHERS],
                "weight": max(other.weight, spot.weight),
            }
        )
    return tuple(merged.values())


def _place(spot: Spot) -> Spot:
    aside = {"before": "", "after": "", "behind": "", "others": (), "shape": "", "weight": 1.0}
    return spot.model_copy(update={**aside, "label_is": "likely", "in_title": False})


def weighed_spots(spots: Sequence[Spot], samples: Sequence[Sample]) -> tuple[Spot, ...]:
    """Spots count by how many samples they read right; more wrong than right, and they go."""
    if len(samples) < 2:
        return tuple(spots)
    readers = [(UnnamedReader(sample.outline), sample) for sample in samples]
    weighed = []
    for spot in spots:
        right = wrong = wanted = 0
        for reader, sample in readers:
            values = {
                name_key(example.value)
                for example in sample.examples
                if example.attribute == spot.attribute
            }
            wanted += bool(values)
            for found in reader.read([spot]):
                hit = name_key(found.value) in values
                right, wrong = right + hit, wrong + (not hit)
        if right > wrong:
            trust = right / (right + 2 * wrong) * right / wanted
            weighed.append(spot.model_copy(update={"weight": round(spot.weight * trust, 3)}))
    return tuple(weighed)
