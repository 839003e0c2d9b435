"""Decisions about proposals, also those that were undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, insert, select, update

from index.ledger.proposals import OPEN, KnownProposal
from index.ledger.tables import decisions, proposals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import Connection

ACCEPTED = "accepted"
ALIAS = "alias"
REJECTED = "rejected"
SKIPPED = "skipped"


class Decision(NamedTuple):
    """`choice` is one of the words above; `detail` is JSON; `change_id` is what follows from it."""

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


_ADD = insert(decisions).returning(decisions.c.id)
_INTO = (
    update(proposals).where(proposals.c.id == bindparam("proposal")).values(state=bindparam("into"))
)
_UNDO = (
    update(decisions)
    .where(decisions.c.id == bindparam("decision"))
    .values(undone_at=bindparam("moment"))
)
_KNOWN = select(
    *(decisions.c.id, decisions.c.proposal_id, proposals.c.site, proposals.c.name),
    *(decisions.c[name] for name in KnownDecision._fields[4:]),
).join(proposals, proposals.c.id == decisions.c.proposal_id)
_ONE = _KNOWN.where(decisions.c.id == bindparam("decision"))
_ON = (
    _KNOWN.where(decisions.c.proposal_id == bindparam("proposal"), decisions.c.undone_at.is_(None))
    .order_by(decisions.c.id.desc())
    .limit(1)
)
_OF_CHANGE = _KNOWN.where(
    decisions.c.change_id == bindparam("change"), decisions.c.undone_at.is_(None)
).order_by(decisions.c.id)
_NEWEST = (
    _KNOWN.where(proposals.c.topic == bindparam("of_topic"))
    .order_by(decisions.c.id.desc())
    .limit(bindparam("most"))
)
_DECIDED = (
    select(*(proposals.c[name] for name in KnownProposal._fields))
    .where(proposals.c.topic == bindparam("of_topic"), proposals.c.state != OPEN)
    .order_by(proposals.c.id)
)


def decide(conn: Connection, proposal_id: int, decision: Decision, now: float) -> int:
    """Keep a decision; the proposal's state is from now on the choice. The decision's id."""
    row = {"proposal_id": proposal_id, "decided_at": now, **decision._asdict()}
    number = conn.execute(_ADD, row).scalar_one()
    conn.execute(_INTO, {"proposal": proposal_id, "into": decision.choice})
    return int(number)


def take_back(conn: Connection, taken: Iterable[KnownDecision], now: float) -> None:
    """These decisions count no more; their proposals are open again."""
    for decision in taken:
        conn.execute(_UNDO, {"decision": decision.id, "moment": now})
        conn.execute(_INTO, {"proposal": decision.proposal_id, "into": OPEN})


def decision_of(conn: Connection, decision_id: int) -> KnownDecision | None:
    row = conn.execute(_ONE, {"decision": decision_id}).first()
    return KnownDecision._make(row) if row else None


def decision_on(conn: Connection, proposal_id: int) -> KnownDecision | None:
    """The one that holds for a proposal."""
    row = conn.execute(_ON, {"proposal": proposal_id}).first()
    return KnownDecision._make(row) if row else None


def decisions_of_change(conn: Connection, change_id: int) -> list[KnownDecision]:
    """Those that led to a change and were not taken back."""
    return [KnownDecision._make(row) for row in conn.execute(_OF_CHANGE, {"change": change_id})]


def decisions_of(conn: Connection, topic: str, limit: int = 100) -> list[KnownDecision]:
    """The newest first, with those that were taken back."""
    rows = conn.execute(_NEWEST, {"of_topic": topic, "most": limit})
    return [KnownDecision._make(row) for row in rows]


def decided_proposals(conn: Connection, topic: str) -> Iterator[KnownProposal]:
    """Those that someone decided; `state` is the choice that holds."""
    for row in conn.execute(_DECIDED, {"of_topic": topic}):
        yield KnownProposal._make(row)
