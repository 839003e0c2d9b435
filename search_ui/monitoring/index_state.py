"""Is there an index, since when, and has the ledger changed after it was built?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.generations import IndexUnusable
from store.reports import last_change

if TYPE_CHECKING:
    from search_ui.site import SearchSite


class IndexState(NamedTuple):
    """`why` tells what is wrong with one that is not usable."""

    usable: bool = False
    why: str = ""
    products: int = 0
    engine: str = ""
    built_at: float = 0.0
    generation: str = ""
    bytes: int = 0
    behind: bool = False


def index_state(site: SearchSite) -> IndexState:
    try:
        manifest = site.index().manifest
    except IndexUnusable as problem:
        return IndexState(why=str(problem))
    behind = False
    if site.ledger is not None:
        with site.ledger.reading() as conn:
            behind = last_change(conn, site.topic_name) > manifest.made_at
    return IndexState(
        usable=True,
        products=manifest.products,
        engine=site.settings.search.engine,
        built_at=manifest.made_at,
        generation=manifest.generation,
        bytes=manifest.bytes,
        behind=behind,
    )
