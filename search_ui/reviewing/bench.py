"""What deciding needs, of the site that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import abort

from review.learning import learning_is_due
from review.workshop import ReviewContext
from search_ui.reviewing.background import start_applying
from search_ui.site import this_site

if TYPE_CHECKING:
    from store.ledger import Ledger

# In addresses: no greater one is in any ledger.
NUMBER: Final = f"int(max={1 << 62})"


def ledger_or_404() -> Ledger:
    """Where no crawl was, there is nothing to be found."""
    return this_site().ledger or abort(404)


def review_context() -> ReviewContext:
    site = this_site()
    return ReviewContext(site.settings, site.topic_name, ledger_or_404())


def is_learning_due() -> bool:
    site = this_site()
    with ledger_or_404().reading() as conn:
        return learning_is_due(conn, site.topic_name)


def begin_applying() -> None:
    """What was decided is carried out and learned from, beside this server."""
    site = this_site()
    start_applying(site.settings, site.topic_name)
