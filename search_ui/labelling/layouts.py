"""Which page to label next: stored pages that no rule reads, layout by layout.

The ledger knows kinds of addresses; what pages look like is told by a few of each kind. Kinds
that look alike are one layout, and a kind whose pages differ is several.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from pages.nesting import outline
from pages.skeleton import likeness, skeleton
from review.rereading import DamagedPageError
from rules.extraction import extract
from rules.library import RuleLibrary
from rules.record import Status
from search_ui.labelling.opened_page import rules_folder, stored_page_at
from search_ui.site import this_site
from store.stored_pages import stored_page
from store.unread import unread_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from pages.skeleton import Skeleton
    from store.stored_pages import StoredBody
    from store.unread import UnreadKind, UnreadPage

_MOST_KINDS = 40
_MOST_SAMPLES = 4
# Pages of one template share more than this, with and without a picture or a price.
_ALIKE = 0.6


@dataclass
class UnreadLayout:
    """`pages` is counted where every page of its kinds is like this, else estimated."""

    site: str
    looks: Skeleton
    pages: float = 0.0
    worth: float = 0.0
    shapes: dict[str, None] = field(default_factory=dict)
    ranked: list[tuple[int, UnreadPage]] = field(default_factory=list)

    @property
    def samples(self) -> list[UnreadPage]:
        """Some of its pages: of the kinds with most pages first those that say most."""
        ordered = sorted(self.ranked, key=lambda one: (-one[0], -one[1].relevance, one[1].link_id))
        return [page for _, page in ordered[:_MOST_SAMPLES]]

    def add(self, kind: UnreadKind, sample: UnreadPage, share: float) -> None:
        self.pages += kind.pages * share
        self.worth += kind.worth * share
        self.shapes[kind.shape.partition(" @")[0]] = None
        self.ranked.append((kind.pages, sample))


def unread_layouts(site: str | None = None) -> list[UnreadLayout]:
    """The most valuable first; none before the first crawl."""
    here = this_site()
    if here.ledger is None:
        return []
    with here.ledger.reading() as conn:
        kinds = unread_kinds(conn, here.topic_name, _MOST_KINDS, site)
        kinds.sort(key=lambda kind: kind.site)
        found = [
            layout
            for _, of_site in groupby(kinds, key=lambda kind: kind.site)
            for layout in _layouts(conn, of_site)
        ]
        library = RuleLibrary(rules_folder())
        found = [layout for layout in found if not _is_read(conn, layout, library)]
    return sorted(found, key=lambda layout: (-layout.worth, -layout.pages, layout.site))


def _is_read(conn: Connection, layout: UnreadLayout, library: RuleLibrary) -> bool:
    """By rules that are newer than what the ledger knows of these pages."""
    page = layout.samples[0]
    try:
        rules = library.rules_for(page.url)
        body = stored_page(conn, this_site().topic_name, page.link_id) if rules else None
        read = extract(stored_page_at(body), rules) if body else None
        return bool(read and read.status is Status.OK and read.records)
    except SpecSeekError:  # a damaged rule file or archive is told of where the page is opened
        return False


def _layouts(conn: Connection, kinds: Iterable[UnreadKind]) -> list[UnreadLayout]:
    found: list[UnreadLayout] = []
    for kind in kinds:
        for sample in kind.samples:
            looks = _looks(conn, sample)
            alike = (layout for layout in found if likeness(layout.looks, looks) > _ALIKE)
            layout = next(alike, None)
            if layout is None:
                layout = UnreadLayout(kind.site, looks)
                found.append(layout)
            layout.add(kind, sample, 1 / len(kind.samples))
    return found


def _looks(conn: Connection, page: UnreadPage) -> Skeleton:
    """Nothing is like a page that cannot be read."""
    body = stored_page(conn, this_site().topic_name, page.link_id)
    try:
        return _skeleton(body) if body else frozenset()
    except DamagedPageError:
        return frozenset()


@lru_cache(maxsize=4096)
def _skeleton(body: StoredBody) -> Skeleton:
    """A capture never changes."""
    return skeleton(outline(stored_page_at(body)))
