"""Which pages share a layout? Pages clustered by structure, in time that grows with their number.

A page's fingerprint is the set of steps from an element to one inside it, by tag and class words,
each weighed by how much text stands there; a step counts once, however long the list is. Pages
that may be alike are found by MinHash signatures in bands (locality-sensitive hashing), so that a
page is compared with a few pages of a few clusters, not with all others. Unlike ISTM
(`similarity.py`) this is not thrown off by a list one item longer or by a block that some pages
have and others have not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from hashlib import blake2b
from heapq import nsmallest
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from pages.nesting import outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from pages.outline import Outline
    from pages.page import Page

    Hashes = NDArray[np.uint64]

# Mean similarity to a cluster's pages from which on a page belongs to it. Layouts of one site that
# were looked at are at most 0.59 alike, pages of one layout at least 0.60.
ALIKE = 0.6

_ROWS, _BANDS = 3, 42
_MOST_ELEMENTS = 20_000
_CLASS = re.compile(
    rb"""[\s"'/]class\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++))""", re.IGNORECASE
)
_DIGIT = re.compile(rb"\d")
_LONGEST_TAG = 500
_MOST_WORDS = 4
_MOST_FRAME, _SMALL_FRAME = 0.5, 20.0
_REPRESENTATIVES = 8
_MOST_CANDIDATES = 8
_FULL_BUCKET = 32


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """`steps` are sorted; `texts` stand for the texts at and below each, 0 if there are none.

    `signature` tells which pages are worth comparing.
    """

    steps: Hashes
    weights: NDArray[np.float32]
    texts: Hashes
    signature: Hashes

    def likeness(self, other: Fingerprint) -> float:
        """The share of weight that both have (weighted Jaccard similarity).

        Steps with the same texts on both pages are the frame that all pages of a site have,
        whatever their layout: however large it is, it counts at most half as much as the rest.
        """
        places = np.searchsorted(other.steps, self.steps)
        places[places == len(other.steps)] = 0
        mine = np.flatnonzero(other.steps[places] == self.steps)
        its = places[mine]
        frame = (self.texts[mine] == other.texts[its]) & (self.texts[mine] != 0)
        both = np.minimum(self.weights[mine], other.weights[its])
        either = np.maximum(self.weights[mine], other.weights[its])
        shared = float(both[~frame].sum())
        # All steps but those of the frame, those that both have once.
        whole = float(self.weights.sum() + other.weights.sum() - both.sum() - either[frame].sum())
        of_frame = min(float(both[frame].sum()), max(_MOST_FRAME * whole, _SMALL_FRAME))
        return (of_frame + shared) / (of_frame + whole)


# The fingerprint of a page.


def fingerprint(page: Page) -> Fingerprint:
    """The same for the same page on every machine."""
    read = outline(page)
    names = _names(read)
    parents = np.array(read.parents[: len(names)], np.intp)
    steps, which = np.unique(_mixed(names[parents], names), return_inverse=True)
    owners = np.array(read.owners, np.intp)
    lengths = np.fromiter(map(len, read.raw_texts), np.float64, len(owners))
    known = owners < len(names)
    widths = np.bincount(which[owners[known]], lengths[known], len(steps))
    weights = (1 + np.log2(1 + widths) / 2).astype(np.float32)
    texts = np.zeros(len(steps), np.uint64)
    np.add.at(texts, which, _texts_below(read, len(names)))
    return Fingerprint(steps, weights, texts, _signature(steps))


def _texts_below(read: Outline, elements: int) -> Hashes:
    """A number for the texts in each element, with all that is in it; 0 if there are none."""
    found = [0] * elements
    for text, owner in zip(read.raw_texts, read.owners, strict=True):
        if owner < elements:
            found[owner] += crc32(text.strip()) | 1
    parents = read.parents
    for element in range(elements - 1, 0, -1):
        found[parents[element]] += found[element]
    return np.array(found, np.uint64)


def _names(read: Outline) -> Hashes:
    """A number for each element: its tag and its class words."""
    known: dict[tuple[str, bytes], int] = {}
    found = np.empty(min(len(read.tags), _MOST_ELEMENTS), np.uint64)
    for place, (tag, rest) in enumerate(zip(read.tags[: len(found)], read.rests, strict=False)):
        key = tag, rest[:_LONGEST_TAG] if b"lass" in rest or b"LASS" in rest else b""
        number = known.get(key)
        if number is None:
            number = known[key] = _name(*key)
        found[place] = number
    return found


def _name(tag: str, rest: bytes) -> int:
    """Words with digits (post-4711) differ from page to page, and are left out."""
    classes = _CLASS.search(rest)
    written = b"".join(filter(None, classes.groups())).lower().split() if classes else []
    words = sorted({word for word in written[:_MOST_WORDS] if not _DIGIT.search(word)})
    name = b" ".join([tag.encode("utf-8", "replace"), *words])
    return int.from_bytes(blake2b(name, digest_size=8).digest())


def _mixed(one: Hashes, other: Hashes) -> Hashes:
    """One number for each pair, well spread."""
    mixed = one * np.uint64(0x9E3779B97F4A7C15) + other
    mixed ^= mixed >> np.uint64(31)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(29)
    return mixed


_SEEDS = _mixed(
    np.arange(1, _ROWS * _BANDS + 1, dtype=np.uint64), np.full(_ROWS * _BANDS, 7, np.uint64)
) | np.uint64(1)


def _signature(steps: Hashes) -> Hashes:
    """MinHash: two pages have as large a share of equal numbers as they have of steps."""
    hashed = _SEEDS[:, np.newaxis] * steps
    hashed ^= hashed >> np.uint64(32)
    lowest: Hashes = hashed.min(axis=1, initial=np.iinfo(np.uint64).max)
    return lowest


# Clusters: each has a few pages that stand for it.


@dataclass(eq=False)
class _Cluster:
    """`members` are the places of its pages among all pages."""

    site: str
    members: list[int]
    representatives: list[Fingerprint]

    def likeness(self, other: _Cluster) -> float:
        """The mean over all pairs of representatives."""
        pairs = [one.likeness(its) for one in self.representatives for its in other.representatives]
        return sum(pairs) / len(pairs)


def cluster_pages(pages: Sequence[tuple[str, Fingerprint]]) -> list[int]:
    """The number of each page's cluster, in order of appearance.

    Each page comes with its site, or "": pages of different sites are never in one cluster.
    """
    single = [_Cluster(site, [place], [page]) for place, (site, page) in enumerate(pages)]
    found = _joined(single)
    # Pages join what is there when their turn comes. With all of them in place, clusters that are
    # alike as wholes are joined, the largest first, so that little depends on the order of pages.
    for cluster in found:
        cluster.representatives = [pages[place][1] for place in _spread(cluster.members)]
    found = _joined(sorted(found, key=lambda cluster: -len(cluster.members)))
    numbers = [0] * len(pages)
    for number, members in enumerate(sorted(sorted(cluster.members) for cluster in found)):
        for place in members:
            numbers[place] = number
    return numbers


def _joined(clusters: Iterable[_Cluster]) -> list[_Cluster]:
    """Each joins the nearest of those before it, if one is near enough."""
    found: list[_Cluster] = []
    nearby = _Nearby()
    for cluster in clusters:
        ranked = [(found[number].likeness(cluster), -number) for number in nearby.of(cluster)]
        nearest, number = max(ranked, default=(0.0, 0))
        if nearest < ALIKE:
            nearby.add(len(found), cluster)
            found.append(cluster)
            continue
        joined = found[-number]
        joined.members += cluster.members
        if len(joined.representatives) < _REPRESENTATIVES:
            joined.representatives += cluster.representatives
            nearby.add(-number, cluster)
    return found


def _spread(members: Sequence[int]) -> list[int]:
    """As many as a cluster has representatives, from its beginning to its end."""
    count = min(_REPRESENTATIVES, len(members))
    return [members[place * len(members) // count] for place in range(count)]


class _Nearby:
    """Finds clusters whose representatives have a band of their signatures in common.

    With these bands, 99 of 100 pages with half of their steps in common are found, and one of 25
    with a tenth.
    """

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, int, bytes], list[int]] = defaultdict(list)

    def add(self, number: int, cluster: _Cluster) -> None:
        for key in _bands(cluster):
            bucket = self._buckets[key]
            # What is in so many clusters tells nothing.
            if len(bucket) < _FULL_BUCKET and number not in bucket:
                bucket.append(number)

    def of(self, cluster: _Cluster) -> list[int]:
        """Those with most bands in common; of equally many the oldest."""
        counts = Counter(number for key in _bands(cluster) for number in self._buckets.get(key, ()))
        return nsmallest(_MOST_CANDIDATES, counts, key=lambda number: (-counts[number], number))


def _bands(cluster: _Cluster) -> Iterator[tuple[str, int, bytes]]:
    for page in cluster.representatives:
        whole = page.signature.tobytes()
        width = len(whole) // _BANDS
        for band in range(_BANDS):
            yield cluster.site, band, whole[band * width : (band + 1) * width]
