"""What the ledger keeps of a page after a visit, whatever the visit gave."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from spider.crawl.revisit import next_visit_of
from store.visits import FetchedPage

if TYPE_CHECKING:
    from spider.crawl.answer import FetchResult
    from spider.crawl.context import CrawlContext


def page_state(context: CrawlContext, answer: FetchResult, *, changed: bool) -> FetchedPage:
    """With the etag and date to compare the next visit's page by, where the answer has them."""
    link = answer.link
    return FetchedPage(
        link_id=link.id,
        topic=context.topic.name,
        url=link.url,
        site=link.site,
        status=answer.status,
        fetched_at=answer.now,
        next_visit_at=next_visit_of(context, answer, changed=changed),
        etag=answer.header("ETag") or None,
        last_modified=answer.header("Last-Modified") or None,
    )


def gone_state(context: CrawlContext, answer: FetchResult) -> FetchedPage:
    """Should the page come back it is to come whole: so there is nothing to compare it by."""
    state = page_state(context, answer, changed=False)
    return replace(state, etag="", last_modified="")
