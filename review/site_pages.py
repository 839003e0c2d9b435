"""After labelling: read the pages of a site with its rules, and begin to crawl it.

Both are changes like those of the review page: decided here, applied by `review.apply`. Labelled
pages that no crawl has fetched are stored first, so that they give records as well.
"""

from __future__ import annotations

from contextlib import closing
from secrets import token_hex
from typing import TYPE_CHECKING

from core.names import site_of
from core.urls import canonical_url, shape_of
from review.topic_edit import with_seed
from rules.library import key_of
from rules.reader import Relevance
from store.archive import Capture
from store.archive_state import next_mark, write_mark
from store.archive_writer import ArchiveWriter
from store.changes import ChangeKind, ChangeState, NewChange, add_change, changes_in_state
from store.database import LedgerError, steady_time
from store.frontier import LinkState, NewLink, add_links, finish_link, link_id_at
from store.visits import (
    FIRST_WAIT,
    FetchedPage,
    NewCapture,
    add_capture,
    page_state,
    save_page,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from pages.page import Page
    from review.context import ReviewContext


def read_site(context: ReviewContext, site: str, who: str) -> int:
    """Decide to read the labelled and the stored pages of a site; returns the change's id."""
    return _decide(context, NewChange(context.topic_name, site, ChangeKind.READ, who, {}))


def add_seed(context: ReviewContext, url: str, who: str) -> int:
    """Decide to crawl a site, beginning at this address; returns the change's id."""
    with_seed(context.topic(), url)
    new = NewChange(context.topic_name, site_of(url), ChangeKind.SEED, who, {"seed": url})
    return _decide(context, new)


def _decide(context: ReviewContext, new: NewChange) -> int:
    """The same decision is not made twice while the first one waits."""
    with context.ledger.transaction() as conn:
        waiting = changes_in_state(conn, [ChangeState.DECIDED], context.topic_name)
        for known in waiting:
            if (known.site, known.kind, dict(known.detail)) == (new.site, new.kind, new.detail):
                return known.id
        return add_change(conn, new, steady_time())


# Labelled pages that people uploaded or fetched by hand: they go to archive and ledger.


_GROUP, _LEVEL = "product", 9  # as good as a seed: somebody chose this page
_STATUS_OK = 200


def store_labelled_pages(context: ReviewContext, site: str) -> None:
    """Store those that the ledger has no body of; the data folder is locked.

    Their capture time is when they were labelled: they existed by then.
    """
    library = context.library()
    times = {path.stem: path.stat().st_mtime for path in library.files_of(site)}
    pages = {canonical_url(one.page.url): one.page for one in library.samples(site)}
    with context.ledger.reading() as conn:
        missing = {
            url: page
            for url, page in pages.items()
            if url and not _is_stored(conn, context.topic_name, url)
        }
    if not missing:
        return
    prefix = f"{context.topic_name}-labelled-{token_hex(4)}"  # other hosts may write there, too
    writer = ArchiveWriter(context.archive, prefix, part_of=context.topic_name)
    with closing(writer) as archive:
        for url, page in missing.items():
            _store(context, archive, url, page, times[key_of(page)])
    mark = context.ledger.write(lambda conn: next_mark(conn, context.archive))
    write_mark(context.ledger, context.archive, mark)


def _is_stored(conn: Connection, topic: str, url: str) -> bool:
    link_id = link_id_at(conn, topic, url)
    state = page_state(conn, link_id) if link_id is not None else None
    return bool(state and state.capture_id is not None)


def _store(context: ReviewContext, archive: ArchiveWriter, url: str, page: Page, at: float) -> None:
    """The archive has the page before the ledger tells of it, as in a crawl."""
    topic, site = context.topic(), site_of(url)
    content_type = f"text/html; charset={page.encoding}"
    headers = (("Content-Type", content_type),)
    stored = archive.add(Capture(url, at, _STATUS_OK, headers, page.body))
    link = NewLink(url, site, shape_of(url), _GROUP, _LEVEL, depth=0)
    with context.ledger.transaction() as conn:
        added = add_links(conn, topic.name, [link], at)
        link_id = added.get(url) or link_id_at(conn, topic.name, url)
        if link_id is None:
            raise LedgerError(f"the address of a labelled page was not stored: {url}")
        # A crawl stays on the sites of its seeds: others are not asked for the page again.
        if added and site not in map(site_of, topic.seeds):
            finish_link(conn, link_id, LinkState.DONE)
        capture = NewCapture(
            *(link_id, None, "response", at, _STATUS_OK), *stored.place, digest=stored.digest
        )
        visit = FetchedPage(
            *(link_id, topic.name, url, site, _STATUS_OK, at, at + FIRST_WAIT),
            content_type=content_type,
            digest=stored.digest,
            relevance=Relevance(topic).of(page),
            capture_id=add_capture(conn, capture),
        )
        save_page(conn, visit)
