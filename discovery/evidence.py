"""The five published evidences that a text is the name of an attribute.

Each compares a feature of the text with that of the names that are known on its page, and gives
the probability that the text is a name given that feature: the published P(H|E). Fonts and
backgrounds are computed from the page's styles, where the published features are tags, attributes
and class names: two classes with the same look are equal here, one class with two looks is not.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, pairwise, starmap
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key, split_name
from pages.rows import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from core.topic import Topic
    from pages.dom import Leaf, Tree
    from pages.looks import Looks
    from rules.record import Extraction, Pair

# The look of a text around which nothing sets one.
DEFAULT = ""
# More distant ancestors have nothing to do with a name.
_FURTHEST = 64
# A value begins within so many texts, its name included: remarks may come between.
_TEXTS = 9
# So much of a value is enough to tell it from others.
_BEGINNING = 20
_LONGEST_TEXT = 400
# Further occurrences of a name are ignored.
_MOST_PLACES = 60


@dataclass(frozen=True)
class KnownNames:
    """The texts that show known names, each with the name as it was read."""

    shown: tuple[tuple[Leaf, str], ...]
    looks: Looks

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(leaf for leaf, _ in self.shown)

    @cached_property
    def fonts(self) -> frozenset[str]:
        return frozenset(font_of(leaf, self.looks) for leaf in self.leaves)

    @cached_property
    def backgrounds(self) -> frozenset[str]:
        return frozenset(background_of(leaf, self.looks) for leaf in self.leaves)

    @cached_property
    def parents(self) -> Parents:
        return parents_of(self.leaves)

    @cached_property
    def formats(self) -> tuple[Format, ...]:
        return tuple(format_of(leaf, name) for leaf, name in self.shown)


def known_names(tree: Tree, looks: Looks, extraction: Extraction) -> KnownNames:
    """Find the names that a rule read and knows; one the page does not show has no place."""
    pairs = (pair for record in extraction.records for pair in record.pairs)
    shown: dict[Leaf, str] = {}
    for pair, leaf in places_of(tree, [pair for pair in pairs if pair.attribute is not None]):
        shown.setdefault(leaf, pair.name)
    return KnownNames(tuple(sorted(shown.items(), key=lambda place: place[0].order)), looks)


class _Place(NamedTuple):
    """A text that shows a wanted name, and the letters of the texts behind the name."""

    leaf: Leaf
    behind: str


def places_of(tree: Tree, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Leaf]]:
    """The text that shows each pair's name; pairs without one are left out."""
    places = _places(tree, {name_key(pair.name) for pair in pairs} - {""})
    for pair in pairs:
        leaf = _place_of(pair, places.get(name_key(pair.name), ()))
        if leaf is not None:
            yield pair, leaf


def _places(tree: Tree, wanted: set[str]) -> dict[str, list[_Place]]:
    found: dict[str, list[_Place]] = defaultdict(list)
    for at, leaf in enumerate(tree.in_order):
        key = shown_key(leaf.text)
        if key in wanted and len(found[key]) < _MOST_PLACES:
            found[key].append(_Place(leaf, _letters(tree.in_order[at : at + _TEXTS])[len(key) :]))
    return found


def _letters(leaves: Sequence[Leaf]) -> str:
    return "".join(name_key(leaf.text[:_LONGEST_TEXT]) for leaf in leaves)


def _place_of(pair: Pair, places: Sequence[_Place]) -> Leaf | None:
    """The one place of a name; of several the one with the pair's value closest behind it."""
    if len(places) == 1:
        return places[0].leaf
    value = name_key(pair.value)[:_BEGINNING]
    followed = [place for place in places if value in place.behind]
    nearest = min(followed, key=lambda place: place.behind.index(value), default=None)
    return nearest and nearest.leaf


# Evidence 1 and 2: known names are written in this font, and have this background.


def font_of(leaf: Leaf, looks: Looks) -> str:
    """The font that the nearest ancestor sets, in words; "" where none does."""
    font = looks.set_font(leaf.element)
    return DEFAULT if font is None else " ".join(map(str, font))


def background_of(leaf: Leaf, looks: Looks) -> str:
    """The background that the nearest ancestor sets, in words; "" where none does."""
    background = looks.set_background(leaf.element)
    return DEFAULT if background is None else " ".join(map(str, background))


def look_likelihood(look: str, known: Collection[str]) -> float:
    """Sharing a look that was set is strong evidence, sharing the default look is none.

    >>> look_likelihood("bold", {"bold"}), look_likelihood("", {""}), look_likelihood("bold", {""})
    (1.0, 0.5, 0.0)
    """
    if look not in known:
        return 0.0
    return 0.5 if look == DEFAULT else 1.0


# Evidence 3: known names have these ancestors in common, this many steps away. The published
# method takes the nearest common ancestor of all known names and of groups of them. In page
# order, that of any group is the one of two neighbours in it: neighbours alone give all of them.


@dataclass(frozen=True, slots=True)
class Parents:
    """Common ancestors of known names (the published PS), and how far from names they are (L).

    A text's own element is one step away.
    """

    common: frozenset[Element] = frozenset()
    steps: frozenset[int] = frozenset()


def parents_of(names: Sequence[Leaf]) -> Parents:
    """What any two or more of these names have in common; one name alone has its element."""
    in_order = sorted(names, key=lambda name: name.order)
    paths = [tuple(islice(name.ancestors(), _FURTHEST)) for name in in_order]
    if len(paths) == 1:
        return Parents(frozenset(paths[0][:1]), frozenset([1]))
    common = frozenset(chain.from_iterable(starmap(_nearest_common, pairwise(paths))))
    steps = frozenset(
        step for path in paths for step, element in enumerate(path, 1) if element in common
    )
    return Parents(common, steps)


def _nearest_common(one: Sequence[Element], other: Sequence[Element]) -> Iterator[Element]:
    """The one element, or none where the names are too far apart."""
    around = frozenset(other)
    return islice((element for element in one if element in around), 1)


def parent_likelihood(leaf: Leaf, known: Parents) -> float:
    """Certain where one of the distances leads from the text to one of the ancestors."""
    furthest = max(known.steps, default=0)
    reached = enumerate(islice(leaf.ancestors(), furthest), 1)
    return float(any(step in known.steps and element in known.common for step, element in reached))


# Evidence 4: known names are written with these marks, in elements of these tags.


class Format(NamedTuple):
    """The published record of a name: `feature` are the marks beside it, such as `：`."""

    name: str
    feature: str
    tag: str


def format_of(leaf: Leaf, name: str) -> Format:
    """How a text of a page shows this name."""
    return Format(name, _marks_beside(leaf.text, name_key(name)), _tag(leaf))


def format_likelihood(leaf: Leaf, known: Iterable[Format]) -> float:
    """Sharing tag and mark is strong evidence, sharing a tag without any mark is none."""
    own = _tag(leaf)
    text = leaf.text
    alike = [shown.feature for shown in known if shown.tag == own and _has_marks_of(shown, text)]
    if not alike:
        return 0.0
    return 1.0 if any(alike) else 0.5


def _has_marks_of(shown: Format, text: str) -> bool:
    return all(mark in text for mark in shown.feature)


def _tag(leaf: Leaf) -> str:
    return str(leaf.element.tag).lower()


def _marks_beside(text: str, key: str) -> str:
    """The mark right before the name and the one right behind it.

    >>> _marks_beside("·参考价格：￥2350", "参考价格"), _marks_beside("重量 102 克", "重量")
    ('·：', '')
    """
    start = next((at for at, letter in enumerate(text) if letter.isalnum()), 0)
    ends = range(start + 1, min(len(text), start + 2 * LONGEST_NAME) + 1)
    end = next((end for end in ends if name_key(text[start:end]) == key), len(text))
    before, behind = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    return before + ("" if behind.isalnum() else behind)


# Evidence 5: sites of the topic are known to show this name.


def interest_likelihood(text: str, topic: Topic | None) -> float:
    """Whether the topic's lexicon has the name; without a topic this is no evidence."""
    if topic is None:
        return 0.5
    return float(shown_key(text) in topic.lexicon)


def shown_key(text: str) -> str:
    """The key of the name that a text shows: all of it, or the part before its colon.

    >>> shown_key("重 量：102 克"), shown_key("Weight")
    ('重量', 'weight')
    """
    name, _ = split_name(text)
    return name_key(name or text[: LONGEST_NAME + 1])
