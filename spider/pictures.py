"""Stores what comes for the address of a picture: thumbnails, or a redirect.

A picture passes all checks of a page (robots.txt, addresses, throttle, redirects), and is fetched
once. It is not archived: what is kept are its thumbnails (`store.thumbnails`). One that cannot be
used is put into the error register, and costs nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spider.faults import Fault, FaultKind
from spider.found_links import bucket_of, picture_link
from spider.page_worker import no_answer
from spider.pipelines import redirect_fault, redirect_target, store_fault
from spider.reading import PictureTask
from store.frontier import LinkState, redirected_from
from store.pictures import StoredPicture, save_picture, stored_picture, write_thumbnails
from store.thumbnails import BadPicture

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from spider.context import ProductContext
    from spider.reading import FetchResult
    from store.thumbnails import Thumbnails

MOST_BYTES = 5_000_000
ACCEPTED = "image/webp,image/jpeg,image/png,image/gif;q=0.8"
_STATUS_OK = 200
# Some servers do not tell, or say JPEG of everything; the bytes decide which format it is.
_TYPES = frozenset(
    "image/jpeg image/jpg image/pjpeg image/png image/x-png image/webp image/gif "
    "application/octet-stream binary/octet-stream".split()
)


async def store_picture(context: ProductContext, answer: FetchResult) -> None:
    """The thumbnails are on disk before the ledger tells of them."""
    link, now = answer.link, answer.now
    try:
        made = await _thumbnails(context, answer)
    except BadPicture as bad:
        store_fault(context, answer.taken, Fault.of(FaultKind.BAD_PICTURE, str(bad)), now)
        return
    write_thumbnails(context.data, made)

    def write(conn: Connection) -> None:
        context.frontier.finish(conn, link.id, LinkState.DONE)
        _save(conn, context, answer, StoredPicture(made.digest, made.width, made.height))

    context.ledger.write(write)
    context.progress.picture(link.site, len(answer.response.body))


async def _thumbnails(context: ProductContext, answer: FetchResult) -> Thumbnails:
    kind = answer.header("Content-Type").partition(";")[0].strip().lower()
    if answer.status != _STATUS_OK:
        raise BadPicture(f"No picture came. (Status {answer.status}.)")
    if kind and kind not in _TYPES:
        raise BadPicture(f"It is no picture, but {kind[:80]}.")
    task = PictureTask(answer.response.body)
    made: Thumbnails | str = await context.readers.read(answer.link.site, lambda _: task, no_answer)
    if isinstance(made, str):
        raise BadPicture(made)
    return made


def store_picture_redirect(context: ProductContext, answer: FetchResult) -> None:
    link, now = answer.link, answer.now
    target = redirect_target(answer)
    if fault := redirect_fault(context, link, target):
        store_fault(context, answer.taken, fault, now)
        return
    new = picture_link(target, link.id, link.depth, link.hops + 1)

    def write(conn: Connection) -> bool:
        context.frontier.finish(conn, link.id, LinkState.REDIRECT)
        added = context.frontier.add(conn, [new], now)
        if known := stored_picture(conn, context.name, target):
            _save(conn, context, answer, known)
        return bool(added)

    if context.ledger.write(write):
        context.queue.added([bucket_of(new)])


def _save(
    conn: Connection, context: ProductContext, answer: FetchResult, picture: StoredPicture
) -> None:
    """For this address, and for those that redirected to it."""
    before = redirected_from(conn, answer.link.found_on, context.limits.redirects)
    save_picture(conn, context.name, [answer.link.url, *before], picture, answer.now)
