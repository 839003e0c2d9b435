"""Where on a page that nobody labelled does the product stand, and what does it say?

The rows that are likely facts of the product are read as on any page without rules; the topic
that fits them, where one does, tells which attributes they are. The innermost element that holds
most of them is the region. All of it is a proposal for a person to look at.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.names import name_key
from pages.nesting import outline
from pages.page import identity
from pages.rows import LONGEST_NAME, find_rows
from rules.choose import PageRows
from rules.extract import read_rows
from rules.on_topic import fitting_topic
from rules.record import Pair, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.topic import Topic
    from pages.outline import Outline
    from pages.page import Page

# The region is the innermost element that holds this share of the names.
_ENOUGH = 0.8
_FEWEST_NAMES = 2
# How likely a row must be a fact; less where the topic that fits the page knows its name.
_LEAST = 0.5
_LEAST_KNOWN = 0.1
# How many elements around the region are told.
PATH = 6


@dataclass(frozen=True, slots=True)
class RegionElement:
    """An element as a reader of the page's source finds it; `path` are the tags around it."""

    tag: str
    id: str
    classes: tuple[str, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """The region's leaves, empty where no product seems to be shown, its element, its pairs."""

    region: range
    place: RegionElement | None
    readings: tuple[Reading, ...]


def guess_region(page: Page, topics: Sequence[Topic]) -> Guess:
    """What a person who labels this page would most likely mark."""
    shown = outline(page)
    rows = read_rows(PageRows(shown, find_rows(shown)), None, {}, least=_LEAST_KNOWN)
    rows = [reading for reading in rows if reading.name_leaf is not None]
    readings = [reading for reading in rows if reading.pair.confidence >= _LEAST]
    node = _region(shown, readings)
    if node is None:
        return Guess(range(0), None, ())
    topic = fitting_topic((reading.pair.name for reading in readings), topics)
    if topic:
        readings = [one for one in rows if one in readings or topic.standard_name(one.pair.name)]
    if topic:
        readings = [_with_attribute(reading, topic) for reading in readings]
        if all(one.pair.attribute != topic.attributes[0].name for one in readings):
            readings = [*_product_name(shown, topic), *readings]
    return Guess(shown.leaves(node), _place(shown, node), tuple(readings))


def _with_attribute(reading: Reading, topic: Topic) -> Reading:
    attribute = topic.standard_name(reading.pair.name)
    return replace(reading, pair=replace(reading.pair, attribute=attribute))


def _place(shown: Outline, node: int) -> RegionElement:
    word, classes = identity(shown, node)
    tag, *path = [shown.tags[step] for step in shown.ancestors(node, PATH + 1)]
    return RegionElement(tag, word, classes, tuple(filter(None, path)))


def _region(shown: Outline, readings: Sequence[Reading]) -> int | None:
    """The innermost element that holds most names, each counted once."""
    held: dict[int, set[str]] = defaultdict(set)
    for reading in readings:
        if reading.name_leaf is not None:
            for node in shown.ancestors(shown.owners[reading.name_leaf]):
                held[node].add(name_key(reading.pair.name))
    if len(held[0]) < _FEWEST_NAMES:
        return None
    wanted = _ENOUGH * len(held[0])
    return max(node for node, keys in held.items() if len(keys) >= wanted)


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
