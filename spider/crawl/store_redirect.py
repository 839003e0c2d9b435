"""The site sends us on: the target becomes a link of its own, unless it leads in circles.

Records that the page had are no longer on it; they may be on the target.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urljoin

from w3lib.url import safe_url_string

from core.names import site_of
from rules.urls import canonical_url
from spider.crawl.archiving import archived
from spider.crawl.page_state import gone_state
from spider.crawl.store_fault import store_fault
from spider.faults import Fault, FaultKind
from spider.links.groups import LinkGroup
from spider.safety.targets import refusal_of_url
from store.frontier import LinkState, NewLink, add_links, finish_link, redirected_from
from store.records import save_records
from store.visits import add_capture, save_page

if TYPE_CHECKING:
    from spider.crawl.answer import FetchResult
    from spider.crawl.context import CrawlContext
    from store.frontier import QueuedLink


def store_redirect(context: CrawlContext, answer: FetchResult) -> None:
    link, now = answer.link, answer.now
    target = _redirect_target(answer)
    if fault := _redirect_fault(context, link, target):
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
    with context.ledger.transaction() as conn:
        add_capture(conn, capture)
        added = add_links(conn, context.topic.name, [new], now)
        save_page(conn, gone_state(context, answer))
        save_records(conn, link.id, (), None, now)
        finish_link(conn, link.id, LinkState.REDIRECT)
    if added:
        context.queue.added([moved.bucket])


def _redirect_target(answer: FetchResult) -> str:
    """Where the answer leads; "" where that is no web address.

    A site that leads from one spelling of an address to another one means the other.
    """
    url = answer.link.url
    try:
        # Bytes that are no UTF-8 (GBK, say) are quoted as they are: only the site can read them.
        location = safe_url_string(answer.response.headers["Location"] or b"")
        written = urldefrag(urljoin(url, location)).url
    except ValueError:
        return ""
    target = canonical_url(written) or ""
    return written if target == url != written else target


def _redirect_fault(context: CrawlContext, link: QueuedLink, target: str) -> Fault | None:
    if not target:
        return Fault.of(FaultKind.FORBIDDEN_ADDRESS, "It redirects to what is no web address.")
    if refusal := refusal_of_url(target, context.addresses):
        return Fault.of(FaultKind.FORBIDDEN_ADDRESS, f"It redirects to {target[:200]}: {refusal}.")
    if site_of(target) not in context.sites:
        return Fault.of(FaultKind.ELSEWHERE, f"It redirects to another site: {target[:200]}")
    if target == link.url or link.hops >= context.limits.redirects:
        return Fault.of(FaultKind.REDIRECT_LOOP)
    with context.ledger.reading() as conn:
        before = redirected_from(conn, link.found_on, context.limits.redirects)
    return Fault.of(FaultKind.REDIRECT_LOOP) if target in before else None
