"""The pages to label next: stored pages that no rule reads, layout by layout.

The ledger knows URL patterns; a few pages of each pattern show what they look like. Patterns that
look alike are one layout, and a pattern whose pages differ is several. Layouts that look like
products come first. Somebody may dismiss a page, and its layout is not offered again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from channels.clusters import cluster_pages, fingerprint
from channels.page_kinds import PageKind, page_kind
from core.errors import SpecSeekError
from review.reread import DamagedPageError
from rules.extract import extract
from rules.library import RuleLibrary
from rules.record import Status
from search_ui.label_pages import rules_folder, stored_page_at
from search_ui.site import this_site
from store.stored_pages import stored_page
from store.unread import pages_dismissed, unread_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from channels.clusters import Fingerprint
    from store.stored_pages import StoredBody
    from store.unread import DismissedPage, UnreadKind, UnreadPage


_MOST_KINDS = 40
_MOST_SAMPLES = 4


@dataclass
class UnreadLayout:
    """`pages` is exact if all pages of its patterns have this layout, else estimated.

    `products` is how many of them the crawl took for products, `looks_like_product` what a look at
    some of them says.
    """

    site: str
    pages: float = 0.0
    worth: float = 0.0
    products: float = 0.0
    looks_like_product: bool = False
    shapes: dict[str, None] = field(default_factory=dict)
    ranked: list[tuple[int, UnreadPage]] = field(default_factory=list)

    @property
    def samples(self) -> list[UnreadPage]:
        """Some of its pages: most frequent patterns first, then most relevant pages."""
        ordered = sorted(self.ranked, key=lambda one: (-one[0], -one[1].relevance, one[1].link_id))
        return [page for _, page in ordered[:_MOST_SAMPLES]]

    @property
    def shows_products(self) -> bool:
        return self.looks_like_product or 2 * self.products >= self.pages

    def add(self, kind: UnreadKind, sample: UnreadPage, share: float) -> None:
        self.pages += kind.pages * share
        self.worth += kind.worth * share
        self.products += kind.pages * share * kind.products
        self.shapes[kind.shape.partition(" @")[0]] = None
        self.ranked.append((kind.pages, sample))


def unread_layouts(site: str | None = None) -> list[UnreadLayout]:
    """Products first, then the most valuable; empty before the first crawl."""
    here = this_site()
    if here.ledger is None:
        return []
    with here.ledger.reading() as conn:
        dismissed: dict[str, list[UnreadPage]] = {}
        for one in pages_dismissed(conn, here.topic_name, site):
            dismissed.setdefault(one.site, []).append(one.page)
        most = _MOST_KINDS + sum(map(len, dismissed.values()))
        kinds = unread_kinds(conn, here.topic_name, most, site)
        kinds.sort(key=lambda kind: kind.site)
        found = [
            layout
            for name, of_site in groupby(kinds, key=lambda kind: kind.site)
            for layout in _layouts(conn, of_site, dismissed.get(name, ()))
        ]
        library = RuleLibrary(rules_folder())
        found = [layout for layout in found if not _is_read(conn, layout, library)]
        for layout in found:
            layout.looks_like_product = _looks_like_product(conn, layout.samples)
    return sorted(found, key=lambda one: (not one.shows_products, -one.worth, -one.pages, one.site))


def dismissed_pages() -> list[DismissedPage]:
    """The last dismissed first."""
    here = this_site()
    if here.ledger is None:
        return []
    with here.ledger.reading() as conn:
        return pages_dismissed(conn, here.topic_name)


def _is_read(conn: Connection, layout: UnreadLayout, library: RuleLibrary) -> bool:
    """Whether rules read it that are newer than the ledger's knowledge of these pages."""
    page = layout.samples[0]
    try:
        rules = library.rules_for(page.url)
        body = stored_page(conn, this_site().topic_name, page.link_id) if rules else None
        read = extract(stored_page_at(body), rules) if body else None
        return bool(read and read.status is Status.OK and read.records)
    except SpecSeekError:  # a damaged rule file or archive is reported when the page is opened
        return False


def _layouts(
    conn: Connection, kinds: Iterable[UnreadKind], dismissed: Sequence[UnreadPage]
) -> list[UnreadLayout]:
    """Without those of dismissed pages; a page that cannot be read is a layout of its own."""
    samples = [(kind, sample, _looks(conn, sample)) for kind in kinds for sample in kind.samples]
    unwanted = [looks for page in dismissed if (looks := _looks(conn, page))]
    readable = [looks for _, _, looks in samples if looks]
    clusters = cluster_pages([("", looks) for looks in (*readable, *unwanted)])
    unwanted_clusters = set(clusters[len(readable) :])
    numbers = iter(clusters)
    found: dict[object, UnreadLayout] = {}
    for kind, sample, looks in samples:
        key = next(numbers) if looks else sample
        if key not in unwanted_clusters and sample not in dismissed:
            layout = found.setdefault(key, UnreadLayout(kind.site))
            layout.add(kind, sample, 1 / len(kind.samples))
    return list(found.values())


def _looks(conn: Connection, page: UnreadPage) -> Fingerprint | None:
    body = stored_page(conn, this_site().topic_name, page.link_id)
    try:
        return _fingerprint(body) if body else None
    except DamagedPageError:
        return None


@lru_cache(maxsize=4096)
def _fingerprint(body: StoredBody) -> Fingerprint:
    """Cached: a capture never changes."""
    return fingerprint(stored_page_at(body))


_ENOUGH_TO_TELL = 2  # pages: telling what kind they are takes longer than their fingerprints


def _looks_like_product(conn: Connection, samples: Sequence[UnreadPage]) -> bool:
    topic = this_site().topic_name
    bodies = (stored_page(conn, topic, page.link_id) for page in samples[:_ENOUGH_TO_TELL])
    try:
        return _kind(tuple(body for body in bodies if body)) is PageKind.PRODUCT
    except DamagedPageError:
        return False


@lru_cache(maxsize=1024)
def _kind(bodies: tuple[StoredBody, ...]) -> PageKind | None:
    """Cached, like fingerprints."""
    return page_kind([stored_page_at(body) for body in bodies]) if bodies else None
