"""What deciding needs, of the site that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import abort

from review.learning import is_due
from review.workshop import Workshop
from search_ui.reviewing import background
from search_ui.site import this_site

if TYPE_CHECKING:
    from index.ledger.ledger import Ledger

# In addresses: no greater one is in any ledger.
NUMBER: Final = f"int(max={1 << 62})"


def existing() -> Ledger:
    """Where no crawl was, there is nothing to be found."""
    return this_site().ledger or abort(404)


def workshop() -> Workshop:
    site = this_site()
    return Workshop(site.settings, site.topic_name, existing())


def learning_is_due() -> bool:
    site = this_site()
    with existing().reading() as conn:
        return is_due(conn, site.topic_name)


def begin() -> None:
    """What was decided is carried out and learned from, beside this server."""
    site = this_site()
    background.start(site.settings, site.topic_name)
