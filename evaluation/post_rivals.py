"""Other readers of forum threads, to compare with: published methods and installed packages.

PEAN and FDRE are ours to keep (`channels/anchors.py`, `channels/records.py`); MiBAT and MDR are
here for the comparison only. Methods that find records but no fields give a record's whole text.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import LCSseq, Levenshtein

from channels.anchors import anchored_posts, count_anchors, is_posting_time, post_text
from channels.dates import TimeReader
from channels.page_times import LONGEST_TEXT
from channels.records import main_records, read_records, record_content, record_like, record_shape
from channels.user_links import is_user_address
from pages.dom import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from pages.page import Page

_LEAST_SIMILAR = 0.6  # MDR's threshold, as the authors of FDRE were advised to set it
_LONGEST_GENERALISED = 4  # siblings that make one record; MDR allows ten
_LONGEST_STRING = 400
_LEAST_OF_ANCHORS = 0.7  # MiBAT; the papers name no value
_MOST_ELEMENTS, _DEEPEST, _MOST_BESIDE = 3_000, 60, 200
NOW = datetime(2020, 12, 31)  # noqa: DTZ001 - after all that the pages tell
_READER = TimeReader(NOW)


@dataclass(frozen=True)
class ReadPost:
    """What a reader makes of a post; author and day are empty where it tells none."""

    text: str
    author: str = ""
    day: str = ""


class _Pivot(NamedTuple):
    way: tuple[str, ...]
    beside: tuple[str, ...]


def pean(page: Page) -> list[ReadPost]:
    return [ReadPost(post_text(post)) for post in anchored_posts(Tree(page))]


def pean_with_our_times(page: Page) -> list[ReadPost]:
    """Every time that we can read is an anchor; of the post FDRE's rule reads the content."""
    posts = anchored_posts(Tree(page), _holds_any_time)
    return [ReadPost(record_content(post)) for post in posts]


def _holds_any_time(text: str) -> bool:
    text = text.strip()
    return len(text) <= LONGEST_TEXT and bool(_READER.find(text))


def fdre(page: Page, siblings: Sequence[Page]) -> list[ReadPost]:
    """`siblings` are other threads of the site, for a thread with a single post."""
    tree = Tree(page)
    records: Sequence[Element] = main_records(tree)
    if not records:
        shapes = (record_shape(main_records(Tree(one))[0]) for one in siblings if _has_records(one))
        alike = next((record_like(tree, shape) for shape in shapes), None)
        records = [alike] if alike is not None else []
    read = read_records(records, lambda _: False, is_user_address, _READER)
    return [ReadPost(record.content, record.author, str(record.time or "")[:10]) for record in read]


def _has_records(page: Page) -> bool:
    return bool(main_records(Tree(page)))


def mibat(page: Page) -> list[ReadPost]:
    """Mining data records based on anchor trees: siblings alike around their times."""
    return [ReadPost(post_text(post)) for post in _largest_set(page, is_posting_time)]


def mibat_with_our_times(page: Page) -> list[ReadPost]:
    """As for PEAN."""
    return [ReadPost(record_content(post)) for post in _largest_set(page, _holds_any_time)]


def _largest_set(page: Page, holds_time: Callable[[str], bool]) -> list[Element]:
    counts = count_anchors(Tree(page), holds_time)
    best: list[Element] = []
    for parent in counts:
        for alike in _anchor_trees([child for child in parent if child in counts], holds_time):
            if len(alike) > len(best):
                best = alike
    return best


def _anchor_trees(
    trees: Sequence[Element], holds_time: Callable[[str], bool]
) -> Iterator[list[Element]]:
    """Runs of siblings, each alike to the first in the pivot (the time) and its siblings."""
    if len(trees) < 2:
        return
    first: list[_Pivot] = []
    run: list[Element] = []
    for tree in trees:
        pivots = list(_pivots(tree, holds_time))
        if not run or not _are_alike(first, pivots):
            yield run
            run, first = [], pivots
        run.append(tree)
    yield run


def _pivots(tree: Element, holds_time: Callable[[str], bool]) -> Iterator[_Pivot]:
    """The way from the tree's top to each time, and the tags beside it."""
    for element in islice(tree.iter(), _MOST_ELEMENTS):
        texts = [element.text, *(child.tail for child in element)]
        if any(holds_time(text) for text in texts if text and not text.isspace()):
            way = [element.tag]
            place = element
            while place is not tree and len(way) < _DEEPEST:
                place = place.getparent()
                way.append(place.tag)
            beside = [] if element is tree else [child.tag for child in element.getparent()]
            yield _Pivot(tuple(way), tuple(beside[:_MOST_BESIDE]))


def _are_alike(ones: Sequence[_Pivot], others: Sequence[_Pivot]) -> bool:
    for way, beside in ones:
        for other_way, other_beside in others:
            lengths = len(beside) + len(other_beside)
            if way == other_way and (
                not lengths
                or 2 * LCSseq.similarity(beside, other_beside) / lengths >= _LEAST_OF_ANCHORS
            ):
                return True
    return False


def mdr(page: Page) -> list[ReadPost]:
    """Mining data records: runs of siblings, one or several to a record, with similar tags."""
    tree = Tree(page)
    strings = _tag_strings(tree)
    best: list[tuple[Element, ...]] = []
    most = 0
    for parent in tree.body.iter():
        for region in _regions(list(parent)[:2_000], strings):
            length = sum(len(strings[element]) for record in region for element in record)
            length += sum(len(_text(record)) for record in region)
            if length > most:
                best, most = region, length
    return [ReadPost(_text(record)) for record in best]


def _text(record: Sequence[Element]) -> str:
    return " ".join(map(post_text, record))


def _tag_strings(tree: Tree) -> dict[Element, str]:
    letters: dict[str, str] = {}
    order = list(tree.body.iter())
    whole = "".join(letters.setdefault(one.tag, chr(0x100 + len(letters))) for one in order)
    ends: dict[Element, int] = {}
    places = {element: place for place, element in enumerate(order)}
    for element in reversed(order):
        ends[element] = ends[element[-1]] if len(element) else places[element] + 1
    return {
        element: whole[place : min(ends[element], place + _LONGEST_STRING)]
        for element, place in places.items()
    }


def _regions(
    children: Sequence[Element], strings: dict[Element, str]
) -> Iterator[list[tuple[Element, ...]]]:
    """Generalised nodes of so many siblings each, as many in a row as are similar."""
    for length in range(1, min(_LONGEST_GENERALISED, len(children) // 2) + 1):
        for offset in range(length):
            run: list[tuple[Element, ...]] = []
            for start in range(offset, len(children) - length + 1, length):
                node = tuple(children[start : start + length])
                if run and not _is_similar(run[-1], node, strings):
                    if len(run) > 1:
                        yield run
                    run = []
                run.append(node)
            if len(run) > 1:
                yield run


def _is_similar(
    one: Sequence[Element], other: Sequence[Element], strings: dict[Element, str]
) -> bool:
    first, second = ("".join(strings[element] for element in node) for node in (one, other))
    if max(len(first), len(second)) > 2 * min(len(first), len(second)):
        return False
    return bool(Levenshtein.normalized_similarity(first, second) >= _LEAST_SIMILAR)


def trafilatura(page: Page) -> list[ReadPost]:
    """Its text as the first post, and each line of its comments as one."""
    document = import_module("trafilatura").bare_extraction(
        page.body.decode(page.encoding, "replace"), url=page.url or None, include_comments=True
    )
    if document is None:
        return []
    texts = [document.text or "", *(document.comments or "").splitlines()]
    return [ReadPost(text, day=document.date or "") for text in texts if text.strip()]
