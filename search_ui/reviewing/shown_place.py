"""A proposal on one of the stored pages that show it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from search_ui.labelling.opened_page import opened_page
from search_ui.products.readable import one_way
from search_ui.reviewing.cards import shown_examples, shown_text
from search_ui.reviewing.place import marks_on_page
from search_ui.site import this_site
from store.proposals import MOST_PAGES, proposals_by_id, shown_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from search_ui.labelling.opened_page import OpenedPage
    from search_ui.reviewing.cards import ShownExample
    from store.proposals import KnownProposal, ShownOn

_LONGEST = 200
_MOST_OTHERS = 20


@dataclass(frozen=True)
class ProposalPlace:
    """`opened` is the page with the place, `others` lead to the same on other pages."""

    known: KnownProposal
    here: ShownOn
    opened: OpenedPage
    others: Sequence[ShownExample]

    @property
    def proposal(self) -> int:
        return self.known.id

    @property
    def link(self) -> int:
        return self.here.link_id

    @property
    def name(self) -> str:
        return shown_text(one_way(self.known.name), _LONGEST)

    @property
    def value(self) -> str:
        return shown_text(self.here.value, _LONGEST)

    @property
    def url(self) -> str:
        return shown_text(one_way(self.here.url), 2 * _LONGEST)

    @cached_property
    def marks(self) -> dict[int, str]:
        return marks_on_page(self.opened.outline, self.known.name, self.here.value)


def proposal_place(number: int, link: int) -> ProposalPlace | None:
    """None where there is no such proposal, page, or both together."""
    site = this_site()
    if site.ledger is None:
        return None
    with site.ledger.reading() as conn:
        known = proposals_by_id(conn, [number]).get(number)
        pages = shown_on(conn, number, MOST_PAGES) if known else []
    here = next((page for page in pages if page.link_id == link), None)
    opened = opened_page(f"s{link}")
    if known is None or here is None or opened is None or known.topic != site.topic_name:
        return None
    others = [page for page in pages if page.link_id != link][:_MOST_OTHERS]
    return ProposalPlace(known, here, opened, shown_examples(number, others))
