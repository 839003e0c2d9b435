"""Proposals of new attributes, decisions about them, and weights learned from the decisions.

A proposal is an unknown name on the pages of a site, with its evidence. Decisions set its state and
can be undone. All versions of the learned weights are kept.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sqlalchemy import bindparam, case, func, insert, select, update

from store.database import batches, upsert_into
from store.schema import decisions, links, pages, proposal_pages, proposals, weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sqlalchemy import Connection, Executable


OPEN = "open"
NO_EVIDENCE = "{}"
MOST_PAGES = 1000  # that are stored per proposal; more would tell nothing new


class SeenProposal(NamedTuple):
    """`evidence` is JSON; {} if it was not computed for this page."""

    name: str
    value: str
    evidence: str


class KnownProposal(NamedTuple):
    """`value` and `link_id` are from the page that showed it last.

    `evidence` is from the last page for which it was computed.
    """

    id: int
    topic: str
    site: str
    name: str
    value: str
    link_id: int
    evidence: str
    state: str
    pages_seen: int
    first_at: float
    last_at: float


class ShownOn(NamedTuple):
    """A page that shows a proposal, and the value beside the name there."""

    link_id: int
    url: str
    value: str


_TOPIC_AND_SITE = select(links.c.topic, links.c.site).where(links.c.id == bindparam("link"))
_ONE_MORE_PAGE = (
    update(proposals)
    .where(proposals.c.id == bindparam("proposal"))
    .values(pages_seen=proposals.c.pages_seen + 1)
)
_VALUE_NOW = (
    update(proposal_pages)
    .where(
        proposal_pages.c.proposal_id == bindparam("of_proposal"),
        proposal_pages.c.link_id == bindparam("of_link"),
        proposal_pages.c.value != bindparam("now_value"),
    )
    .values(value=bindparam("now_value"))
)
_PROPOSALS = select(*(proposals.c[name] for name in KnownProposal._fields))
_OF_STATE = (
    _PROPOSALS.where(
        proposals.c.topic == bindparam("of_topic"), proposals.c.state == bindparam("of_state")
    )
    .order_by(proposals.c.pages_seen.desc(), proposals.c.id)
    .limit(bindparam("most"))
)
_BY_ID = _PROPOSALS.where(proposals.c.id.in_(bindparam("ids", expanding=True)))
_SHOWN_ON = (
    select(links.c.id, links.c.url, proposal_pages.c.value)
    .join(links, links.c.id == proposal_pages.c.link_id)
    .where(proposal_pages.c.proposal_id == bindparam("of_proposal"))
    .order_by(links.c.id)
    .limit(bindparam("most"))
)


@cache
def _save_statement(dialect: str) -> Executable:
    new = upsert_into(proposals, dialect)
    latest = {name: new.excluded[name] for name in ("value", "link_id", "last_at")}
    told = new.excluded.evidence
    evidence = case((told == NO_EVIDENCE, proposals.c.evidence), else_=told)
    return new.on_conflict_do_update(
        index_elements=["topic", "site", "name"], set_={**latest, "evidence": evidence}
    ).returning(proposals.c.id, proposals.c.pages_seen)


@cache
def _save_page_statement(dialect: str) -> Executable:
    new = upsert_into(proposal_pages, dialect).on_conflict_do_nothing()
    return new.returning(proposal_pages.c.link_id)


class Proposed(Protocol):
    """A name that may be a new attribute, as discovery reports it."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def evidence(self) -> Mapping[str, object]: ...


def note_proposals(conn: Connection, link_id: int, found: Iterable[Proposed], now: float) -> None:
    """Store names that the page of a link shows, with their evidence."""
    seen = [SeenProposal(one.name, one.value, json.dumps(dict(one.evidence))) for one in found]
    if seen:
        save_proposals(conn, link_id, seen, now)


def save_proposals(
    conn: Connection, link_id: int, seen: Iterable[SeenProposal], now: float
) -> None:
    """Store proposals that the page of a link shows; earlier decisions stay."""
    topic, site = conn.execute(_TOPIC_AND_SITE, {"link": link_id}).one()
    page = {"topic": topic, "site": site, "link_id": link_id, "first_at": now, "last_at": now}
    for proposal in seen:
        row = {**page, **proposal._asdict(), "state": OPEN, "pages_seen": 0}
        proposal_id, pages_seen = conn.execute(_save_statement(conn.dialect.name), row).one()
        _save_value(conn, proposal_id, link_id, proposal.value, is_new=pages_seen < MOST_PAGES)


def proposals_of(
    conn: Connection, topic: str, state: str = OPEN, limit: int = 100, site: str | None = None
) -> list[KnownProposal]:
    """Those on most pages first; optionally of one site."""
    wanted = _OF_STATE if site is None else _OF_STATE.where(proposals.c.site == site)
    rows = conn.execute(wanted, {"of_topic": topic, "of_state": state, "most": limit})
    return [KnownProposal._make(row) for row in rows]


def proposals_by_id(conn: Connection, ids: Iterable[int]) -> dict[int, KnownProposal]:
    """The proposals that exist, by id."""
    rows = (row for some in batches(ids) for row in conn.execute(_BY_ID, {"ids": some}))
    return {row.id: KnownProposal._make(row) for row in rows}


def shown_on(conn: Connection, proposal_id: int, limit: int = 20) -> list[ShownOn]:
    """The pages that show it, in the order they were found."""
    rows = conn.execute(_SHOWN_ON, {"of_proposal": proposal_id, "most": limit})
    return [ShownOn._make(row) for row in rows]


def _save_value(
    conn: Connection, proposal_id: int, link_id: int, value: str, *, is_new: bool
) -> None:
    """Store the value on this page; a page that is new is also counted, up to MOST_PAGES."""
    if is_new:
        row = {"proposal_id": proposal_id, "link_id": link_id, "value": value}
        if conn.execute(_save_page_statement(conn.dialect.name), row).first():
            conn.execute(_ONE_MORE_PAGE, {"proposal": proposal_id})
            return
    where = {"of_proposal": proposal_id, "of_link": link_id}
    conn.execute(_VALUE_NOW, {**where, "now_value": value})


# Proposals per site and state.


_PROPOSAL_NAMES = select(proposals.c.site, proposals.c.name).where(
    proposals.c.topic == bindparam("of_topic"), proposals.c.state == bindparam("of_state")
)
_PROPOSAL_COUNTS = (
    select(proposals.c.state, proposals.c.site, func.count())
    .where(proposals.c.topic == bindparam("of_topic"))
    .group_by(proposals.c.state, proposals.c.site)
)


def proposal_counts(conn: Connection, topic: str) -> dict[str, dict[str, int]]:
    """State → site → number of proposals; largest numbers first."""
    counts: dict[str, dict[str, int]] = {}
    rows = conn.execute(_PROPOSAL_COUNTS, {"of_topic": topic}).all()
    for state, site, number in sorted(rows, key=lambda row: (-row[2], row[1])):
        counts.setdefault(state, {})[site] = number
    return counts


def proposal_names(conn: Connection, topic: str, state: str) -> list[tuple[str, str]]:
    """Site and name of each proposal."""
    rows = conn.execute(_PROPOSAL_NAMES, {"of_topic": topic, "of_state": state})
    return [(site, name) for site, name in rows]


# Support for a proposal: how many pages of its site were read, and how many values it has.


_PAGES_READ = (
    select(pages.c.site, func.count().label("pages"))
    .where(pages.c.topic == bindparam("of_topic"), pages.c.outcome == "ok")
    .group_by(pages.c.site)
)
_VALUES_SHOWN = (
    select(proposal_pages.c.proposal_id, func.count(proposal_pages.c.value.distinct()))
    .where(
        proposal_pages.c.proposal_id.in_(bindparam("ids", expanding=True)),
        proposal_pages.c.value != "",
    )
    .group_by(proposal_pages.c.proposal_id)
)


def pages_read(conn: Connection, topic: str) -> dict[str, int]:
    """Site → number of its pages that rules read."""
    return {row.site: row.pages for row in conn.execute(_PAGES_READ, {"of_topic": topic})}


def values_shown(conn: Connection, proposal_ids: Iterable[int]) -> dict[int, int]:
    """Proposal id → number of distinct values, if it has any."""
    return {
        proposal: many
        for some in batches(proposal_ids)
        for proposal, many in conn.execute(_VALUES_SHOWN, {"ids": some})
    }


# Decisions about proposals, including those that were undone.


ACCEPTED = "accepted"
ALIAS = "alias"
REJECTED = "rejected"
SKIPPED = "skipped"


class Decision(NamedTuple):
    """`choice` is one of the words above; `detail` is JSON; `change_id` is the resulting change."""

    choice: str
    who: str
    detail: str
    change_id: int | None = None


class KnownDecision(NamedTuple):
    """`site` and `name` are those of the proposal."""

    id: int
    proposal_id: int
    site: str
    name: str
    choice: str
    who: str
    detail: str
    decided_at: float
    change_id: int | None
    undone_at: float | None


_ADD_DECISION = insert(decisions).returning(decisions.c.id)
_SET_PROPOSAL_STATE = (
    update(proposals).where(proposals.c.id == bindparam("proposal")).values(state=bindparam("into"))
)
_UNDO = (
    update(decisions)
    .where(decisions.c.id == bindparam("decision"))
    .values(undone_at=bindparam("moment"))
)
_DECISIONS = select(
    *(decisions.c.id, decisions.c.proposal_id, proposals.c.site, proposals.c.name),
    *(decisions.c[name] for name in KnownDecision._fields[4:]),
).join(proposals, proposals.c.id == decisions.c.proposal_id)
_ONE_DECISION = _DECISIONS.where(decisions.c.id == bindparam("decision"))
_DECISION_ON = (
    _DECISIONS.where(
        decisions.c.proposal_id == bindparam("proposal"), decisions.c.undone_at.is_(None)
    )
    .order_by(decisions.c.id.desc())
    .limit(1)
)
_DECISIONS_OF_CHANGE = _DECISIONS.where(
    decisions.c.change_id == bindparam("change"), decisions.c.undone_at.is_(None)
).order_by(decisions.c.id)
_NEWEST_DECISIONS = (
    _DECISIONS.where(proposals.c.topic == bindparam("of_topic"))
    .order_by(decisions.c.id.desc())
    .limit(bindparam("most"))
)
_DECIDED = (
    select(*(proposals.c[name] for name in KnownProposal._fields))
    .where(proposals.c.topic == bindparam("of_topic"), proposals.c.state != OPEN)
    .order_by(proposals.c.id)
)


def save_decision(conn: Connection, proposal_id: int, decision: Decision, now: float) -> int:
    """Store a decision and set the proposal's state to the choice; return the decision's id."""
    row = {"proposal_id": proposal_id, "decided_at": now, **decision._asdict()}
    number = conn.execute(_ADD_DECISION, row).scalar_one()
    conn.execute(_SET_PROPOSAL_STATE, {"proposal": proposal_id, "into": decision.choice})
    return int(number)


def undo_decisions(conn: Connection, taken: Iterable[KnownDecision], now: float) -> None:
    """Mark decisions as undone; their proposals are open again."""
    for decision in taken:
        conn.execute(_UNDO, {"decision": decision.id, "moment": now})
        conn.execute(_SET_PROPOSAL_STATE, {"proposal": decision.proposal_id, "into": OPEN})


def decision_of(conn: Connection, decision_id: int) -> KnownDecision | None:
    row = conn.execute(_ONE_DECISION, {"decision": decision_id}).first()
    return KnownDecision._make(row) if row else None


def decision_on(conn: Connection, proposal_id: int) -> KnownDecision | None:
    """The decision in force for a proposal."""
    row = conn.execute(_DECISION_ON, {"proposal": proposal_id}).first()
    return KnownDecision._make(row) if row else None


def decisions_of_change(conn: Connection, change_id: int) -> list[KnownDecision]:
    """The decisions behind a change, without undone ones."""
    return [
        KnownDecision._make(row)
        for row in conn.execute(_DECISIONS_OF_CHANGE, {"change": change_id})
    ]


def decisions_of(conn: Connection, topic: str, limit: int = 100) -> list[KnownDecision]:
    """Newest first, including undone ones."""
    rows = conn.execute(_NEWEST_DECISIONS, {"of_topic": topic, "most": limit})
    return [KnownDecision._make(row) for row in rows]


def decided_proposals(conn: Connection, topic: str) -> Iterator[KnownProposal]:
    """Proposals that were decided; `state` is the choice."""
    for row in conn.execute(_DECIDED, {"of_topic": topic}):
        yield KnownProposal._make(row)


# Weights learned from decisions; every version is kept.


class KnownWeights(NamedTuple):
    """`decisions` is the number of decisions it was learned from; `content` is JSON."""

    topic: str
    version: int
    made_at: float
    decisions: int
    content: str


_WEIGHTS = select(*(weights.c[name] for name in KnownWeights._fields)).where(
    weights.c.topic == bindparam("of_topic")
)
_NEWEST_WEIGHTS = _WEIGHTS.order_by(weights.c.version.desc()).limit(1)
_LAST_VERSION = select(func.coalesce(func.max(weights.c.version), 0)).where(
    weights.c.topic == bindparam("of_topic")
)


def save_weights(conn: Connection, topic: str, decisions: int, content: str, now: float) -> int:
    """Store a new version; return its number."""
    version = int(conn.scalar(_LAST_VERSION, {"of_topic": topic}) or 0) + 1
    row = KnownWeights(topic, version, now, decisions, content)
    conn.execute(insert(weights), row._asdict())
    return version


def current_weights(conn: Connection, topic: str) -> KnownWeights | None:
    """The newest version, or None if nothing was learned yet."""
    row = conn.execute(_NEWEST_WEIGHTS, {"of_topic": topic}).first()
    return KnownWeights._make(row) if row else None
