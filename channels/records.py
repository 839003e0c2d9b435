"""The published reader of forum records: FDRE with its production rules, and the site map.

Children of one element whose strings of tags are similar form a *data region*; each is a record.
A thread with a single post repeats nothing: its record is found by way and shape of a record on
another page of the same kind. Which pages are of one kind, and which kinds link to which, is told
by the *site map*. Rules then read title, author, time and content off the records.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree
from rapidfuzz.distance import Levenshtein

from channels.clusters import cluster_pages, fingerprint
from core.names import site_of
from core.urls import BaseAddress, resolved, shape_of
from pages.dom import Tree
from pages.page import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from lxml.etree import _Element as Element

    from channels.dates import FoundTime, TimeReader
    from pages.page import Page

MOST_DISTANCE = 0.3  # of strings of tags, as a part of the longer
_LONGEST_STRING = 1_000  # tags by which records are compared
_MOST_GROUPS = 12  # kinds of children of one element
_NO_TEXT = frozenset({"script", "style"})


# Data regions


class DataRegion(NamedTuple):
    """Similar children of one element."""

    parent: Element
    records: tuple[Element, ...]


def data_regions(tree: Tree) -> list[DataRegion]:
    """All data regions of the body, in document order."""
    strings = _TagStrings(tree)
    regions: list[DataRegion] = []
    for parent in tree.body.iter():
        groups: list[tuple[str, list[Element]]] = []
        for child in parent:
            string = strings.of(child)
            for first, members in groups:
                if is_similar(first, string):
                    members.append(child)
                    break
            else:
                if len(groups) < _MOST_GROUPS:
                    groups.append((string, [child]))
        regions += [DataRegion(parent, tuple(members)) for _, members in groups if len(members) > 1]
    return regions


class _TagStrings:
    """The tags of an element and of all in it, a letter each."""

    def __init__(self, tree: Tree) -> None:
        letters: dict[str, str] = {}
        whole: list[str] = []
        self._starts: dict[Element, int] = {}
        self._ends: dict[Element, int] = {}
        for element in tree.body.iter():
            self._starts[element] = len(whole)
            whole.append(letters.setdefault(element.tag, chr(0x100 + len(letters))))
        for element in reversed(self._starts):
            last = element[-1] if len(element) else None
            self._ends[element] = self._starts[element] + 1 if last is None else self._ends[last]
        self._whole = "".join(whole)

    def of(self, element: Element) -> str:
        start = self._starts[element]
        return self._whole[start : min(self._ends[element], start + _LONGEST_STRING)]


def is_similar(one: str, other: str) -> bool:
    """By edit distance; strings of which one is more than twice as long are not compared."""
    short, long = sorted((len(one), len(other)))
    if long > 2 * short:
        return False
    most = int(MOST_DISTANCE * long)
    return bool(Levenshtein.distance(one, other, score_cutoff=most) <= most)


def main_records(tree: Tree) -> tuple[Element, ...]:
    """The records of the region with the most text outside links; empty if there is none.

    The paper does not say which of a page's regions is the thread.
    """
    lengths = _text_lengths(tree)
    best: tuple[Element, ...] = ()
    most = 0
    for region in data_regions(tree):
        length = sum(lengths[record] for record in region.records)
        if length > most:
            best, most = region.records, length
    return best


def _text_lengths(tree: Tree) -> dict[Element, int]:
    """Characters in each element of the body that are in no link."""
    lengths: dict[Element, int] = {}
    for element in reversed(list(tree.body.iter())):
        if element.tag == "a" or element.tag in _NO_TEXT:
            lengths[element] = 0
            continue
        inside = sum(lengths[child] + len(fold(child.tail or "")) for child in element)
        lengths[element] = inside + len(fold(element.text or ""))
    return lengths


# A single record, like one of another page


class RecordShape(NamedTuple):
    """Where a record is (tags from the body down) and the string of its tags."""

    way: tuple[str, ...]
    tags: tuple[str, ...]


def record_shape(record: Element) -> RecordShape:
    way = tuple(element.tag for element in record.iterancestors())
    return RecordShape(way[::-1], _tags(record))


def _tags(record: Element) -> tuple[str, ...]:
    return tuple(islice((element.tag for element in record.iter()), _LONGEST_STRING))


def record_like(tree: Tree, shape: RecordShape) -> Element | None:
    """The element at the same way whose tags are the most alike; None if none is similar."""
    best, least = None, MOST_DISTANCE
    wanted = _hash_of_way(shape.way)
    hashes: dict[Element, int] = {}
    for element in tree.root.iter():
        parent = element.getparent()
        around = hashes[parent] if parent is not None else 0
        hashes[element] = hash((around, element.tag))
        if around == wanted and element.tag == shape.tags[0]:
            distance = Levenshtein.normalized_distance(_tags(element), shape.tags)
            if distance <= least:
                best, least = element, distance
    return best


def _hash_of_way(way: Iterable[str]) -> int:
    found = 0
    for tag in way:
        found = hash((found, tag))
    return found


# The site map


@dataclass(frozen=True)
class SiteMap:
    """A graph: kinds of pages, each a number, and which kind links to which.

    Addresses of one pattern are of one kind; pages of one layout are, too. Kinds that nobody
    fetched a page of are known by their pattern alone.
    """

    kinds: Mapping[str, int]
    fetched: frozenset[int]
    links: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, pages: Sequence[Page]) -> SiteMap:
        numbers = cluster_pages([(site_of(page.url), fingerprint(page)) for page in pages])
        votes: dict[str, Counter[int]] = defaultdict(Counter)
        for page, number in zip(pages, numbers, strict=True):
            votes[shape_of(page.url)][number] += 1
        kinds = {shape: counter.most_common(1)[0][0] for shape, counter in votes.items()}
        fetched = frozenset(kinds.values())
        links: set[tuple[int, int]] = set()
        further = max(numbers, default=-1) + 1
        for page in pages:
            own = kinds[shape_of(page.url)]
            for address in _addresses(page):
                shape = shape_of(address)
                if shape not in kinds:
                    kinds[shape] = further
                    further += 1
                if kinds[shape] != own:
                    links.add((own, kinds[shape]))
        return cls(kinds, fetched, frozenset(links))

    def kind_of(self, url: str) -> int | None:
        return self.kinds.get(shape_of(url))

    def list_kinds(self, home: str) -> frozenset[int]:
        """The inner kinds: those from which the way from the home page goes on."""
        depths = self._depths(home)
        return frozenset(
            one
            for one, other in self.links
            if one in depths and other in depths and depths[other] > depths[one]
        )

    def post_kinds(self, home: str) -> frozenset[int]:
        """The leaves: kinds of fetched pages where the way from the home page ends."""
        return frozenset(self._depths(home)) - self.list_kinds(home)

    def _depths(self, home: str) -> Mapping[int, int]:
        """How many links each fetched kind is away from the home page."""
        start = self.kind_of(home)
        if start is None:
            return {}
        following: dict[int, list[int]] = defaultdict(list)
        for one, other in self.links:
            if other in self.fetched:
                following[one].append(other)
        depths = {start: 0}
        waiting = deque([start])
        while waiting:
            kind = waiting.popleft()
            for other in following[kind]:
                if other not in depths:
                    depths[other] = depths[kind] + 1
                    waiting.append(other)
        return depths


def _addresses(page: Page) -> Iterator[str]:
    base = BaseAddress.of(page.url, page.encoding)
    for link in Tree(page).body.iter("a"):
        address = resolved(link.get("href", ""), base)
        if address:
            yield address


# Production rules


class PostRecord(NamedTuple):
    """What the rules read off a record; empty where a rule finds nothing."""

    title: str
    author: str
    time: FoundTime | None
    content: str


def read_records(
    records: Sequence[Element],
    is_post_link: Callable[[str], bool],
    is_user_link: Callable[[str], bool],
    reader: TimeReader,
) -> list[PostRecord]:
    """Title and author are texts of links to post and user pages, by their addresses."""
    times = _times(records, reader)
    return [
        PostRecord(
            _link_text(record, is_post_link),
            _link_text(record, is_user_link),
            time,
            record_content(record),
        )
        for record, time in zip(records, times, strict=True)
    ]


def _link_text(record: Element, is_wanted: Callable[[str], bool]) -> str:
    for link in record.iter("a"):
        text = fold("".join(link.itertext()))
        if text and is_wanted(link.get("href", "")):
            return text
    return ""


def _times(records: Sequence[Element], reader: TimeReader) -> list[FoundTime | None]:
    """The times that over all records ascend or descend: the first of each, or the second, …"""
    found = [list(_times_in(record, reader)) for record in records]
    for number in range(max(map(len, found), default=0)):
        column = [times[number] if number < len(times) else None for times in found]
        told = [time.time.replace(tzinfo=None) for time in column if time]
        steps = list(pairwise(told))
        is_rising = all(one <= other for one, other in steps)
        is_falling = all(one >= other for one, other in steps)
        if 2 * len(told) > len(records) and (is_rising or is_falling):
            return column
    return [None] * len(records)


def _times_in(record: Element, reader: TimeReader) -> Iterator[FoundTime]:
    for _, text in _text_nodes(record):
        yield from reader.find(text)


def record_content(record: Element) -> str:
    """The text of the inner node with the most texts of its own."""
    texts: Counter[Element] = Counter()
    characters: Counter[Element] = Counter()
    for holder, text in _text_nodes(record):
        texts[holder] += 1
        characters[holder] += len(text)
    best = max(texts, key=lambda node: (texts[node], characters[node]), default=None)
    if best is None:
        return ""
    return " ".join(text for _, text in _text_nodes(best))


def _text_nodes(element: Element) -> Iterator[tuple[Element, str]]:
    """Each text with the element that holds it; those of scripts left out."""
    steps = etree.iterwalk(element, events=("start", "end"))
    for event, inner in steps:
        if event == "end":
            holder, text = inner.getparent(), inner.tail if inner is not element else None
        elif inner.tag in _NO_TEXT:
            steps.skip_subtree()
            continue
        else:
            holder, text = inner, inner.text
        if folded := fold(text or ""):
            yield holder, folded
