"""Pages as they were fetched, shown as inert copies.

`/stored/<record>` is the page that a record of a product was read from; articles and posts show
theirs by `still_page`, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, render_template

from review.reread import DamagedPageError
from search_ui.addresses import path_here, web_link
from search_ui.frame import still_frame_of
from search_ui.label_pages import OpenedPage, TooLargePageError, stored_page_at
from search_ui.site import this_site
from search_ui.text import one_way
from store.bucket import StorageError
from store.stored_pages import page_of_record

if TYPE_CHECKING:
    from store.stored_pages import StoredBody


stored_page_views = Blueprint("stored_page", __name__)


@stored_page_views.get("/stored/<int:record>")
def page_of_product(record: int) -> str:
    url = one_way(_body(record).url)
    return render_template(
        "stored_page.html",
        title=url,
        url=url,
        source=web_link(url),
        look=path_here(f"/stored/{record}/look"),
    )


@stored_page_views.get("/stored/<int:record>/look")
def page_of_product_frame(record: int) -> Response:
    return still_page(_body(record))


def _body(record: int) -> StoredBody:
    site = this_site()
    if site.ledger is None or record.bit_length() > _LARGEST_ID_BITS:
        abort(404)
    with site.ledger.reading() as conn:
        body = page_of_record(conn, site.topic.name, record)
    return body or abort(404)


_LARGEST_ID_BITS = 63  # of a number in the ledger


def still_page(body: StoredBody) -> Response:
    """The document for a frame; 404 if the archive does not have it, 503 if it is away."""
    try:
        return still_frame_of(OpenedPage("", stored_page_at(body)), {})
    except (DamagedPageError, TooLargePageError):
        abort(404)
    except StorageError:
        abort(503)
