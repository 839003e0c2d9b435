"""Decisions, written down at once; `review.applying` carries them out."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from review.problems import DecisionError
from review.reverting import files_before
from review.topic_changes import named_after, with_aliases, with_attribute
from store.changes import (
    ChangeKind,
    ChangeState,
    NewChange,
    add_change,
    change_of,
    set_change_state,
)
from store.proposals import (
    ACCEPTED,
    ALIAS,
    OPEN,
    REJECTED,
    SKIPPED,
    Decision,
    decision_of,
    decisions_of_change,
    proposals_by_id,
    save_decision,
    undo_decisions,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from core.topic import Attribute
    from review.workshop import ReviewContext
    from store.changes import KnownChange
    from store.proposals import KnownProposal

_UNDECIDED = (OPEN, SKIPPED)


def accept_proposals(
    context: ReviewContext, proposal_ids: Sequence[int], attribute: Attribute, who: str
) -> list[int]:
    """A new attribute, which sites call as the proposals are called; the decisions' ids."""
    with context.ledger.transaction() as conn:
        chosen = _undecided(conn, context, proposal_ids)
        complete = named_after(attribute, [proposal.name for proposal in chosen])
        with_attribute(context.topic(), complete)
        detail = {"attribute": complete.model_dump(mode="json", exclude_defaults=True)}
        return _decide_with_change(conn, chosen, ChangeKind.ATTRIBUTE, detail, who)


def alias_proposals(
    context: ReviewContext, proposal_ids: Sequence[int], attribute_name: str, who: str
) -> list[int]:
    """Other names of an attribute that is known; the decisions' ids."""
    with context.ledger.transaction() as conn:
        chosen = _undecided(conn, context, proposal_ids)
        with_aliases(context.topic(), attribute_name, [proposal.name for proposal in chosen])
        detail = {"attribute": attribute_name}
        return _decide_with_change(conn, chosen, ChangeKind.ALIAS, detail, who)


def reject_proposals(context: ReviewContext, proposal_ids: Sequence[int], who: str) -> list[int]:
    """No attributes; they are not asked about again."""
    return _decide_alone(context, proposal_ids, Decision(REJECTED, who, "{}"))


def skip_proposals(context: ReviewContext, proposal_ids: Sequence[int], who: str) -> list[int]:
    """Not now; they leave the queue and may be decided later."""
    return _decide_alone(context, proposal_ids, Decision(SKIPPED, who, "{}"))


def undo_decision(context: ReviewContext, decision_id: int, who: str) -> int | None:
    """Take a decision back, with all that shares its change; the proposals are open again.

    Where files and records followed already, a change that reverts them is made: its id.
    """
    with context.ledger.transaction() as conn:
        decision = decision_of(conn, decision_id)
        if decision is None:
            raise DecisionError(f"there is no decision {decision_id}")
        if decision.undone_at is not None:
            raise DecisionError(f"decision {decision_id} was taken back already")
        change = change_of(conn, decision.change_id) if decision.change_id else None
        if change and change.state in {ChangeState.KEPT, ChangeState.DONE}:
            return _revert(conn, context, change, who)
        taken = decisions_of_change(conn, change.id) if change else [decision]
        now = time.time()
        undo_decisions(conn, taken, now)
        if change:
            set_change_state(conn, change.id, ChangeState.DROPPED, now, f"taken back by {who}")
        return None


def revert_change(context: ReviewContext, change_id: int, who: str) -> int:
    """A change that puts back what another did; its id."""
    with context.ledger.transaction() as conn:
        return _revert(conn, context, _change(conn, change_id), who)


def confirm_change(context: ReviewContext, change_id: int, who: str) -> None:
    """Yes to a change that was proposed."""
    _answer(context, change_id, ChangeState.DECIDED, f"confirmed by {who}")


def drop_change(context: ReviewContext, change_id: int, who: str) -> None:
    """No to a change that was proposed."""
    _answer(context, change_id, ChangeState.DROPPED, f"dropped by {who}")


def _answer(context: ReviewContext, change_id: int, state: ChangeState, note: str) -> None:
    with context.ledger.transaction() as conn:
        change = _change(conn, change_id)
        if change.state is not ChangeState.PROPOSED:
            raise DecisionError(
                f"change {change_id} waits for nobody's answer: it is {change.state}"
            )
        set_change_state(conn, change_id, state, time.time(), note)


def _change(conn: Connection, change_id: int) -> KnownChange:
    change = change_of(conn, change_id)
    if change is None:
        raise DecisionError(f"there is no change {change_id}; see: specseek rules log")
    return change


def _revert(conn: Connection, context: ReviewContext, change: KnownChange, who: str) -> int:
    files_before(conn, context, change)
    detail = {**change.detail, "reverts": change.id}
    new = NewChange(change.topic, change.site, ChangeKind.REVERT, who, detail)
    return add_change(conn, new, time.time())


def _decide_alone(
    context: ReviewContext, proposal_ids: Sequence[int], decision: Decision
) -> list[int]:
    with context.ledger.transaction() as conn:
        chosen = _undecided(conn, context, proposal_ids)
        now = time.time()
        return [save_decision(conn, proposal.id, decision, now) for proposal in chosen]


def _decide_with_change(
    conn: Connection,
    chosen: Sequence[KnownProposal],
    kind: ChangeKind,
    detail: Mapping[str, object],
    who: str,
) -> list[int]:
    now = time.time()
    sites = sorted({proposal.site for proposal in chosen})
    names = list(dict.fromkeys(proposal.name for proposal in chosen))
    whole = {**detail, "names": names, "sites": sites}
    site = sites[0] if len(sites) == 1 else ""
    change = add_change(conn, NewChange(chosen[0].topic, site, kind, who, whole), now)
    choice = ACCEPTED if kind is ChangeKind.ATTRIBUTE else ALIAS
    decision = Decision(choice, who, json.dumps(detail, ensure_ascii=False), change)
    return [save_decision(conn, proposal.id, decision, now) for proposal in chosen]


def _undecided(
    conn: Connection, context: ReviewContext, proposal_ids: Sequence[int]
) -> list[KnownProposal]:
    """The proposals, each once, in the order they were named."""
    if not proposal_ids:
        raise DecisionError("no proposal was named; see: specseek review list")
    known = proposals_by_id(conn, proposal_ids)
    chosen = []
    for number in dict.fromkeys(proposal_ids):
        proposal = known.get(number)
        if proposal is None or proposal.topic != context.topic_name:
            raise DecisionError(
                f"{context.topic_name} has no proposal {number}; see: specseek review list"
            )
        if proposal.state not in _UNDECIDED:
            raise DecisionError(
                f"proposal {number} ({proposal.name}) is decided already: {proposal.state}. "
                "To decide anew, take that back first (specseek review undo)"
            )
        chosen.append(proposal)
    return chosen
