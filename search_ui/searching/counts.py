"""How much there is to search in."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from store.reports import site_reports

if TYPE_CHECKING:
    from search_ui.site import SearchSite
    from store.ledger import Ledger


class SiteCounts(NamedTuple):
    products: int
    sites: int


def site_counts(site: SearchSite) -> SiteCounts:
    """Raises IndexUnusable where there is nothing to search in."""
    index = site.index()
    generation = index.manifest.generation
    return SiteCounts(index.schema.products, _sites_read(site.ledger, site.topic.name, generation))


@lru_cache(maxsize=4)
def _sites_read(ledger: Ledger | None, topic: str, _generation: str) -> int:
    """Counted once for each generation of the index: the ledger may be large."""
    if ledger is None:
        return 0
    with ledger.reading() as conn:
        return sum(report.records > 0 for report in site_reports(conn, topic))
