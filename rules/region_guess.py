"""Where on a page that nobody labelled does the product stand, and what does it say?

Names that the topic knows are looked for; the innermost element that holds most of them is the
region. What stands behind each name there is taken for its value, and the page's rows are read
as if a person had labelled these: names the topic does not know come out beside those it
knows. All of it is a proposal for a person to look at.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pages.rows import LONGEST_NAME
from rules.examples import Example
from rules.identity import identity
from rules.learn import Sample, row_knowledge
from rules.likely_names import likely_names
from rules.names import name_key
from rules.reading import Reading, read_rows
from rules.record import Pair
from rules.row_knowledge import KnownRows
from rules.shown_names import shown_names, values_behind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pages.outline import Outline
    from pages.page import Page
    from rules.shown_names import ShownName
    from rules.topic import Topic

# The region is the innermost element that holds this share of the names.
_ENOUGH = 0.8
_FEWEST_NAMES = 2
# How many elements around the region are told.
PATH = 6


@dataclass(frozen=True, slots=True)
class Place:
    """An element as a reader of the page's source finds it; `path` are the tags around it."""

    tag: str
    id: str
    classes: tuple[str, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """The region's leaves, empty where no product seems to be shown, its element, its pairs."""

    region: range
    place: Place | None
    readings: tuple[Reading, ...]


def guess_region(page: Page, topic: Topic) -> Guess:
    """What a person who labels this page would most likely mark."""
    sample = Sample(page, ())
    shown = sample.outline
    names = likely_names(shown, shown_names(shown, topic))
    node = _region(shown, names)
    if node is None:
        return Guess(range(0), None, ())
    region = shown.leaves(node)
    readings = _read(page, [name for name in names if name.leaf in region], shown, topic)
    named = any(reading.pair.attribute == topic.attributes[0].name for reading in readings)
    name = [] if named or not readings else _product_name(shown, topic)
    return Guess(region, _place(shown, node), (*name, *readings))


def _place(shown: Outline, node: int) -> Place:
    word, classes = identity(shown, node)
    tag, *path = [shown.tags[step] for step in shown.ancestors(node, PATH + 1)]
    return Place(tag, word, classes, tuple(filter(None, path)))


def _region(shown: Outline, names: Sequence[ShownName]) -> int | None:
    held: dict[int, set[str]] = defaultdict(set)
    for name in names:
        for node in shown.ancestors(shown.owners[name.leaf]):
            held[node].add(name.key)
    if len(held[0]) < _FEWEST_NAMES:
        return None
    wanted = _ENOUGH * len(held[0])
    return max(node for node, keys in held.items() if len(keys) >= wanted)


def _read(page: Page, names: Sequence[ShownName], shown: Outline, topic: Topic) -> list[Reading]:
    """What a layout reads that is learned from each name's first value."""
    values: dict[str, Example] = {}
    for name, value in values_behind(shown, names):
        attribute = topic.standard_name(name.name) or name.name
        values.setdefault(name.key, Example(attribute=attribute, name=name.name, value=value))
    if len(values) < _FEWEST_NAMES:
        return []
    sample = Sample(page, tuple(values.values()))
    # A topic leaves names out because it does not know them, a person on purpose.
    rows = KnownRows(row_knowledge([sample]).model_copy(update={"complete": 0.0}))
    known = {key: topic.standard_name(example.name) for key, example in values.items()}
    return [
        replace(
            reading, pair=replace(reading.pair, attribute=topic.standard_name(reading.pair.name))
        )
        for reading in read_rows(sample.rows, rows, known)
    ]


def _product_name(shown: Outline, topic: Topic) -> list[Reading]:
    """The one headline, or what the title begins with: a topic's first attribute is its name."""
    leaves = _headline(shown) or _first_in_title(shown)
    text = shown.text(leaves)
    if not name_key(text) or len(text) > LONGEST_NAME:
        return []
    return [Reading(Pair(topic.attributes[0].name, "", text), None, tuple(leaves))]


def _headline(shown: Outline) -> range:
    headlines = [node for node, tag in enumerate(shown.tags) if tag == "h1"]
    return shown.leaves(headlines[0]) if len(headlines) == 1 else range(0)


def _first_in_title(shown: Outline) -> range:
    """The longest text of the page that its title begins with."""
    if "title" not in shown.tags:
        return range(0)
    title = shown.leaves(shown.tags.index("title"))
    words = name_key(shown.text(title))
    found = [
        leaf
        for leaf, text in enumerate(shown.texts)
        if leaf not in title and text[:1].isalnum() and words.startswith(name_key(text))
    ]
    longest = max(found, key=lambda leaf: len(name_key(shown.texts[leaf])), default=None)
    return range(0) if longest is None else range(longest, longest + 1)
