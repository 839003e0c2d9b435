"""Stores what a crawl of a channel fetches: a source's page gives addresses, others give documents.

Each page is one transaction, and is in the archive before the ledger mentions it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Self

from scrapy.http import HtmlResponse

from core.sources import Channel, SourceKind
from core.urls import site_of_link
from pages.encoding import is_garbled
from pages.page import Page
from spider.collecting.context import PAGE_LEVEL, SOURCE_LEVEL
from spider.collecting.documents import COPY, EMPTY, DocumentPage, PageOrigin, read_document_page
from spider.collecting.listed_links import feed_links, listed_links
from spider.collecting.page_numbers import further_pages, page_number
from spider.collecting.stored_pages import StoredPages, content_type_for
from spider.crawl import Crawl
from spider.faults import FaultKind
from spider.found_links import register_queue_full, with_room
from spider.links.features import LinkGroup
from spider.links.judge import LinkBucket
from spider.links.page_links import read_links
from spider.page_worker import no_answer
from spider.pipelines import REVISIT, archived, page_state, register_garbled
from store.documents import save_documents
from store.frontier import (
    LinkState,
    NewLink,
    channel_link,
    queue_failed_again,
)
from store.records import RecordChanges
from store.runs import ErrorSeen, register_error
from store.visits import NEVER, add_capture, save_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection

    from core.sources import Source
    from spider.collecting.context import ChannelContext
    from spider.collecting.stored_pages import StoredPage
    from spider.links.page_links import FoundLink
    from spider.page_worker import Ask
    from spider.reading import FetchResult
    from store.documents import NewDocument
    from store.frontier import QueuedLink
    from store.visits import FetchedPage, NewCapture


class ChannelCrawl(Crawl):
    def __init__(self, context: ChannelContext, end: Callable[[str], None]) -> None:
        super().__init__(context, end)
        self._channel = context

    def queue_address(self, url: str) -> bool:
        """Queue sources only: sitemaps list pages that nobody asked for."""
        del url
        return False

    async def read_page(self, answer: FetchResult) -> list[NewDocument]:
        source = self._channel.sources[answer.link.shape]
        first = self._channel.ledger.read(lambda conn: channel_link(conn, answer.link.id).first)
        if answer.link.group == LinkGroup.SOURCE:
            await store_source_page(self._channel, answer, source, first)
            return []
        return await store_document_page(self._channel, answer, source, first)


# The page of a source: addresses of articles or threads, and of its own further pages.


class Listing(NamedTuple):
    title: str = ""
    listed: tuple[FoundLink, ...] = ()
    further: tuple[FoundLink, ...] = ()


async def store_source_page(
    context: ChannelContext, answer: FetchResult, source: Source, first: str
) -> None:
    task = ListingTask.of(answer, source, first)
    listing: Listing = await context.readers.read(answer.link.site, lambda _: task, no_answer)
    behind = LinkGroup.THREAD if source.channel is Channel.FORUMS else LinkGroup.ARTICLE
    found = FoundAddresses(context, answer.link)
    found.add(listing.listed, behind, PAGE_LEVEL)
    found.add(listing.further, LinkGroup.SOURCE, SOURCE_LEVEL)
    capture = archived(context, answer)
    told = f"with the pattern {source.pattern}" if source.pattern else "without a pattern"
    words = f"The source {source.name!r} lists no address here ({source.kind}, read {told})."

    def write(conn: Connection) -> None:
        context.frontier.finish(conn, answer.link.id, LinkState.DONE)
        capture_id = add_capture(conn, capture)
        found.write(conn, answer.now)
        state = page_state(context, answer, changed=found.has_new(behind))
        _save_page(conn, answer, capture, capture_id, replace(state, title=listing.title))
        if not listing.listed:
            _register(conn, context, answer, words)

    context.ledger.write(write)
    found.tell()
    if not listing.listed:
        context.progress.fault(answer.link.site, FaultKind.EXTRACTION)
    same = capture.kind == REVISIT
    context.progress.page(answer.link.site, len(answer.response.body), unchanged_page=same)


class ListingTask(NamedTuple):
    """The page of a source, to be read by another process."""

    url: str
    body: bytes
    content_type: str
    is_html: bool
    source: Source
    first: str

    @classmethod
    def of(cls, answer: FetchResult, source: Source, first: str) -> Self:
        is_html = isinstance(answer.response, HtmlResponse)
        content_type = answer.header("Content-Type")
        return cls(answer.link.url, answer.response.body, content_type, is_html, source, first)

    def read(self, ask: Ask) -> Listing:
        """What a source lists, and for lists and boards where they go on."""
        del ask
        source = self.source
        if source.kind is SourceKind.FEED:
            return self._of_feed()
        if not self.is_html:
            return Listing()
        content_type = content_type_for(source, self.content_type)
        links = read_links(Page.read(self.body, self.url, content_type))
        if not links.follow:
            return Listing(links.title)
        further: dict[str, int] = {}
        if source.kind is not SourceKind.SEARCH:
            further = further_pages(self.first, self.url, links.links)
        return Listing(
            links.title,
            tuple(listed_links(source, self.url, links.links)),
            tuple(link for link in links.links if link.url in further),
        )

    def _of_feed(self) -> Listing:
        encoding, pattern = self.source.encoding, self.source.address_pattern
        content_type = f"application/xml; charset={encoding}" if encoding else self.content_type
        entries = feed_links(self.body, self.url, content_type)
        return Listing(
            listed=tuple(one for one in entries if pattern is None or pattern.matches(one.url))
        )


def _register(conn: Connection, context: ChannelContext, answer: FetchResult, words: str) -> None:
    kind, link, action = FaultKind.EXTRACTION, answer.link, "stored as it is"
    seen = ErrorSeen(context.name, context.run_id, kind, link.url, link.site, action, words)
    register_error(conn, seen, answer.now)


# The page of an article or a thread.


async def store_document_page(
    context: ChannelContext, answer: FetchResult, source: Source, first: str
) -> list[NewDocument]:
    """Of an article over several pages the first has the document, which grows with each page."""
    link = answer.link
    reading, garbled, of_first = DocumentPage(), False, None
    if isinstance(answer.response, HtmlResponse):
        reading, garbled, of_first = await _read_document(context, answer, source, first)
    group = LinkGroup(link.group)
    found = FoundAddresses(context, link)
    # The original of a copy takes its place; further pages belong to this one.
    found.add(reading.further, group, PAGE_LEVEL, is_original=reading.outcome == COPY)
    capture = archived(context, answer)

    def write(conn: Connection) -> RecordChanges:
        context.frontier.finish(conn, link.id, LinkState.DONE)
        capture_id = add_capture(conn, capture)
        found.write(conn, answer.now)
        if reading.outcome == EMPTY:
            # What was read before stays: the page may only be closed for a while.
            changes = RecordChanges()
            _register(conn, context, answer, "It shows no article and no post that can be read.")
        else:
            place = (of_first.link_id, of_first.capture_id) if of_first else (link.id, capture_id)
            link_id, shown_at = place
            changes = save_documents(conn, link_id, reading.documents, shown_at, answer.now)
        if garbled:
            register_garbled(conn, context, answer)
        state = page_state(context, answer, changed=changes.new > 0)
        if not reading.may_grow:
            state = replace(state, next_visit_at=NEVER)
        state = replace(state, title=reading.title, outcome=reading.outcome)
        _save_page(conn, answer, capture, capture_id, state)
        return changes

    changes = context.ledger.write(write)
    if reading.outcome == EMPTY:
        context.progress.fault(link.site, FaultKind.EXTRACTION)
    if garbled:
        context.progress.fault(link.site, FaultKind.BAD_ENCODING)
    found.tell()
    _count(context, answer, capture, changes)
    return list(reading.documents)


class DocumentTask(NamedTuple):
    """The page of an article or thread, to be read by another process.

    If it is a further page of an article, that is read as a whole, from its first page on.
    """

    url: str
    body: bytes
    content_type: str
    origin: PageOrigin
    is_further: bool = False
    first_page: Page | None = None

    def read(self, ask: Ask) -> tuple[DocumentPage, bool]:
        """What it shows, and whether it is garbled; `ask` gives stored pages by their addresses."""
        page = Page.read(self.body, self.url, self.content_type)
        garbled = is_garbled(page)
        if not self.is_further:
            return read_document_page(page, self.origin), garbled
        if self.first_page is None:
            return DocumentPage(), garbled
        reading = read_document_page(
            self.first_page, self.origin, lambda url: page if url == page.url else ask(url)
        )
        return reading, garbled


async def _read_document(
    context: ChannelContext, answer: FetchResult, source: Source, first: str
) -> tuple[DocumentPage, bool, StoredPage | None]:
    """With the stored first page of the article, if this is a further one."""
    link, of_first = answer.link, None
    is_further = link.group == LinkGroup.ARTICLE and bool(page_number(first, link.url))
    content_type = content_type_for(source, answer.header("Content-Type"))

    def stored(url: str) -> StoredPage | None:
        with context.ledger.reading() as conn:
            return StoredPages(conn, context.archive.folder, context.name, source).find(url)

    def task(_known: object) -> DocumentTask:
        nonlocal of_first
        of_first = stored(first) if is_further else None
        at = of_first.captured_at if of_first else answer.now
        origin = PageOrigin(context.topic.name, link.shape, link.group, first, at, source.zone)
        return DocumentTask(
            *(link.url, answer.response.body, content_type, origin),
            is_further=is_further,
            first_page=of_first.page if of_first else None,
        )

    def stored_page(url: str) -> Page | None:
        found = stored(url)
        return found.page if found else None

    reading, garbled = await context.readers.read(link.site, task, stored_page)
    return reading, garbled, of_first


def _count(
    context: ChannelContext, answer: FetchResult, capture: NewCapture, changes: RecordChanges
) -> None:
    context.progress.page(
        answer.link.site,
        len(answer.response.body),
        new=changes.new,
        changed=changes.changed,
        unchanged_page=capture.kind == REVISIT,
    )


def _save_page(
    conn: Connection,
    answer: FetchResult,
    capture: NewCapture,
    capture_id: int,
    state: FetchedPage,
) -> None:
    """With the capture that has the body, which may be an earlier one."""
    known = answer.known
    body_at = known.capture_id if known and capture.kind == REVISIT else None
    content_type = answer.header("Content-Type")
    save_page(
        conn,
        replace(
            state,
            content_type=content_type,
            digest=capture.digest,
            capture_id=body_at or capture_id,
        ),
    )


# Addresses that were found: new ones are queued.


class FoundAddresses:
    """Written in the page's transaction; filter and queue are updated after the commit."""

    def __init__(self, context: ChannelContext, page: QueuedLink) -> None:
        self._context = context
        self._page = page
        self._found: dict[str, NewLink] = {}
        self._new: list[NewLink] = []
        self._again: list[LinkBucket] = []

    def add(
        self,
        links: Iterable[FoundLink],
        group: LinkGroup,
        level: int,
        *,
        is_original: bool = False,
    ) -> None:
        """Unless the page is as far from its source as a page may be."""
        page = self._page
        found_on = page.found_on if is_original else page.id
        if 0 < self._context.depth_limit <= page.depth:
            return
        for link in links:
            new = NewLink(
                url=link.url,
                site=site_of_link(link.url),
                shape=page.shape,
                group=group,
                level=level,
                depth=page.depth + 1,
                found_on=found_on,
                anchor=link.anchor,
            )
            self._found.setdefault(link.url, new)

    def write(self, conn: Connection, now: float) -> None:
        """An address that failed is tried again as long as its source lists it."""
        context = self._context
        known = context.seen.known(conn, context.name, self._found)
        unknown = [link for url, link in self._found.items() if url not in known]
        links = with_room(context.queue, unknown)
        if left_out := len(unknown) - len(links):
            register_queue_full(conn, context, self._page, left_out, now)
        added = context.frontier.add(conn, links, now)
        self._new = [link for link in links if link.url in added]
        if self._page.group == LinkGroup.SOURCE:
            again = queue_failed_again(conn, context.name, known)
            self._again = [LinkBucket(*place) for place in again]

    def has_new(self, group: LinkGroup) -> bool:
        return any(link.group == group for link in self._new)

    def tell(self) -> None:
        context = self._context
        for link in self._new:
            context.seen.add(link.url)
        context.queue.added(LinkBucket(link.site, link.shape, link.level) for link in self._new)
        context.queue.added(self._again)
