"""Learn how to find a value without a name from the places that show it on the sample page.

Each place becomes a `ValueLocator`: the elements around it, the label before it and whether that is
clearly a label, its kind and how it is written, and the texts at similar places that are not the
value. A place that resembles many others counts less, or needs its label. With several samples,
only what they agree on is required, and locators are weighted by how many samples they read
correctly.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.names import clean_name, name_key
from rules.model import ValueLocator
from rules.surroundings import PATH_LENGTH, WHOLE_PAGE
from rules.unnamed_values import OUTER_WEIGHT, UnnamedReader, is_headline
from rules.value_kinds import Kind, kind_of, only_of_kind, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pages.outline import Outline
    from rules.learn import Example, Place, Sample, TextIndex

Reads = Literal["all", "own", "nth"]

# Another place of the sample this similar to the value's own is its rival.
_RIVAL = 0.85
_LONGEST_NOISE = 40
_LONGEST_OTHER = 60
_MOST_LOCATORS, _MOST_OTHERS, _MOST_RIVALS = 8, 40, 8
# The weight of a price without a label on a page that has it with a label, too.
_UNLABELLED_WEIGHT = 0.5
_SYMBOLS_REACH = 4
# The same for texts that are not clearly labels: `_LABEL_REACH` of rules/surroundings.py.
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
) -> list[ValueLocator]:
    """Locators for one value: of whole texts, of parts after a colon, else of other parts."""
    return _Learner(index, example, tuple(examples)).locators()


def why_not_learned(index: TextIndex, example: Example) -> str:
    """Why nothing was learned for a value, so that the label can be corrected."""
    if not name_key(example.value):
        return "it has no letter or digit"
    places = index.places(example.value)
    if not places:
        return "the page does not show it as text; copy it as the page writes it"
    if example.name and not index.places(example.name):
        return f"the page does not show its name {example.name!r}"
    if not any(place.opens and place.closes for place in places):
        return "it is part of a longer text, and nothing marks where it begins and ends"
    return "the page shows other texts in the same way, so nothing tells it apart"


@dataclass(frozen=True)
class _Learner:
    index: TextIndex
    example: Example
    examples: tuple[Example, ...]

    def locators(self) -> list[ValueLocator]:
        reader = UnnamedReader(self.index.outline)
        places = self.index.places(self.example.value)
        whole = [place for place in places if place.opens and place.closes]
        found = [locator for place in whole for locator in self._whole(reader, place)]
        found = [locator for locator in found if self._reads(reader, locator)]
        parts = [
            locator
            for place in places
            if not (place.opens and place.closes)
            for locator in self._part(reader, place)
        ]
        found += [locator for locator in parts if is_labelled_by(locator.prefix) or not found]
        found = [locator for locator in found if not self._is_labelled_otherwise(locator)] or found
        locators = [self._weighed(reader, locator) for locator in _one_of_a_list(found)]
        # If many texts are at similar places, the place says nothing.
        locators = [locator for locator in locators if locator.weight > OUTER_WEIGHT / _MOST_RIVALS]
        if self.example.name:
            # Only the name beside it tells that a value belongs to this attribute.
            key = name_key(self.example.name)
            locators = [locator for locator in locators if locator.label == key]
        if any(map(self._is_labelled_price, locators)):
            locators = [one for locator in locators for one in _beside_a_labelled_price(locator)]
        return sorted(locators, key=lambda locator: -locator.weight)[:_MOST_LOCATORS]

    def _is_labelled_price(self, locator: ValueLocator) -> bool:
        attribute = name_key(self.example.attribute)
        named = attribute in locator.label or (locator.label and locator.label in attribute)
        return locator.kind == "price" and locator.label_is != "likely" and bool(named)

    def _reads(self, reader: UnnamedReader, locator: ValueLocator) -> bool:
        """Whether a locator reads its own value: a match may run across several elements."""
        wanted = name_key(self.example.value)
        return any(name_key(found.value) == wanted for found in reader.candidates(locator))

    def _weighed(self, reader: UnnamedReader, locator: ValueLocator) -> ValueLocator:
        """A locator that also matches other texts of the page counts less, or needs its label."""
        value = name_key(self.example.value)
        bare = locator.model_copy(update={"before": "", "label_is": "likely", "name": ""})
        others: dict[str, bool] = {}
        for found in reader.candidates(bare, any_kind=True):
            key = name_key(found.value)
            others[key] = others.get(key, False) or found.likeness >= _RIVAL
        others.pop(value, None)
        innermost = locator.path[0]
        has_name = bool(innermost.id or innermost.classes or is_headline(locator.path))
        told_apart = has_name and not any(others.values())
        if locator.label_is == "sure" and not told_apart:
            locator = locator.model_copy(update={"label_is": "needed"})
        rivals = {
            name_key(found.value)
            for found in reader.candidates(locator)
            if found.likeness >= _RIVAL
        }
        kept = tuple(key for key in others if len(key) <= _LONGEST_OTHER)[:_MOST_OTHERS]
        return locator.model_copy(
            update={
                "weight": round(locator.weight / (1 + len(rivals - {value})), 3),
                "others": () if locator.label_is == "needed" or locator.prefix else kept,
            }
        )

    def _whole(self, reader: UnnamedReader, place: Place) -> Iterator[ValueLocator]:
        """Locators of the innermost element and of the outermost one that shows only the value."""
        outline = self.index.outline
        leaves = range(place.first_leaf, place.end_leaf)
        node, reads, nth = _target(outline, place, self.example.value)
        yield self._locator(reader, place, node, reads, nth)
        if place.end_leaf - place.first_leaf > 1 and kind_of(self.example.value) == "price":
            first = self.index.place_of_leaves(place.first_leaf, place.first_leaf + 1)
            yield self._locator(reader, place, *_target(outline, first, ""))
        outer = node
        for step in outline.ancestors(node, PATH_LENGTH):
            if len(outline.leaves(step)) > len(leaves) or outline.tags[step] in _NO_VALUE:
                break
            outer = step
        if outer != node and reads != "nth" and not is_headline(reader.around.path(node)):
            # On another page it may contain more than the value.
            wider = self._locator(reader, place, outer, "all", 0)
            yield wider.model_copy(update={"weight": OUTER_WEIGHT})

    def _kind(self, place: Place) -> Kind:
        """The kind of the value; `349.00` is a price if the page shows $349.00."""
        shown = self.index.outline.text(range(place.first_leaf, place.end_leaf))
        same = name_key(shown) == name_key(self.example.value)
        return "price" if same and kind_of(shown) == "price" else kind_of(self.example.value)

    def _locator(
        self,
        reader: UnnamedReader,
        place: Place,
        node: int,
        reads: Reads,
        nth: int,
    ) -> ValueLocator:
        path = reader.around.path(node)
        # Before the page's headline there are breadcrumbs, different on every page.
        label, leaf = ("", -1) if is_headline(path) else reader.around.label(node, place.first_leaf)
        behind = self._attribute_at(label)
        if behind or label.isdigit() or (len(label) > 3 and label in reader.around.title):
            label = ""
        value = self.example.value
        sure = label and self._is_plainly_a_label(node, leaf)
        if not sure and label and not reader.around.is_near(node, leaf, _LIKELY_REACH):
            label = ""
        return ValueLocator(
            attribute=self.example.attribute,
            name=clean_name(self.example.name),
            path=path,
            reads=reads,
            nth=nth,
            among=self._among(reads, node),
            before=label,
            label_is="sure" if sure else "likely",
            behind=behind,
            after=reader.around.text_after(node, place.end_leaf - 1),
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

    def _is_labelled_otherwise(self, locator: ValueLocator) -> bool:
        """Whether the label contains words of another attribute's name, but none of this one's."""
        others = {
            word
            for other in self.examples
            if other.attribute != locator.attribute
            for word in _words(other.attribute)
        }
        own = _words(locator.attribute)
        return any(word in locator.label for word in others - own) and not any(
            word in locator.label for word in own
        )

    def _is_plainly_a_label(self, node: int, leaf: int) -> bool:
        """By a colon, a label element, a row of two cells, or a word of the attribute's name."""
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

    def _part(self, reader: UnnamedReader, place: Place) -> Iterator[ValueLocator]:
        """A value that is part of a longer text: found by its kind, or by the text around it."""
        index, value = self.index, self.example.value
        outline = index.outline
        if place.end_leaf - place.first_leaf != 1 or not name_key(value):
            return
        text = outline.texts[place.first_leaf]
        node, reads, nth = _target(
            outline, index.place_of_leaves(place.first_leaf, place.end_leaf), text
        )
        locator = self._locator(
            reader, index.place_of_leaves(place.first_leaf, place.end_leaf), node, reads, nth
        )
        start = text.find(value)
        if start < 0:
            return
        prefix, suffix = text[:start], text[start + len(value) :]
        by_kind = name_key(only_of_kind(kind_of(value), text)) == name_key(value)
        if by_kind and not is_labelled_by(prefix):
            yield locator.model_copy(update={"by_kind": True})
        elif max(len(prefix), len(suffix)) <= _LONGEST_NOISE:
            yield locator.model_copy(update={"prefix": prefix, "suffix": suffix})


def _beside_a_labelled_price(locator: ValueLocator) -> Iterator[ValueLocator]:
    """The same amount without a label: in a list of other products it is there by chance."""
    if locator.label_is != "likely":
        yield locator
    elif locator.weight >= 1:
        yield locator.model_copy(update={"weight": _UNLABELLED_WEIGHT})


def _words(attribute: str) -> set[str]:
    return {word.lower() for word in _WORDS.findall(attribute.replace("_", " "))}


def _one_of_a_list(locators: Iterable[ValueLocator]) -> Iterator[ValueLocator]:
    """A value in many entries of a list gets one locator for all of them, with a low weight."""
    alike: dict[tuple[object, ...], list[ValueLocator]] = defaultdict(list)
    for locator in locators:
        steps = (step._replace(id=_DIGITS.sub("0", step.id)) for step in locator.path)
        alike[(*steps, locator.reads, locator.prefix, locator.label_is)].append(locator)
    for group in alike.values():
        weight = group[0].weight / len(set(group))
        yield group[0].model_copy(update={"weight": round(weight, 3)})


def is_labelled_by(prefix: str) -> bool:
    """Whether the text right before a value, in the same element, is its label."""
    return prefix.rstrip().endswith((":", "：")) and bool(name_key(prefix))


def _is_row_of_two(outline: Outline, node: int, leaf: int) -> bool:
    """Whether a text and an element are in the two cells of one table row."""
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
    # Large cells: the table is there for the page's layout.
    return len(outline.leaves(shown[0])) <= _SHORT and len(outline.leaves(cell)) <= 2 * _SHORT


def _target(outline: Outline, place: Place, value: str) -> tuple[int, Reads, int]:
    """The innermost element around a place, and which part of the element's text it is."""
    node = outline.owners[place.first_leaf]
    while outline.leaves(node).stop < place.end_leaf:
        node = outline.parents[node]
    with_symbols = _with_symbols(outline, node, value)
    if with_symbols is not None:
        return with_symbols, "all", 0
    own = [leaf for leaf in outline.leaves(node) if outline.owners[leaf] == node]
    place_leaves = list(range(place.first_leaf, place.end_leaf))
    if place_leaves == own:
        return node, "own", 0
    return (node, "nth", own.index(place_leaves[0])) if len(place_leaves) == 1 else (node, "all", 0)


def _with_symbols(outline: Outline, node: int, value: str) -> int | None:
    """An ancestor that also shows the value's symbols, as for `<i>￥</i><b>99</b>`."""
    wanted = "".join(value.split())
    for step in outline.ancestors(node, _SYMBOLS_REACH):
        shown = "".join(outline.text(outline.leaves(step)).split())
        if shown == wanted:
            return step if step != node else None
        if name_key(shown) != name_key(wanted):
            return None
    return None


# Several samples


def merge_locators(
    known: Sequence[ValueLocator], learned: Sequence[ValueLocator]
) -> tuple[ValueLocator, ...]:
    """Merge locators that differ only in neighbouring texts; texts they disagree on are dropped.

    If one sample has two such locators, like two rows of a table, the label tells them apart.
    """
    places = (Counter(map(_place, known)), Counter(map(_place, learned)))
    merged: dict[ValueLocator, ValueLocator] = {}
    for locator in (*known, *learned):
        place = _place(locator)
        if max(count[place] for count in places) > 1 or locator.label_is == "needed":
            place = place.model_copy(update={"before": locator.before})
        other = merged.get(place, locator)
        merged[place] = other.model_copy(
            update={
                "before": locator.before if locator.before == other.before else "",
                "after": locator.after if locator.after == other.after else "",
                "behind": locator.behind if locator.behind == other.behind else "",
                "label_is": locator.label_is if locator.label_is == other.label_is else "likely",
                "in_title": locator.in_title and other.in_title,
                "others": tuple(dict.fromkeys((*other.others, *locator.others)))[:_MOST_OTHERS],
                "weight": max(other.weight, locator.weight),
            }
        )
    return tuple(merged.values())


def _place(locator: ValueLocator) -> ValueLocator:
    aside: dict[str, object] = {"before": "", "after": "", "behind": "", "others": (), "shape": ""}
    return locator.model_copy(
        update={**aside, "weight": 1.0, "label_is": "likely", "in_title": False}
    )


def weigh_locators(
    locators: Sequence[ValueLocator], samples: Sequence[Sample]
) -> tuple[ValueLocator, ...]:
    """Weigh locators by how many samples they read correctly; drop those mostly wrong."""
    if len(samples) < 2:
        return tuple(locators)
    readers = [(UnnamedReader(sample.outline), sample) for sample in samples]
    weighed = []
    for locator in locators:
        right = wrong = wanted = 0
        for reader, sample in readers:
            values = {
                name_key(example.value)
                for example in sample.examples
                if example.attribute == locator.attribute
            }
            wanted += bool(values)
            for found in reader.read([locator]):
                hit = name_key(found.value) in values
                right, wrong = right + hit, wrong + (not hit)
        if right > wrong:
            trust = right / (right + 2 * wrong) * right / wanted
            weighed.append(locator.model_copy(update={"weight": round(locator.weight * trust, 3)}))
    return tuple(weighed)
