"""Where a crawl begins: seeds, and the sitemaps that sites tell of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.names import site_of
from rules.urls import canonical_url, shape_of
from spider.links.bucket import LinkBucket
from spider.links.groups import LinkGroup
from store.frontier import NewLink, add_links

if TYPE_CHECKING:
    from spider.crawl.context import CrawlContext

_SEED_LEVEL = 9


def queue_seed(context: CrawlContext, url: str, now: float) -> bool:
    address = canonical_url(url)
    if address is None or site_of(address) not in context.sites:
        return False
    link = NewLink(
        address, site_of(address), shape_of(address), LinkGroup.LIST, _SEED_LEVEL, depth=0
    )
    with context.ledger.transaction() as conn:
        added = add_links(conn, context.topic.name, [link], now)
    if added:
        context.queue.added([LinkBucket(link.site, link.shape, link.level)])
    return bool(added)
