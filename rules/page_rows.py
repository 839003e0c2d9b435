"""The rows of one page with what they have in common, and the memory of a site's rows.

A name on many pages with many different values is an attribute; the same text on every page is
boilerplate. The memory of a site is learned while crawling or in a first pass over its pages. It is
small, and pages can be read without it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Self
from zlib import crc32

from core.names import name_key
from pages.nesting import outline as outline_of
from pages.page import identity_of
from pages.rows import find_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pages.outline import Outline
    from pages.page import Page
    from pages.rows import Row


# How many elements around a row are compared.
_AROUND = 5
# An element with more texts is not a headline.
_MOST_TEXTS = 60
_SHORTEST_CLASS = len(b" class=a>")
# The tags around a row, and tags with classes: `tags` and `classes` of a region in a rule file.
RegionKey = tuple[str, str]


def rows_of(page: Page) -> PageRows:
    """Read a page's rows."""
    read = outline_of(page)
    return PageRows(read, find_rows(read))


class PageRows:
    """The rows of one page with what they have in common, computed on first use."""

    def __init__(self, outline: Outline, rows: Sequence[Row]) -> None:
        self.outline = outline
        self.rows = rows
        self.whole = self
        self.texts = outline.texts

    def subset(self, numbers: Sequence[int]) -> PageRows:
        """The page with only some of its rows."""
        found = PageRows(self.outline, [self.rows[number] for number in numbers])
        found.whole = self
        found.keys = [self.keys[number] for number in numbers]
        found.regions = [self.regions[number] for number in numbers]
        return found

    @cached_property
    def keys(self) -> list[str]:
        """The keys of the names, by which they are compared."""
        return [name_key(row.name) for row in self.rows]

    @cached_property
    def tag_paths(self) -> list[tuple[str, ...]]:
        """The kind of each row and the tags around it, innermost first."""
        tags, parents = self.outline.tags, self.outline.parents
        known: dict[int, tuple[str, ...]] = {0: ()}
        found = []
        for row in self.rows:
            box = row.box
            path = known.get(box)
            if path is None:
                steps: list[str] = []
                node = box
                while node and len(steps) < _AROUND:
                    steps.append(tags[node])
                    node = parents[node]
                path = known[box] = tuple(steps)
            found.append((row.kind, *path))
        return found

    @cached_property
    def regions(self) -> list[int]:
        """A number for each row, the same for rows of one kind with the same tags around them."""
        numbers: dict[tuple[str, ...], int] = {}
        return [numbers.setdefault(path, len(numbers)) for path in self.tag_paths]

    @cached_property
    def region_keys(self) -> list[RegionKey]:
        """The region of each row.

        A look is the tags and classes of the row's box, of two elements around it, and of its name.
        """
        outline = self.outline
        stands = {path: ">".join(path) for path in set(self.tag_paths)}
        looks: dict[int, str] = {}
        found = []
        for path, row in zip(self.tag_paths, self.rows, strict=True):
            look = looks.get(row.box)
            if look is None:
                around = outline.ancestors(row.box, 3)
                look = looks[row.box] = ">".join([_with_classes(outline, node) for node in around])
            if row.name_leaves:
                owner = outline.owners[row.name_leaves.start]
                look = f"{look}>name {_with_classes(outline, owner)}"
            found.append((stands[path], look))
        return found

    @cached_property
    def title_leaf(self) -> int:
        """The first leaf of the page's headline; -1 if there is none."""
        tags, owners = self.outline.tags, self.outline.owners
        title = ""
        if "title" in tags:
            title = name_key(" ".join(self._first_texts(tags.index("title"))))
        headlines = [] if "h1" not in tags else [n for n, tag in enumerate(tags) if tag == "h1"]
        for node in headlines:
            words = name_key("".join(self._first_texts(node)))
            if words and (words in title or len(headlines) == 1):
                return bisect_left(self.outline.leaf_tags, node)
        best, size = -1, 2
        for leaf, text in enumerate(self.texts if title else ()):
            if size < len(text) < 120 and _may_begin(title, text):
                key = name_key(text)
                if len(key) > size and title.startswith(key) and tags[owners[leaf]] != "title":
                    best, size = leaf, len(key)
        return best

    def _first_texts(self, node: int) -> list[str]:
        """The texts in an element; of very many only the first ones."""
        outline = self.outline
        first, end = bisect_left(outline.leaf_tags, node), outline.ends[node]
        owners = outline.owners[first : first + _MOST_TEXTS]
        inside = takewhile(lambda owner: node <= owner < end, owners)
        return [self.texts[leaf] for leaf, _ in enumerate(inside, first)]


def _may_begin(title: str, text: str) -> bool:
    """Whether a text's key may begin the title's: quicker than to compute it."""
    first = text[0]
    # Full-width digits and letters are plain ones in a key.
    return first.lower() == title[0] or "０" <= first <= "ｚ"


def _with_classes(outline: Outline, node: int) -> str:
    tag, rest = outline.tags[node], outline.rests[node]
    return tag if len(rest) < _SHORTEST_CLASS else _known_classes(tag, rest, outline.encoding)


@lru_cache(maxsize=20_000)
def _known_classes(tag: str, rest: bytes, encoding: str) -> str:
    return ".".join((tag, *identity_of(rest, encoding)[1])) if b"lass" in rest.lower() else tag


# More pages teach nothing new; more values of a name need not be distinguished.
ENOUGH_PAGES = 60
_MOST_NAMES, _MOST_VALUES = 5_000, 50
# Pages of one product's variants may well have the same picture; so many are no variants.
COMMON_PICTURE = 5
_MOST_PICTURES = 2_000


@dataclass
class NameMemory:
    """On how many pages a name occurred, how often in total, and with which values (hashes)."""

    pages: int = 0
    times: int = 0
    values: Counter[int] = field(default_factory=Counter)

    @property
    def times_of_values(self) -> int:
        """How often the distinguished values occurred."""
        return self.times if len(self.values) < _MOST_VALUES else self.values.total()


@dataclass
class SiteMemory:
    """The names on the first pages of a site, by their keys; `pages` is how many were seen.

    `pictures` has how often each address (hashed) was the picture of a product.
    """

    pages: int = 0
    names: dict[str, NameMemory] = field(default_factory=dict)
    pictures: Counter[int] = field(default_factory=Counter)
    common_pictures: tuple[int, ...] = ()  # those that many pages have

    def add_page(self, page: Page) -> PageRows:
        """Remember one more page; returns its rows, so that they need not be read again."""
        rows = rows_of(page)
        self.add(rows.rows)
        return rows

    def add(self, rows: Sequence[Row]) -> None:
        """Remember one more page by its rows."""
        self.add_names(names_of(rows))

    def add_names(self, names: Mapping[str, Collection[int]]) -> None:
        """Remember one more page by what `names_of` says of its rows."""
        self.pages += 1
        for key, hashes in names.items():
            known = self.names.get(key)
            if known is None:
                if len(self.names) >= _MOST_NAMES:
                    continue
                known = self.names[key] = NameMemory()
            known.pages += 1
            known.times += len(hashes)
            for value in hashes:
                if value in known.values or len(known.values) < _MOST_VALUES:
                    known.values[value] += 1

    def add_picture(self, url: str) -> None:
        """Remember the picture of one more page."""
        key = value_hash(url)
        if key in self.pictures or len(self.pictures) < _MOST_PICTURES:
            self.pictures[key] += 1
            if self.pictures[key] == COMMON_PICTURE:
                self.common_pictures += (key,)

    def is_common_picture(self, url: str) -> bool:
        """Whether many pages would have it: then it is a logo, or stands for a missing picture."""
        return value_hash(url) in self.common_pictures

    def to_json(self) -> dict[str, Any]:
        """Everything remembered, to be stored in the ledger."""
        names = {
            key: [known.pages, known.times, list(known.values.items())]
            for key, known in self.names.items()
        }
        pictures = [[key, times] for key, times in self.pictures.items() if times > 1]
        return {"pages": self.pages, "names": names, "pictures": pictures}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """The memory that `to_json` returned; anything else raises an error."""
        names = {
            key: NameMemory(int(pages), int(times), Counter(dict(values)))
            for key, (pages, times, values) in stored["names"].items()
        }
        pictures = Counter({int(key): int(times) for key, times in stored.get("pictures", ())})
        common = tuple(key for key, times in pictures.items() if times >= COMMON_PICTURE)
        return cls(int(stored["pages"]), names, pictures, common)


def names_of(rows: Sequence[Row]) -> dict[str, set[int]]:
    """The names of rows (by their keys), each with its values (hashed)."""
    names: dict[str, set[int]] = {}
    for row in rows:
        names.setdefault(name_key(row.name), set()).add(value_hash(row.value))
    return names


def value_hash(value: str) -> int:
    """A hash of a value that is the same in every Python process."""
    return crc32(value.encode("utf-8", "replace"))
