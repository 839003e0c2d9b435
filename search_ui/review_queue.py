"""The list of proposals: filtered by address, grouped by site, a page at a time.

Guesses about a proposal are computed when it is first shown, and cached until the topic or the
ledger changes (`GuessCache`).
"""

from __future__ import annotations

import time
from collections import Counter
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from urllib.parse import parse_qsl, urlencode

from flask import g

from core.names import name_key
from index.values.local_format import count_in
from review.evidence import known_values
from review.guesses import ValueOnPage, guess_attribute
from review.queue import proposal_queue, scorer_of
from search_ui.addresses import path_here
from search_ui.languages import phrase
from search_ui.page_numbers import PageNumbers, page_numbers
from search_ui.review_cards import GuessedProposal, ProposalCard, percent, proposal_card, shown_text
from search_ui.text import one_way
from store.proposals import (
    ACCEPTED,
    ALIAS,
    OPEN,
    REJECTED,
    SKIPPED,
    decisions_of,
    proposal_counts,
    proposal_names,
    shown_on,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection

    from core.topic import Topic
    from review.evidence import KnownValues
    from review.guesses import AttributeGuess
    from review.queue import QueuedProposal
    from review.regions import Region
    from search_ui.review_cards import SentFields


PAGE_SIZE = 20
_MOST_GUESSED = 200  # the likeliest proposals, which are searched for those of a kind
_DECISIONS = 500
_MOST_SITES = 20  # sites whose regions are offered at once
_MOST_NAMES = 40
_LONGEST = 80


class SiteProposals(NamedTuple):
    site: str
    cards: Sequence[ProposalCard]


class ShownName(NamedTuple):
    """`attribute` is "" if the topic has none, or it has the same name."""

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
    """`states` and `sites` have the counts to choose from; `everywhere` is that of this state."""

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
    """`sent` is the rejected input for a proposal, if any."""
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
    """State → site → count, without names that the topic knows by now."""
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
    """By site, the site with the likeliest proposal first."""
    groups: dict[str, list[ProposalCard]] = {}
    for card in cards:
        groups.setdefault(card.site, []).append(card)
    return [SiteProposals(site, some) for site, some in groups.items()]


def region_groups(found: Iterable[Region]) -> list[SiteRegions]:
    """Regions that no rule reads, site by site."""
    groups: dict[str, list[ShownRegion]] = {}
    for region in found:
        groups.setdefault(one_way(region.site), []).append(_shown_region(region))
    return [SiteRegions(site, some) for site, some in groups.items()][:_MOST_SITES]


def _several(what: str, many: int) -> str:
    key = f"review.region.{what}{'.one' if many == 1 else ''}"
    return phrase(key, g.language, count=count_in(many, g.language))


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


# Which proposals are shown: chosen by the address, and kept after a decision.


PROPOSAL_STATES: Final = (OPEN, SKIPPED, ACCEPTED, ALIAS, REJECTED)
PROPOSAL_KINDS: Final = ("new", "alias")
_LAST_PAGE = 10_000
_LONGEST_SITE = 300


class QueueFilters(NamedTuple):
    """`site` and `kind` are "" for all."""

    state: str = OPEN
    site: str = ""
    kind: str = ""
    page: int = 1

    @classmethod
    def read(cls, sent: Mapping[str, str]) -> QueueFilters:
        """Ignore what is not valid."""
        state, kind, page = sent.get("state", ""), sent.get("kind", ""), sent.get("page", "")
        known = page.isascii() and page.isdecimal() and len(page) < 6
        return cls(
            state if state in PROPOSAL_STATES else OPEN,
            sent.get("site", "")[:_LONGEST_SITE],
            kind if kind in PROPOSAL_KINDS else "",
            min(max(int(page), 1), _LAST_PAGE) if known else 1,
        )

    @classmethod
    def of_query(cls, query: str) -> QueueFilters:
        """Filters from a query string that a form sent back."""
        return cls.read(dict(parse_qsl(query[:2_000], errors="replace")))

    @property
    def narrows(self) -> bool:
        return self != QueueFilters()

    @property
    def query(self) -> str:
        usual = QueueFilters()._asdict()
        chosen = {key: value for key, value in self._asdict().items() if value != usual[key]}
        return urlencode(chosen, errors="replace")

    def address(self, page: int | None = None) -> str:
        """The address of the filtered list, or of another page of it."""
        query = (self if page is None else self._replace(page=page)).query
        path = path_here("/review")
        return f"{path}?{query}" if query else path


# Guesses about proposals, cached until something changes.


if TYPE_CHECKING:
    Key: TypeAlias = tuple[int, int, str]

_MOST_SHOWN = 60  # pages whose values are used to guess type, unit and facet
_LONGEST_NAME = 200
_LONGEST_VALUE = 500  # characters; longer values are texts in any case
_FRESH = 300.0  # seconds; known values change with crawls


class _Known(NamedTuple):
    """`urls` are pages whose records are included for sure."""

    topic: Topic
    until: float
    urls: frozenset[str]
    values: KnownValues


class GuessCache:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: dict[Key, AttributeGuess] = {}
        self._known: _Known | None = None

    def of(
        self, conn: Connection, topic: Topic, proposals: Sequence[QueuedProposal]
    ) -> list[AttributeGuess]:
        """In the order of the proposals."""
        with self._lock:
            self._forget_what_is_old(topic)
            new = {_key(one): one for one in proposals if _key(one) not in self._made}
            shown = {key: _shown(conn, one) for key, one in new.items()}
            if new:
                known = self._known_values(conn, topic, shown.values())
                for key, one in new.items():
                    self._made[key] = guess_attribute(_name(one), shown[key], topic, known)
            return [self._made[_key(one)] for one in proposals]

    def _forget_what_is_old(self, topic: Topic) -> None:
        known = self._known
        if known and known.topic is topic and time.monotonic() < known.until:
            return
        self._known = None
        self._made.clear()

    def _known_values(
        self, conn: Connection, topic: Topic, shown: Iterable[Sequence[ValueOnPage]]
    ) -> KnownValues:
        urls = frozenset(one.url for some in shown for one in some)
        if self._known is None or not urls <= self._known.urls:
            values = known_values(conn, topic, urls)
            until = self._known.until if self._known else time.monotonic() + _FRESH
            self._known = _Known(topic, until, urls, values)
        return self._known.values


def _key(one: QueuedProposal) -> Key:
    return one.id, one.pages_seen, one.value


def _name(one: QueuedProposal) -> str:
    """A valid attribute name: a name of punctuation only gets the proposal's id."""
    name = one.name[:_LONGEST_NAME]
    return name if name_key(name) else f"{name} {one.id}"


def _shown(conn: Connection, one: QueuedProposal) -> list[ValueOnPage]:
    pages = shown_on(conn, one.id, _MOST_SHOWN)
    return [ValueOnPage(page.value[:_LONGEST_VALUE], page.url) for page in pages]


GUESS_CACHE = GuessCache()
