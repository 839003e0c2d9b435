"""What the ledger keeps of a page after a visit, whatever the visit gave."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from index.ledger.fetched import FetchedPage
from spider.crawl.revisit import next_visit_of

if TYPE_CHECKING:
    from spider.crawl.answer import Answer
    from spider.crawl.parts import CrawlParts


def page_state(parts: CrawlParts, answer: Answer, *, changed: bool) -> FetchedPage:
    """With the etag and date to compare the next visit's page by, where the answer has them."""
    link = answer.link
    return FetchedPage(
        link_id=link.id,
        topic=parts.topic.name,
        url=link.url,
        site=link.site,
        status=answer.status,
        fetched_at=answer.now,
        next_visit_at=next_visit_of(parts, answer, changed=changed),
        etag=answer.header("ETag") or None,
        last_modified=answer.header("Last-Modified") or None,
    )


def gone_state(parts: CrawlParts, answer: Answer) -> FetchedPage:
    """Should the page come back it is to come whole: so there is nothing to compare it by."""
    state = page_state(parts, answer, changed=False)
    return replace(state, etag="", last_modified="")
