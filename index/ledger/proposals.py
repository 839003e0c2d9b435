"""What may be new attributes, with what speaks for them and the pages that show them."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sqlalchemy import bindparam, case, select, update

from index.ledger.dialects import insert_into
from index.ledger.portions import portions
from index.ledger.tables import links, proposal_pages, proposals

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection, Executable

OPEN = "open"
NO_EVIDENCE = "{}"
# Which pages showed it is remembered up to here: then it is on many, and that is enough.
MOST_PAGES = 1000


class SeenProposal(NamedTuple):
    """`evidence` is JSON: what speaks for it; {} where the page was not looked at closely."""

    name: str
    value: str
    evidence: str


class KnownProposal(NamedTuple):
    """`value` and `link_id` are those of the page that showed it last.

    `evidence` is that of the last one that told any.
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
    """A page that shows a proposal; `value` is what stood beside the name there."""

    link_id: int
    url: str
    value: str


_WHERE = select(links.c.topic, links.c.site).where(links.c.id == bindparam("link"))
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
_KNOWN = select(*(proposals.c[name] for name in KnownProposal._fields))
_OF_STATE = (
    _KNOWN.where(
        proposals.c.topic == bindparam("of_topic"), proposals.c.state == bindparam("of_state")
    )
    .order_by(proposals.c.pages_seen.desc(), proposals.c.id)
    .limit(bindparam("most"))
)
_BY_ID = _KNOWN.where(proposals.c.id.in_(bindparam("ids", expanding=True)))
_SHOWN_ON = (
    select(links.c.id, links.c.url, proposal_pages.c.value)
    .join(links, links.c.id == proposal_pages.c.link_id)
    .where(proposal_pages.c.proposal_id == bindparam("of_proposal"))
    .order_by(links.c.id)
    .limit(bindparam("most"))
)


@cache
def _note(dialect: str) -> Executable:
    new = insert_into(proposals, dialect)
    latest = {name: new.excluded[name] for name in ("value", "link_id", "last_at")}
    told = new.excluded.evidence
    evidence = case((told == NO_EVIDENCE, proposals.c.evidence), else_=told)
    return new.on_conflict_do_update(
        index_elements=["topic", "site", "name"], set_={**latest, "evidence": evidence}
    ).returning(proposals.c.id, proposals.c.pages_seen)


@cache
def _note_page(dialect: str) -> Executable:
    new = insert_into(proposal_pages, dialect).on_conflict_do_nothing()
    return new.returning(proposal_pages.c.link_id)


class Proposed(Protocol):
    """A name that may be a new attribute, as discovery tells of it."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def evidence(self) -> Mapping[str, object]: ...


def note_proposals(conn: Connection, link_id: int, found: Iterable[Proposed], now: float) -> None:
    """The page of a link shows these names, with this evidence for them."""
    seen = [SeenProposal(one.name, one.value, json.dumps(dict(one.evidence))) for one in found]
    if seen:
        note(conn, link_id, seen, now)


def note(conn: Connection, link_id: int, seen: Iterable[SeenProposal], now: float) -> None:
    """The page of a link shows these; what was decided stays decided."""
    topic, site = conn.execute(_WHERE, {"link": link_id}).one()
    page = {"topic": topic, "site": site, "link_id": link_id, "first_at": now, "last_at": now}
    for proposal in seen:
        row = {**page, **proposal._asdict(), "state": OPEN, "pages_seen": 0}
        proposal_id, pages_seen = conn.execute(_note(conn.dialect.name), row).one()
        _note_value(conn, proposal_id, link_id, proposal.value, is_new=pages_seen < MOST_PAGES)


def proposals_of(
    conn: Connection, topic: str, state: str = OPEN, limit: int = 100, site: str | None = None
) -> list[KnownProposal]:
    """Those on most pages first; of one site alone, if asked."""
    wanted = _OF_STATE if site is None else _OF_STATE.where(proposals.c.site == site)
    rows = conn.execute(wanted, {"of_topic": topic, "of_state": state, "most": limit})
    return [KnownProposal._make(row) for row in rows]


def proposals_by_id(conn: Connection, ids: Iterable[int]) -> dict[int, KnownProposal]:
    """Those there are."""
    rows = (row for some in portions(ids) for row in conn.execute(_BY_ID, {"ids": some}))
    return {row.id: KnownProposal._make(row) for row in rows}


def shown_on(conn: Connection, proposal_id: int, limit: int = 20) -> list[ShownOn]:
    """The pages that show it, the first found first."""
    rows = conn.execute(_SHOWN_ON, {"of_proposal": proposal_id, "most": limit})
    return [ShownOn._make(row) for row in rows]


def _note_value(
    conn: Connection, proposal_id: int, link_id: int, value: str, *, is_new: bool
) -> None:
    """A page that is counted keeps its newest value; one that is not is counted, if it may be."""
    if is_new:
        row = {"proposal_id": proposal_id, "link_id": link_id, "value": value}
        if conn.execute(_note_page(conn.dialect.name), row).first():
            conn.execute(_ONE_MORE_PAGE, {"proposal": proposal_id})
            return
    where = {"of_proposal": proposal_id, "of_link": link_id}
    conn.execute(_VALUE_NOW, {**where, "now_value": value})
