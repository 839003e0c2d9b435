"""Every answer goes to the archive; a body that is there already is only referred to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from store.archive import payload_digest
from store.visits import NewCapture

if TYPE_CHECKING:
    from spider.crawl.answer import FetchResult
    from spider.crawl.context import CrawlContext

NOT_MODIFIED = 304
RESPONSE, REVISIT = "response", "revisit"


def archived(context: CrawlContext, answer: FetchResult) -> NewCapture:
    """Put an answer into the archive; what it gives is for the ledger's index of it."""
    capture, known = answer.capture(), answer.known
    same = known is not None and answer.status == NOT_MODIFIED
    digest = known.digest if known and same else payload_digest(capture.body)
    if known and known.capture_id and digest and digest == known.digest:
        place = context.archive.add_revisit(capture, digest, answer.link.url, known.changed_at)
        kind = REVISIT
    else:
        place, kind = context.archive.add(capture).place, RESPONSE
    return NewCapture(
        answer.link.id, context.run_id, kind, answer.now, answer.status, *place, digest=digest
    )
