"""From a value without a name to the places that show it on the sample page.

Each place becomes a `Spot`: the elements around it, the label before it and whether that is
plainly one, its kind and how it is written, and the texts that stand at like places and are not
the value. Places that many other texts are like count less, or need their label. With several
samples, what differs between them is no longer demanded, and spots count by what they read right.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.names import clean_name, name_key
from rules.model import Spot
from rules.surroundings import PATH_LENGTH, WHOLE_PAGE
from rules.unnamed_values import UnnamedReader, is_headline
from rules.value_kinds import Kind, kind_of, only_of_kind, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pages.outline import Outline
    from rules.learn import Example, Place, Sample, TextIndex

Reads = Literal["all", "own", "nth"]

# Another place of the sample this much like the value's own is its rival.
_RIVAL = 0.85
_LONGEST_NOISE = 40
_LONGEST_OTHER = 60
_MOST_SPOTS, _MOST_OTHERS, _MOST_RIVALS = 8, 40, 8
# What a place counts where it shows the value from further out than its own element.
_FROM_OUTSIDE = 0.3
_SIGNS_REACH = 4
# How many elements out from a value a text may stand that is not plainly its label.
_LIKELY_REACH = 3
_SHORT = 3

_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[a-zA-Z]{3,}|[^\W\d_a-zA-Z]{2,}")
_LABEL_TAGS = frozenset(["th", "dt", "label"])
_CELLS = frozenset(["td", "th"])
# Elements that hold rows or a page, never one value.
_NO_VALUE = WHOLE_PAGE | {"tr", "tbody", "table", "ul", "ol", "dl"}


def learn_unnamed(
    index: TextIndex, example: Example, examples: Iterable[Example] = ()
) -> list[Spot]:
    """Spots for one value: whole texts, parts behind a colon, other parts where nothing else is."""
    return _Learner(index, example, tuple(examples)).spots()


def why_not_learned(index: TextIndex, example: Example) -> str:
    """Why nothing was learned for a value, in words that help to correct the label."""
    if not name_key(example.value):
        return "it has no letter or digit"
    places = index.places(example.value)
    if not places:
        return "the page does not show it as text; copy it as the page writes it"
    if example.name and not index.places(example.name):
        return f"the page does not show its name {example.name!r}"
    if not any(place.opens and place.closes for place in places):
        return "it stands inside a longer text that gives no hold on it"
    return "other texts of the page stand just like it"


@dataclass(frozen=True)
class _Learner:
    index: TextIndex
    example: Example
    examples: tuple[Example, ...]

    def spots(self) -> list[Spot]:
        reader = UnnamedReader(self.index.outline)
        places = self.index.places(self.example.value)
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
        spots = [spot for spot in spots if spot.weight > _FROM_OUTSIDE / _MOST_RIVALS]
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
        bare = spot.model_copy(update={"before": "", "label_is": "likely", "name": ""})
        others: dict[str, bool] = {}
        for found in reader.candidates(bare, any_kind=True):
            key = name_key(found.value)
            others[key] = others.get(key, False) or found.likeness >= _RIVAL
        others.pop(value, None)
        innermost = spot.path[0]
        has_name = bool(innermost.id or innermost.classes or is_headline(spot.path))
        told_apart = has_name and not any(others.values())
        if spot.label_is == "sure" and not told_apart:
            spot = spot.model_copy(update={"label_is": "needed"})
        rivals = {
            name_key(found.value) for found in reader.candidates(spot) if found.likeness >= _RIVAL
        }
        kept = tuple(key for key in others if len(key) <= _LONGEST_OTHER)[:_MOST_OTHERS]
        return spot.model_copy(
            update={
                "weight": round(spot.weight / (1 + len(rivals - {value})), 3),
                "others": () if spot.label_is == "needed" or spot.prefix else kept,
            }
        )

    def _whole(self, reader: UnnamedReader, place: Place) -> Iterator[Spot]:
        """The place from its innermost element, and from the outermost that shows only it."""
        outline = self.index.outline
        leaves = range(place.first_leaf, place.end_leaf)
        node, reads, nth = _target(outline, place, self.example.value)
        yield self._spot(reader, place, node, reads, nth)
        if place.end_leaf - place.first_leaf > 1 and kind_of(self.example.value) == "price":
            first = self.index.place_of_leaves(place.first_leaf, place.first_leaf + 1)
            yield self._spot(reader, place, *_target(outline, first, ""))
        outer = node
        for step in outline.ancestors(node, PATH_LENGTH):
            if len(outline.leaves(step)) > len(leaves) or outline.tags[step] in _NO_VALUE:
                break
            outer = step
        if outer != node and reads != "nth" and not is_headline(reader.around.path(node)):
            # With more inside it on another page it would show too much.
            wider = self._spot(reader, place, outer, "all", 0)
            yield wider.model_copy(update={"weight": _FROM_OUTSIDE})

    def _kind(self, place: Place) -> Kind:
        """The value's own; `349.00` is a price where the page shows $349.00."""
        shown = self.index.outline.text(range(place.first_leaf, place.end_leaf))
        same = name_key(shown) == name_key(self.example.value)
        return "price" if same and kind_of(shown) == "price" else kind_of(self.example.value)

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
        sure = label and self._is_plainly_a_label(node, leaf)
        if not sure and label and not reader.around.is_near(node, leaf, _LIKELY_REACH):
            label = ""
        return Spot(
            attribute=self.example.attribute,
            name=clean_name(self.example.name),
            path=path,
            reads=reads,
            nth=nth,
            among=self._among(reads, node),
            before=label,
            label_is="sure" if sure else "likely",
            behind=behind,
            after=reader.around.after(node, place.end_leaf - 1),
            in_title=len(name_key(value)) > 2 and name_key(value) in reader.around.title,
            kind=self._kind(place),
            shape=shape_of(value),
        )

    def _among(self, reads: Reads, node: int) -> int:
        outline = self.index.outline
        every = outline.leaves(node)
        if reads == "nth":
            return sum(outline.owners[leaf] == node for leaf in every)
        return len(every) if reads == "all" else 0

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
        outline = self.index.outline
        shown = outline.texts[leaf]
        between = "".join(outline.texts[i] for i in range(leaf + 1, outline.leaves(node).start))
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
        index, value = self.index, self.example.value
        outline = index.outline
        if place.end_leaf - place.first_leaf != 1 or not name_key(value):
            return
        text = outline.texts[place.first_leaf]
        node, reads, nth = _target(
            outline, index.place_of_leaves(place.first_leaf, place.end_leaf), text
        )
        spot = self._spot(
            reader, index.place_of_leaves(place.first_leaf, place.end_leaf), node, reads, nth
        )
        start = text.find(value)
        if start < 0:
            return
        prefix, suffix = text[:start], text[start + len(value) :]
        by_kind = name_key(only_of_kind(kind_of(value), text)) == name_key(value)
        if by_kind and not is_labelled_by(prefix):
            yield spot.model_copy(update={"by_kind": True})
        elif max(len(prefix), len(suffix)) <= _LONGEST_NOISE:
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
    if len(shown) != 2 or shown[1] != cell or leaf not in outline.leaves(shown[0]):
        return False
    # Tables that lay out a page have large cells.
    return len(outline.leaves(shown[0])) <= _SHORT and len(outline.leaves(cell)) <= 2 * _SHORT


def _target(outline: Outline, place: Place, value: str) -> tuple[int, Reads, int]:
    """The innermost element that holds this place, and what of it the place is."""
    node = outline.owners[place.first_leaf]
    while outline.leaves(node).stop < place.end_leaf:
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
    aside: dict[str, object] = {"before": "", "after": "", "behind": "", "others": (), "shape": ""}
    return spot.model_copy(update={**aside, "weight": 1.0, "label_is": "likely", "in_title": False})


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
