"""What may be new attributes, with what speaks for them, and what people decided."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, insert, select, update

from index.ledger.dialects import insert_into
from index.ledger.tables import decisions, links, proposal_pages, proposals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Executable

OPEN = "open"
# Which pages showed it is remembered up to here: then it is on many, and that is enough.
MOST_PAGES = 1000


class SeenProposal(NamedTuple):
    """`evidence` is JSON: what speaks for it, by factor."""

    name: str
    value: str
    evidence: str


class KnownProposal(NamedTuple):
    """`value`, `evidence` and `link_id` are those of the page that showed it last."""

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


class Decision(NamedTuple):
    """`choice` is "accepted", "alias" or "rejected"; `detail` is JSON."""

    choice: str
    who: str
    detail: str


_WHERE = select(links.c.topic, links.c.site).where(links.c.id == bindparam("link"))
_ONE_MORE_PAGE = (
    update(proposals)
    .where(proposals.c.id == bindparam("proposal"))
    .values(pages_seen=proposals.c.pages_seen + 1)
)
_DECIDE = (
    update(proposals).where(proposals.c.id == bindparam("proposal")).values(state=bindparam("into"))
)
_OF_STATE = (
    select(*(proposals.c[name] for name in KnownProposal._fields))
    .where(proposals.c.topic == bindparam("of_topic"), proposals.c.state == bindparam("of_state"))
    .order_by(proposals.c.pages_seen.desc(), proposals.c.id)
    .limit(bindparam("most"))
)


@cache
def _note(dialect: str) -> Executable:
    new = insert_into(proposals, dialect)
    latest = ("value", "link_id", "evidence", "last_at")
    return new.on_conflict_do_update(
        index_elements=["topic", "site", "name"],
        set_={name: new.excluded[name] for name in latest},
    ).returning(proposals.c.id, proposals.c.pages_seen)


@cache
def _note_page(dialect: str) -> Executable:
    new = insert_into(proposal_pages, dialect).on_conflict_do_nothing()
    return new.returning(proposal_pages.c.link_id)


def note(conn: Connection, link_id: int, seen: Iterable[SeenProposal], now: float) -> None:
    """The page of a link shows these; what was decided stays decided."""
    topic, site = conn.execute(_WHERE, {"link": link_id}).one()
    page = {"topic": topic, "site": site, "link_id": link_id, "first_at": now, "last_at": now}
    for proposal in seen:
        row = {**page, **proposal._asdict(), "state": OPEN, "pages_seen": 0}
        proposal_id, pages_seen = conn.execute(_note(conn.dialect.name), row).one()
        if pages_seen < MOST_PAGES:
            _count_page(conn, proposal_id, link_id)


def proposals_of(
    conn: Connection, topic: str, state: str = OPEN, limit: int = 100
) -> list[KnownProposal]:
    """Those on most pages first."""
    rows = conn.execute(_OF_STATE, {"of_topic": topic, "of_state": state, "most": limit})
    return [KnownProposal._make(row) for row in rows]


def decide(conn: Connection, proposal_id: int, decision: Decision, now: float) -> None:
    """Keep a decision; the proposal's state is from now on the choice."""
    row = {"proposal_id": proposal_id, "decided_at": now, **decision._asdict()}
    conn.execute(insert(decisions), row)
    conn.execute(_DECIDE, {"proposal": proposal_id, "into": decision.choice})


def _count_page(conn: Connection, proposal_id: int, link_id: int) -> None:
    row = {"proposal_id": proposal_id, "link_id": link_id}
    if conn.execute(_note_page(conn.dialect.name), row).first():
        conn.execute(_ONE_MORE_PAGE, {"proposal": proposal_id})
