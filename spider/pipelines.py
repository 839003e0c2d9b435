"""Stores responses: each kind in one transaction of the ledger.

A page is read, stored, learned from, and its records are passed on to feeds. Unchanged pages,
redirects, pages that are gone and faults are stored by the functions that follow. A page is in the
archive before the ledger mentions it, never the other way round.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urldefrag, urljoin

from w3lib.url import safe_url_string

from core.locales import locale_of
from core.names import site_of
from core.records import MEDIA, picture_of
from core.urls import BaseAddress, address_of, canonical_url
from pages.css_sheets import read_sheet, sheet_text
from rules.reader import copy_reason
from spider.display.words import several
from spider.faults import Fault, FaultKind
from spider.found_links import FoundLinks, FoundSheets
from spider.links.features import LinkGroup
from spider.links.judge import VisitOutcome
from spider.reading import read_fetched
from spider.safety.addresses import refusal_of_url
from store.archive import payload_digest
from store.documents import save_documents
from store.frontier import (
    NO_PAGES,
    PICTURE,
    LinkState,
    NewLink,
    redirected_from,
    set_link_group,
)
from store.not_kept import end_copies, original_has_record, visit_copies
from store.proposals import note_proposals
from store.records import save_records
from store.runs import ErrorSeen, register_error
from store.visits import FetchedPage, NewCapture, add_capture, save_page

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from core.records import ReadRecord
    from spider.context import CrawlContext, ProductContext
    from spider.link_queue import TakenLink
    from spider.reading import FetchResult, PageReading
    from store.frontier import QueuedLink
    from store.records import RecordChanges


@dataclass
class ProductRecord:
    """One record as a page showed it.

    `source` is "rule", "rows" for what was read without a rule and is unconfirmed, or "json-ld" or
    "microdata" for data embedded in the page. `values` has one entry per attribute (under the
    page's own name if the topic knows none), `picture` is the address of the product's picture.
    """

    url: str
    site: str
    source: str
    rule: str
    captured_at: str
    values: dict[str, str] = field(default_factory=dict)
    picture: str = ""


# A page: read it, store it, learn from it, and pass its records on.


async def read_and_store(context: ProductContext, answer: FetchResult) -> list[ProductRecord]:
    reading = await read_fetched(context, answer)
    if reading.copy_of and _is_kept_elsewhere(context, answer.link.url, reading.copy_of):
        reading = reading.as_copy()
    found = FoundLinks(context, answer.taken, reading)
    stored = store_page(context, answer, reading, found)
    found.tell()
    if answer.known is None:
        _learn(context, answer, reading, found, stored.digest)
    size = len(answer.response.body)
    changes = stored.changes
    context.progress.page(
        answer.link.site,
        size,
        new=changes.new,
        changed=changes.changed,
        unchanged_page=stored.same_body,
    )
    if reading.not_kept:
        context.progress.not_kept(answer.link.site)
    picture = picture_of(reading.records)
    between = locale_of(context.topic.languages[0]).values.lists.semicolon
    return [_item(answer, one, picture, between) for one in reading.records if one.source != MEDIA]


def _is_kept_elsewhere(context: ProductContext, url: str, original: str) -> bool:
    return context.ledger.read(lambda conn: original_has_record(conn, context.name, original, url))


def _learn(
    context: ProductContext,
    answer: FetchResult,
    reading: PageReading,
    found: FoundLinks,
    digest: str,
) -> None:
    """Only the first visit shows what a link was worth: later ones find nothing new."""
    rules = context.library.rules_for(answer.link.url)
    has_rules = bool(rules and rules.layouts)
    new = [link.bucket for link in found.new]
    is_new = reading.has_record and not reading.copy_of
    outcome = VisitOutcome(is_new, reading.relevance, has_rules, new, digest)
    context.judge.learn(answer.link, outcome)
    if reading.names and reading.has_record:
        context.memories.remember(answer.link.site, reading.names)
    if picture := picture_of(reading.records):
        context.memories.remember_picture(answer.link.site, picture)
    if reading.is_page:
        context.traps.note(answer.link, reading.texts, record=is_new, new_links=new)
    elif reading.is_sitemap:
        context.traps.note_sitemap(answer.link, new)


def _item(answer: FetchResult, record: ReadRecord, picture: str, between: str) -> ProductRecord:
    """Several values of one attribute are joined."""
    values: dict[str, list[str]] = {}
    for value in record.values:
        kept = values.setdefault(value.attribute or value.name, [])
        if value.raw not in kept:
            kept.append(value.raw)
    return ProductRecord(
        url=answer.link.url,
        site=answer.link.site,
        source=record.source,
        rule=record.rule or "",
        captured_at=datetime.fromtimestamp(answer.now, UTC).isoformat(timespec="seconds"),
        values={name: between.join(kept) for name, kept in values.items()},
        picture=picture,
    )


# Records, links and page state go to the ledger in one transaction.


class SavedPage(NamedTuple):
    changes: RecordChanges
    same_body: bool
    digest: str


def store_page(
    context: ProductContext, answer: FetchResult, reading: PageReading, found: FoundLinks
) -> SavedPage:
    """The archive has the page before the ledger tells of it, never the other way round."""
    link, now = answer.link, answer.now
    capture = archived(context, answer)
    page = _page_after_visit(context, answer, reading, capture)
    group = reading.group(link.group)

    def write(conn: Connection) -> RecordChanges:
        context.frontier.finish(conn, link.id, LinkState.DONE)
        capture_id = add_capture(conn, capture)
        found.write(conn, now)
        changes = save_records(conn, link.id, reading.records, capture_id, now)
        if reading.records:
            end_copies(conn, context.name, link.url, copy_reason(link.url), now)
        else:
            visit_copies(conn, context.name, link.url, now)
        note_proposals(conn, link.id, reading.proposals, now)
        if reading.garbled:
            register_garbled(conn, context, answer)
        save_page(conn, page if page.capture_id else replace(page, capture_id=capture_id))
        if group != link.group:
            set_link_group(conn, link.id, group)
        context.memories.write_when_due(conn, link.site, now)
        return changes

    changes = context.ledger.write(write)
    if reading.garbled:
        context.progress.fault(link.site, FaultKind.BAD_ENCODING)
    return SavedPage(changes, capture.kind == REVISIT, capture.digest or "")


def _page_after_visit(
    context: CrawlContext, answer: FetchResult, reading: PageReading, capture: NewCapture
) -> FetchedPage:
    """The page's state, with the capture that has its body, which may be an earlier one."""
    known = answer.known
    body_at = known.capture_id if known and capture.kind == REVISIT else None
    return replace(
        page_state(context, answer, changed=body_at is None),
        content_type=answer.header("Content-Type"),
        title=reading.links.title,
        digest=capture.digest,
        relevance=reading.relevance,
        outcome=reading.outcome,
        capture_id=body_at,
        copy_of=reading.copy_of or None,
        not_kept=reading.not_kept.kind if reading.not_kept else None,
        reason=reading.not_kept.reason if reading.not_kept else None,
    )


def register_garbled(conn: Connection, context: CrawlContext, answer: FetchResult) -> None:
    kind, link = FaultKind.BAD_ENCODING, answer.link
    words = "The page is not written in the encoding it declares."
    action = "stored and read as it is"
    seen = ErrorSeen(context.name, context.run_id, kind, link.url, link.site, action, words)
    register_error(conn, seen, answer.now)


# An unchanged page (304): nothing of it is written again.


_UNASKED = "It says that the page is as it was, though nobody said how it was. (Status 304.)"


def store_unchanged(context: CrawlContext, answer: FetchResult) -> None:
    link = answer.link
    if not answer.known or answer.known.capture_id is None:
        store_fault(context, answer.taken, Fault.of(FaultKind.NOT_HTTP, _UNASKED), answer.now)
        return
    capture = archived(context, answer)

    def write(conn: Connection) -> None:
        context.frontier.finish(conn, link.id, LinkState.DONE)
        add_capture(conn, capture)
        save_page(conn, page_state(context, answer, changed=False))

    context.ledger.write(write)
    context.progress.page(link.site, len(answer.response.body), unchanged_page=True)


# Redirects: the target becomes a link of its own, unless the redirects form a loop.
#
# Records of the page end; they may be on the target.


def store_redirect(context: CrawlContext, answer: FetchResult) -> None:
    link, now = answer.link, answer.now
    target = redirect_target(answer)
    if fault := redirect_fault(context, link, target):
        store_fault(context, answer.taken, fault, now)
        return
    moved = context.judge.moved(link, target, link.depth, LinkGroup(link.group))
    new = NewLink(
        url=target,
        site=moved.site,
        shape=moved.shape,
        group=link.group,
        level=moved.level,
        depth=link.depth,
        hops=link.hops + 1,
        found_on=link.id,
        anchor=link.anchor,
    )
    capture = archived(context, answer)

    def write(conn: Connection) -> bool:
        context.frontier.finish(conn, link.id, LinkState.REDIRECT)
        add_capture(conn, capture)
        added = context.frontier.add(conn, [new], now)
        save_page(conn, gone_state(context, answer))
        _end_contents(context, conn, link, now)
        return bool(added)

    if context.ledger.write(write):
        context.queue.added([moved.bucket])


def redirect_target(answer: FetchResult) -> str:
    """The URL that the response redirects to; "" if that is not a web address.

    A redirect between two spellings of the same URL is followed as it is written.
    """
    url = answer.link.url
    try:
        # Bytes that are not UTF-8 (GBK, say) are quoted as they are: only the site can read them.
        location = safe_url_string(answer.response.headers["Location"] or b"")
        written = urldefrag(urljoin(url, location)).url
    except ValueError:
        return ""
    target = canonical_url(written) or ""
    return written if target == url != written else target


def redirect_fault(context: CrawlContext, link: QueuedLink, target: str) -> Fault | None:
    """Why a redirect is not followed. Pictures may be on other sites."""
    if not target:
        return Fault.of(FaultKind.FORBIDDEN_ADDRESS, "It redirects to what is no web address.")
    if refusal := refusal_of_url(target, context.addresses):
        return Fault.of(FaultKind.FORBIDDEN_ADDRESS, f"It redirects to {target[:200]}: {refusal}.")
    if link.group != PICTURE and site_of(target) not in context.sites:
        return Fault.of(FaultKind.ELSEWHERE, f"It redirects to another site: {target[:200]}")
    if target == link.url or link.hops >= context.limits.redirects:
        return Fault.of(FaultKind.REDIRECT_LOOP)
    before = context.ledger.read(
        lambda conn: redirected_from(conn, link.found_on, context.limits.redirects)
    )
    return Fault.of(FaultKind.REDIRECT_LOOP) if target in before else None


# Pages that are gone: they stay in the ledger, their records end.


GONE_ACTION = "the page is marked as gone, and its records with it"


def store_gone(context: CrawlContext, answer: FetchResult, fault: Fault) -> None:
    link, now = answer.link, answer.now
    seen = ErrorSeen(
        context.name,
        context.run_id,
        fault.kind,
        link.url,
        link.site,
        GONE_ACTION,
        fault.words,
    )

    def write(conn: Connection) -> None:
        context.frontier.finish(conn, link.id, LinkState.FAILED)
        save_page(conn, gone_state(context, answer))
        _end_contents(context, conn, link, now)
        register_error(conn, seen, now)

    context.ledger.write(write)
    context.progress.fault(link.site, fault.kind)


def _end_contents(context: CrawlContext, conn: Connection, link: QueuedLink, now: float) -> None:
    save_records(conn, link.id, (), None, now)
    save_documents(conn, link.id, (), None, now)
    visit_copies(conn, context.name, link.url, now)


# Style sheets: they go to the archive, and their imports are queued.


_STATUS_OK = 200
_SHEET_TYPES = ("", "text/css", "text/plain")
_BEGINNING = 20_000  # bytes; imports come before all rules


def store_sheet(context: ProductContext, answer: FetchResult) -> None:
    """Anything that is not a style sheet is ignored: pages can be read without it."""
    if not _is_sheet(answer):
        context.ledger.write(
            lambda conn: context.frontier.finish(conn, answer.link.id, LinkState.FAILED)
        )
        return
    imported = FoundSheets(context, answer.link, _imported_sheets(answer))
    capture = archived(context, answer)

    def write(conn: Connection) -> None:
        context.frontier.finish(conn, answer.link.id, LinkState.DONE)
        add_capture(conn, capture)
        imported.write(conn, answer.now)

    context.ledger.write(write)
    imported.tell()


def _is_sheet(answer: FetchResult) -> bool:
    kind = answer.header("Content-Type").partition(";")[0].strip().lower()
    return answer.status == _STATUS_OK and kind in _SHEET_TYPES


def _imported_sheets(answer: FetchResult) -> list[str]:
    text = sheet_text(answer.response.body[:_BEGINNING], answer.header("Content-Type"))
    base = BaseAddress.of(answer.link.url, "utf-8")
    found = (address_of(one.address, base) for one in read_sheet(text, answer.link.url).imports)
    return [url for url in found if url]


# Faults: the error register has the reason, the link is retried later or given up.


_log = logging.getLogger(__name__)

_FIRST_PAUSE = 10.0
# A site that asks for fewer requests will answer in the end: it gets more retries.
_PATIENCE = 3
_GAVE_NOTHING = VisitOutcome(record=False, relevance=0.0, has_rules=True, new_links=())
_STATE_OF_FAULT = {
    FaultKind.ROBOTS: LinkState.FORBIDDEN,
    FaultKind.FORBIDDEN_ADDRESS: LinkState.REFUSED,
    FaultKind.TRAP: LinkState.HELD,
}


def store_fault(  # noqa: PLR0913 - what differs between faults
    context: CrawlContext,
    taken: TakenLink,
    fault: Fault,
    now: float,
    not_before: float = 0.0,
    *,
    capture: NewCapture | None = None,
    action: str = "",
) -> None:
    """`not_before`: a retry before this time would be pointless.

    `capture` is the response, if there was one; `action` is how the crawl reacted, if not as usual.
    """
    link = taken.link
    tries = link.attempts + 1
    again_at = _again_at(context, taken, fault, tries, max(now, not_before))
    state = _STATE_OF_FAULT.get(fault.kind, LinkState.FAILED)
    action = action or f"given up after {several(tries, 'attempt')}"
    if again_at is not None:
        action = f"asked {_times(tries)}; to be asked again in {again_at - now:.0f} s"
    elif fault.kind in _STATE_OF_FAULT:
        action = "left out"
    seen = ErrorSeen(
        context.name, context.run_id, fault.kind, link.url, link.site, action, fault.words
    )

    def write(conn: Connection) -> None:
        if again_at is not None:
            context.frontier.put_back(conn, link.id, again_at, tries)
        else:
            context.frontier.finish(conn, link.id, state)
            context.given_up(conn, link)
        if capture:
            add_capture(conn, capture)
        register_error(conn, seen, now)

    context.ledger.write(write)
    if fault.retry and not context.progress.site(link.site).errors:
        _log.warning("%s: %s (%s)", link.url, fault.words, action)
    if again_at is not None:
        context.queue.sleeps(taken.bucket, again_at)
    elif _teaches(taken, fault):
        context.judge.learn(link, _GAVE_NOTHING)  # links of its kind may be dead as well
    context.progress.fault(link.site, fault.kind)


def store_refused(
    context: CrawlContext, answer: FetchResult, fault: Fault, *, ends_site: bool
) -> None:
    """What cannot be read within the limits: a page is archived, and its records stay as they were.

    `ends_site`: there were so many that the site is left alone.
    """
    is_page = answer.link.group not in NO_PAGES
    capture = archived(context, answer) if is_page else None
    action = "archived, not read" if is_page else "not read"
    if ends_site:
        action += "; its site is left alone for this run"
    store_fault(context, answer.taken, fault, answer.now, capture=capture, action=action)


def _teaches(taken: TakenLink, fault: Fault) -> bool:
    is_page = taken.link.group not in NO_PAGES
    return is_page and taken.known is None and fault.kind is not FaultKind.INTERNAL


def _again_at(
    context: CrawlContext, taken: TakenLink, fault: Fault, tries: int, now: float
) -> float | None:
    """When to retry; None if that would not help, or the retries are used up."""
    limited = fault.kind is FaultKind.RATE_LIMITED
    most = context.limits.retries * (_PATIENCE if limited else 1)
    if not fault.retry or tries > most:
        return None
    pause = now + _FIRST_PAUSE * 2.0 ** (tries - 1)
    return context.backoff.ready_at(taken.link.site) or pause if limited else pause


def _times(tries: int) -> str:
    return "once" if tries == 1 else f"{tries} times"


# Every response goes to the archive; a body that is there already is only referenced.


NOT_MODIFIED = 304
RESPONSE, REVISIT = "response", "revisit"


def archived(context: CrawlContext, answer: FetchResult) -> NewCapture:
    """Archive a response; returns the row for the ledger's index of the archive."""
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


# What the ledger keeps about a page after a visit, whatever its result.


def page_state(context: CrawlContext, answer: FetchResult, *, changed: bool) -> FetchedPage:
    """With the ETag and date for the next conditional request, if the response has them."""
    link = answer.link
    return FetchedPage(
        link_id=link.id,
        topic=context.name,
        url=link.url,
        site=link.site,
        status=answer.status,
        fetched_at=answer.now,
        next_visit_at=context.next_visit(answer, changed=changed),
        etag=answer.header("ETag") or None,
        last_modified=answer.header("Last-Modified") or None,
    )


def gone_state(context: CrawlContext, answer: FetchResult) -> FetchedPage:
    """Without ETag and date, to force a full fetch should the page come back."""
    state = page_state(context, answer, changed=False)
    return replace(state, etag="", last_modified="")
