"""The list of proposals: those that were asked for, by site, a page at a time."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from flask import g

from review.learning import scorer_of
from review.queue import proposal_queue
from search_ui.languages import phrase
from search_ui.products.readable import one_way
from search_ui.reviewing.cards import (
    GuessedProposal,
    ProposalCard,
    percent,
    proposal_card,
    shown_text,
)
from search_ui.reviewing.filters import PROPOSAL_STATES, QueueFilters
from search_ui.reviewing.guesses import GUESS_CACHE
from search_ui.searching.pagination import PageNumbers, page_numbers
from store.proposals import OPEN, decisions_of, proposal_counts, proposal_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from core.topic import Topic
    from review.regions import Region
    from search_ui.reviewing.cards import SentFields

PAGE_SIZE = 20
_MOST_GUESSED = 200  # proposals, the likeliest, are looked through for those of a kind
_DECISIONS = 500
_MOST_SITES = 20  # whose regions are offered at once
_MOST_NAMES = 40
_LONGEST = 80


class SiteProposals(NamedTuple):
    site: str
    cards: Sequence[ProposalCard]


class ShownName(NamedTuple):
    """`attribute` is "" where the topic has none, or calls it the same."""

    name: str
    attribute: str
    values: Sequence[str]


class ShownRegion(NamedTuple):
    id: str
    title: str
    heading: str
    sure: str
    names: Sequence[ShownName]
    unseen: int


class SiteRegions(NamedTuple):
    site: str
    regions: Sequence[ShownRegion]


class QueuePage(NamedTuple):
    """`states` and `sites` tell how many there are to choose from; `everywhere` of this state."""

    filters: QueueFilters
    groups: Sequence[SiteProposals]
    total: int
    pages: PageNumbers
    states: Mapping[str, int]
    sites: Mapping[str, int]

    @property
    def everywhere(self) -> int:
        return sum(self.sites.values())


def queue_page(
    conn: Connection, topic: Topic, filters: QueueFilters, sent: Mapping[int, SentFields]
) -> QueuePage:
    """`sent` is what was typed in for a proposal, where it could not be taken."""
    counts = _counts(conn, topic)
    sites = counts.get(filters.state, {})
    total = sites.get(filters.site, 0) if filters.site else sum(sites.values())
    if filters.kind:
        of_kind = _of_kind(conn, topic, filters)
        total = len(of_kind)
    pages = page_numbers(total, min(filters.page, max(1, -(-total // PAGE_SIZE))), PAGE_SIZE)
    offset = (pages.page - 1) * PAGE_SIZE
    if filters.kind:
        judged = of_kind[offset : offset + PAGE_SIZE]
    else:
        judged = _judged(conn, topic, filters, PAGE_SIZE, offset)
    groups = _grouped(_cards(conn, topic, filters, judged, sent))
    states = {state: sum(counts.get(state, {}).values()) for state in PROPOSAL_STATES}
    return QueuePage(filters._replace(page=pages.page), groups, total, pages, states, sites)


def _counts(conn: Connection, topic: Topic) -> dict[str, dict[str, int]]:
    """State → site → how many; nobody is asked about a name that the topic knows by now."""
    names = proposal_names(conn, topic.name, OPEN)
    waiting = Counter(site for site, name in names if topic.standard_name(name) is None)
    return {**proposal_counts(conn, topic.name), OPEN: dict(waiting.most_common())}


def _judged(
    conn: Connection, topic: Topic, filters: QueueFilters, limit: int, offset: int = 0
) -> list[GuessedProposal]:
    found = proposal_queue(
        conn,
        topic,
        scorer_of(conn, topic.name),
        state=filters.state,
        site=filters.site or None,
        limit=limit,
        offset=offset,
    )
    guesses = GUESS_CACHE.of(conn, topic, found)
    return [GuessedProposal(one, guess) for one, guess in zip(found, guesses, strict=True)]


def _of_kind(conn: Connection, topic: Topic, filters: QueueFilters) -> list[GuessedProposal]:
    wanted = filters.kind == "alias"
    likeliest = _judged(conn, topic, filters, _MOST_GUESSED)
    return [one for one in likeliest if (one.guess.alias_of is not None) == wanted]


def _cards(
    conn: Connection,
    topic: Topic,
    filters: QueueFilters,
    judged: Sequence[GuessedProposal],
    sent: Mapping[int, SentFields],
) -> list[ProposalCard]:
    made = decisions_of(conn, topic.name, _DECISIONS) if filters.state != OPEN else []
    holding = {one.proposal_id: one for one in reversed(made) if one.undone_at is None}
    return [
        proposal_card(one, sent.get(one.queued.id), holding.get(one.queued.id)) for one in judged
    ]


def _grouped(cards: Sequence[ProposalCard]) -> list[SiteProposals]:
    """By site; the site with the likeliest proposal comes first."""
    groups: dict[str, list[ProposalCard]] = {}
    for card in cards:
        groups.setdefault(card.site, []).append(card)
    return [SiteProposals(site, some) for site, some in groups.items()]


def region_groups(found: Iterable[Region]) -> list[SiteRegions]:
    """What rows say and no rule knows, site by site."""
    groups: dict[str, list[ShownRegion]] = {}
    for region in found:
        groups.setdefault(one_way(region.site), []).append(_shown_region(region))
    return [SiteRegions(site, some) for site, some in groups.items()][:_MOST_SITES]


def _several(what: str, many: int) -> str:
    key = f"review.region.{what}{'.one' if many == 1 else ''}"
    return phrase(key, g.language, count=f"{many:,}")


def _shown_region(region: Region) -> ShownRegion:
    kind = "review.region.further" if region.further else "review.region.new"
    counts = {"pages": region.pages, "names": len(region.names)}
    return ShownRegion(
        region.id,
        phrase(kind, g.language, **{what: _several(what, many) for what, many in counts.items()}),
        shown_text(one_way(region.heading), _LONGEST),
        percent(region.confidence),
        [
            ShownName(
                shown_text(one_way(one.name), _LONGEST),
                one.attribute if one.attribute and one.attribute != one.name else "",
                [shown_text(one_way(value), _LONGEST) for value in one.values],
            )
            for one in region.names[:_MOST_NAMES]
        ],
        max(0, len(region.names) - _MOST_NAMES),
    )
