"""The context of an element: the elements around it, the label before it.

Everything is computed on first use and cached for the page. Elements with the same tags, classes
and ids around them form one group; a sample's path is compared once per group, not once per cell
of a table of thousands.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from core.names import name_key
from pages.outline import BROKEN
from pages.page import identity_of
from rules.model import Step
from rules.value_kinds import is_price_part, kind_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pages.outline import Outline

PATH_LENGTH = 8
LONGEST_LABEL = 40
WHOLE_PAGE = frozenset(["", "#", "html", "body"])
# A label and its value share an ancestor at most this many levels above the value.
_LABEL_REACH = 6
# How many texts without letters or digits (":", "|") may be between them.
_BETWEEN = 3
# A price may be split over this many texts.
_LONGEST_PRICE = 6
# Two paths this similar count as the same.
_SAME = 0.97
_DIGITS = re.compile(r"\d+")
_PLAIN: tuple[str, tuple[str, ...]] = ("", ())
_LONGEST_KEPT = 300
_UNSEEN = re.compile(rb"(?i)sr-only|visually-?hidden|screen-?reader|offscreen|tool-?tip")
_MORE = re.compile(
    r"(?i)[\[(<«»>\s.…]*(?:(?:see|view|read|show|learn)\b.{0,30}|(?:full|all)\b.{0,20}|more\b.{0,20}"
    r"|details?|mehr\b.{0,40}|alle\b.{0,20}|(?:更多|查看|详情|详细|全部|展开|纠错).{0,12})"
)


class Surroundings:
    """The elements and texts of one page as neighbours of each other."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._steps: dict[int, Step] = {}
        self._by_tag: dict[str, list[int]] = {}
        self._groups_of_tags: dict[str, dict[int, list[int]]] = {}
        # Group numbers by element, and by what defines a group: the parent's group, tag, id and
        # classes.
        self._group_numbers = {0: 0}
        self._numbers: dict[tuple[int, str, str, tuple[str, ...]], int] = {}

    @cached_property
    def _own_leaves(self) -> dict[int, list[int]]:
        own: dict[int, list[int]] = defaultdict(list)
        for leaf, owner in enumerate(self.outline.owners):
            own[owner].append(leaf)
        return own

    def own_leaves(self, node: int) -> list[int]:
        """The texts directly inside an element, not inside its children."""
        return self._own_leaves.get(node, [])

    @cached_property
    def title(self) -> str:
        """The key of the page's title."""
        tags = self.outline.tags
        node = next((n for n, tag in enumerate(tags[:200]) if tag == "title"), None)
        own = self.own_leaves(node) if node else []
        return name_key(self.outline.texts[own[0]]) if own else ""

    # Paths

    def path(self, node: int) -> tuple[Step, ...]:
        """An element and its ancestors, innermost first."""
        return tuple(map(self.step, self.outline.ancestors(node, PATH_LENGTH)))

    def step(self, node: int) -> Step:
        if node not in self._steps:
            word, classes = _identity(self.outline.rests[node], self.outline.encoding)
            self._steps[node] = Step(self.outline.tags[node] or "#", word, classes)
        return self._steps[node]

    def _groups(self, tag: str) -> Collection[list[int]]:
        """The elements of a tag, grouped by tags, classes and ids (digits ignored) around them."""
        groups = self._groups_of_tags.get(tag)
        if groups is None:
            groups = self._groups_of_tags[tag] = defaultdict(list)
            for node in self._of_tag(tag):
                groups[self._group_of(node)].append(node)
        return groups.values()

    def _group_of(self, node: int) -> int:
        """The number of an element's group: equal for elements with equal ancestors."""
        outline, known, numbers = self.outline, self._group_numbers, self._numbers
        around = []
        while node not in known:
            around.append(node)
            node = outline.parents[node]
        number = known[node]
        for inner in reversed(around):
            rest = outline.rests[inner]
            word, classes = _identity(rest, outline.encoding) if len(rest) > 1 else _PLAIN
            key = (number, outline.tags[inner], _without_digits(word) if word else "", classes)
            number = known[inner] = numbers.setdefault(key, len(numbers) + 1)
        return number

    def alike(self, path: tuple[Step, ...], least: float) -> list[tuple[int, float]]:
        """Elements whose path is at least this similar to the given one, with their similarity."""
        found = [
            (node, likeness)
            for group in self._groups(path[0].tag)
            if (likeness := self.likeness(path, group[0], least)) >= least
            for node in group
        ]
        return sorted(found)

    def with_id(self, step: Step) -> list[int]:
        """The elements with exactly this tag and id."""
        nodes = self._mentioning(step.tag, step.id)
        return [node for node in nodes if self.step(node).id == step.id]

    def with_same_path(self, path: tuple[Step, ...]) -> list[int]:
        """Elements with the same path; faster than `alike`, which looks at the whole page."""
        distance = _distinctive_step(path)
        if distance is None:
            return []
        step = path[distance]
        nodes = self._mentioning(step.tag, max((step.id, *step.classes), key=len))
        if distance:
            nodes = self._inside(nodes, self._of_tag(path[0].tag))
        return [node for node in nodes if self.likeness(path, node, _SAME) >= _SAME]

    def _mentioning(self, tag: str, word: str) -> list[int]:
        """The elements of a tag with this word somewhere in their attributes."""
        raw, rests = word.encode(self.outline.encoding, "replace"), self.outline.rests
        return [node for node in self._of_tag(tag) if raw in rests[node]]

    def _inside(self, anchors: list[int], nodes: list[int]) -> list[int]:
        """The nodes inside one of the anchors, in page order."""
        found: list[int] = []
        end = 0
        for anchor in anchors:
            if anchor >= end:
                end = self.outline.ends[anchor]
                found += nodes[bisect_left(nodes, anchor) : bisect_left(nodes, end)]
        return found

    def _of_tag(self, tag: str) -> list[int]:
        found = self._by_tag.get(tag)
        if found is None:
            found = [node for node, other in enumerate(self.outline.tags) if other == tag]
            self._by_tag[tag] = found
        return found

    def likeness(self, path: tuple[Step, ...], node: int, least: float = 0.0) -> float:
        """How much of a path an element's ancestors match, from 0 to 1.

        One step may be missing or added. 0 is returned as soon as `least` is out of reach.
        """
        tags, parents = self.outline.tags, self.outline.parents
        weights = _weights(path)
        ideal = lost = 0.0
        most_lost = (1 - least) * sum(weights)
        alike, gaps, step = True, 0, node
        for nearness, (wanted, weight) in enumerate(zip(path, weights, strict=True)):
            ideal += weight
            tag = tags[step] or "#"
            if alike and tag != wanted.tag:
                alike = not gaps
                gaps = 1
                if alike and tags[parents[step]] == wanted.tag:
                    step = parents[step]
                    lost += 0.5 / (1 + nearness / 2)
                else:
                    following = path[nearness + 1 : nearness + 2]
                    alike = alike and bool(following) and following[0].tag == tag
                    lost += weight
                    continue
            if not alike:
                lost += weight
            elif wanted.id or wanted.classes:
                lost += _missed(wanted, self.step(step)) / (1 + nearness / 2)
            if lost > most_lost:
                return 0.0
            step = parents[step]
        return 1 - lost / (ideal or 1.0)

    # Neighbouring texts

    def label(self, node: int, first: int) -> tuple[str, int]:
        """Key and leaf of the text before a value; the key is "" if that cannot be a label."""
        outline = self.outline
        for leaf in range(first - 1, max(first - 1 - _BETWEEN, -1), -1):
            if outline.owners[leaf] in outline.hidden:
                continue
            text = outline.texts[leaf]
            if len(outline.raw_texts[leaf]) > 4 * LONGEST_LABEL or len(text) > LONGEST_LABEL:
                return "", leaf
            key = name_key(text)
            if key:
                return (key, leaf) if self.is_near(node, leaf) else ("", leaf)
        return "", -1

    def text_after(self, node: int, last: int) -> str:
        """The key of the text after a value, if it is near and short."""
        outline = self.outline
        leaf = last + 1
        if leaf >= len(outline.owners) or len(outline.raw_texts[leaf]) > 2 * LONGEST_LABEL:
            return ""
        return name_key(outline.texts[leaf]) if self.is_near(node, leaf) else ""

    def is_near(self, node: int, leaf: int, reach: int = _LABEL_REACH) -> bool:
        """Whether an element and a leaf have a common ancestor within reach."""
        outline = self.outline
        owner = outline.owners[leaf]
        for step in outline.ancestors(node, reach):
            if outline.tags[step] in WHOLE_PAGE:
                return False
            if step <= owner < outline.ends[step]:
                return True
        return False

    @cached_property
    def labels(self) -> dict[str, list[int]]:
        """Every text that is short enough for a label, by its key."""
        labels: dict[str, list[int]] = defaultdict(list)
        texts = self.outline.texts
        for leaf, raw in enumerate(self.outline.raw_texts):
            if len(raw) <= 2 * LONGEST_LABEL:
                labels[name_key(texts[leaf])].append(leaf)
        return labels

    def after_label(self, label: int) -> int | None:
        """The next leaf with letters or digits after a label, if it is near and not a label."""
        outline = self.outline
        for leaf in range(label + 1, min(label + 1 + _BETWEEN, len(outline.owners))):
            text = outline.texts[leaf]
            if outline.owners[leaf] not in outline.hidden and name_key(text):
                near = self.is_near(outline.owners[leaf], label)
                return leaf if near and not text.endswith((":", "：")) else None
        return None

    # Texts as a reader sees them

    def visible_text(self, node: int, leaves: Sequence[int]) -> str:
        """The text of some leaves without texts for screen readers, tooltips and "more" links."""
        outline = self.outline
        if len(leaves) == 1:
            return outline.text(leaves)
        kept = [leaf for leaf in leaves if not self._is_unseen(leaf, node)]
        while len(kept) > 1 and self._is_more_link(kept[-1]):
            kept.pop()
        return outline.text(kept or leaves)

    def _is_unseen(self, leaf: int, node: int) -> bool:
        outline = self.outline
        for step in outline.ancestors(outline.owners[leaf], _BETWEEN):
            if step <= node:
                break
            if _UNSEEN.search(outline.rests[step]):
                return True
        return False

    def _is_more_link(self, leaf: int) -> bool:
        outline = self.outline
        around = outline.ancestors(outline.owners[leaf], _BETWEEN)
        in_link = any(outline.tags[step] in {"a", "button"} for step in around)
        return in_link and bool(_MORE.fullmatch(outline.texts[leaf]))

    def whole_price(self, text: str, leaves: Sequence[int]) -> str:
        """The whole price, given a part of it: `<i>￥</i><b>99</b>`, `208,</b> <i>60</i> €`."""
        first, end = leaves[0], leaves[-1] + 1
        whole = text
        while end - first < _LONGEST_PRICE and is_price_part("".join(whole.split())):
            if kind_of(whole) == "price":
                return whole
            if first and self._continues_price(first, first - 1):
                first -= 1
            elif end < len(self.outline.owners) and self._continues_price(end, end):
                end += 1
            else:
                break
            whole = self.outline.text(range(first, end))
        return whole

    def _continues_price(self, gap: int, leaf: int) -> bool:
        text = self.outline.texts[leaf]
        on_one_line = self.outline.gaps[gap] != BROKEN
        return on_one_line and is_price_part(text) and kind_of(text) != "price"


def same_label(one: str, other: str) -> bool:
    """Whether two labels are equal but for a plural s: Author and Authors."""
    return one == other or one.rstrip("s") == other.rstrip("s") != ""


@lru_cache(maxsize=16_384)
def _named_identity(rest: bytes, encoding: str) -> tuple[str, tuple[str, ...]]:
    return identity_of(rest, encoding)


def _identity(rest: bytes, encoding: str) -> tuple[str, tuple[str, ...]]:
    """Id and classes; most tags have neither, which is checked first."""
    if b"class" in rest or b"id" in rest or b"CLASS" in rest or b"ID" in rest:
        short = len(rest) <= _LONGEST_KEPT
        return _named_identity(rest, encoding) if short else identity_of(rest, encoding)
    return _PLAIN


@lru_cache(maxsize=4096)
def _distinctive_step(path: tuple[Step, ...]) -> int | None:
    """The innermost step of a path with an id or class without digits; None if there is none."""
    for distance, step in enumerate(path):
        word = max((step.id, *step.classes), key=len)
        if word and word.isascii() and not _DIGITS.search(word):
            return distance
    return None


def is_distinctive(path: tuple[Step, ...]) -> bool:
    """Whether ids or classes identify a path; if not, other evidence is needed."""
    return _distinctive_step(path) is not None


@lru_cache(maxsize=4096)
def _weights(path: tuple[Step, ...]) -> tuple[float, ...]:
    """The weight of each step of a path: inner steps and those with an id or classes count more."""
    return tuple(
        (1 + 2 * bool(step.id) + 2 * bool(step.classes)) / (1 + nearness / 2)
        for nearness, step in enumerate(path)
    )


def _missed(wanted: Step, seen: Step) -> float:
    """How much of a step's id and classes another step lacks, from 0 to 4."""
    missed = 0.0
    if wanted.id and wanted.id != seen.id:
        missed += 2.0 * (_without_digits(wanted.id) != _without_digits(seen.id))
    if wanted.classes and wanted.classes != seen.classes:
        both = set(wanted.classes) & set(seen.classes)
        missed += 2.0 - 2.0 * len(both) / len({*wanted.classes, *seen.classes})
    return missed


@lru_cache(maxsize=4096)
def _without_digits(word: str) -> str:
    return _DIGITS.sub("0", word)
