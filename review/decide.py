"""Decisions, recorded at once; `review.apply` applies them.

People accept, alias, reject, skip, undo, revert, confirm and drop; if the settings say so, very
likely proposals are decided automatically (`accept_likely`).
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

from core.names import name_key
from discovery.weights import LearnedWeights
from review.context import DecisionError
from review.guesses import guess_queued
from review.queue import MOST_QUEUED, proposal_queue, scorer_of
from review.topic_edit import named_after, with_aliases, with_attribute
from store.changes import (
    ChangeKind,
    ChangeState,
    FileChange,
    NewChange,
    add_change,
    bytes_or_none,
    change_of,
    changes_in_state,
    files_of_change,
    later_changes_of,
    reverts_by_change,
    set_change_state,
)
from store.database import steady_time
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
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection

    from core.topic import Attribute
    from review.context import ReviewContext
    from review.guesses import AttributeGuess
    from review.queue import QueuedProposal
    from store.changes import KnownChange
    from store.proposals import KnownProposal


_UNDECIDED = (OPEN, SKIPPED)


def accept_proposals(
    context: ReviewContext, proposal_ids: Sequence[int], attribute: Attribute, who: str
) -> list[int]:
    """Accept proposals as names of one new attribute; returns the decisions' ids."""
    with context.ledger.transaction() as conn:
        chosen = _undecided(conn, context, proposal_ids)
        complete = named_after(attribute, [proposal.name for proposal in chosen])
        with_attribute(context.topic(), complete)
        detail = {"attribute": complete.model_dump(mode="json", exclude_defaults=True)}
        return _decide_with_change(conn, chosen, ChangeKind.ATTRIBUTE, detail, who)


def alias_proposals(
    context: ReviewContext, proposal_ids: Sequence[int], attribute_name: str, who: str
) -> list[int]:
    """Accept proposals as aliases of a known attribute; returns the decisions' ids."""
    with context.ledger.transaction() as conn:
        chosen = _undecided(conn, context, proposal_ids)
        with_aliases(context.topic(), attribute_name, [proposal.name for proposal in chosen])
        detail = {"attribute": attribute_name}
        return _decide_with_change(conn, chosen, ChangeKind.ALIAS, detail, who)


def reject_proposals(context: ReviewContext, proposal_ids: Sequence[int], who: str) -> list[int]:
    """Reject proposals for good."""
    return _decide_alone(context, proposal_ids, Decision(REJECTED, who, "{}"))


def skip_proposals(context: ReviewContext, proposal_ids: Sequence[int], who: str) -> list[int]:
    """Skip proposals: they leave the queue and may be decided later."""
    return _decide_alone(context, proposal_ids, Decision(SKIPPED, who, "{}"))


def undo_decision(context: ReviewContext, decision_id: int, who: str) -> int | None:
    """Undo a decision, with all that share its change; the proposals are open again.

    If it was applied already, returns the id of a new change that reverts it.
    """
    with context.ledger.transaction() as conn:
        decision = decision_of(conn, decision_id)
        if decision is None:
            raise DecisionError(f"there is no decision {decision_id}")
        if decision.undone_at is not None:
            raise DecisionError(f"decision {decision_id} was undone already")
        change = change_of(conn, decision.change_id) if decision.change_id else None
        if change and change.state in {ChangeState.KEPT, ChangeState.DONE}:
            return _revert(conn, context, change, who)
        taken = decisions_of_change(conn, change.id) if change else [decision]
        now = steady_time()
        undo_decisions(conn, taken, now)
        if change:
            set_change_state(conn, change.id, ChangeState.DROPPED, now, f"undone by {who}")
        return None


def revert_change(context: ReviewContext, change_id: int, who: str) -> int:
    """Create a change that reverts another; returns its id."""
    with context.ledger.transaction() as conn:
        return _revert(conn, context, _change(conn, change_id), who)


def confirm_change(context: ReviewContext, change_id: int, who: str) -> None:
    """Confirm a proposed change."""
    _answer(context, change_id, ChangeState.DECIDED, f"confirmed by {who}")


def drop_change(context: ReviewContext, change_id: int, who: str) -> None:
    """Drop a proposed change."""
    _answer(context, change_id, ChangeState.DROPPED, f"dropped by {who}")


def _answer(context: ReviewContext, change_id: int, state: ChangeState, note: str) -> None:
    with context.ledger.transaction() as conn:
        change = _change(conn, change_id)
        if change.state is not ChangeState.PROPOSED:
            raise DecisionError(
                f"change {change_id} is not waiting for an answer: it is {change.state}"
            )
        set_change_state(conn, change_id, state, steady_time(), note)


def _change(conn: Connection, change_id: int) -> KnownChange:
    change = change_of(conn, change_id)
    if change is None:
        raise DecisionError(f"there is no change {change_id}; see: specseek rules log")
    return change


def _revert(conn: Connection, context: ReviewContext, change: KnownChange, who: str) -> int:
    files_before(conn, context, change)
    detail = {**change.detail, "reverts": change.id}
    new = NewChange(change.topic, change.site, ChangeKind.REVERT, who, detail)
    return add_change(conn, new, steady_time())


def _decide_alone(
    context: ReviewContext, proposal_ids: Sequence[int], decision: Decision
) -> list[int]:
    with context.ledger.transaction() as conn:
        chosen = _undecided(conn, context, proposal_ids)
        now = steady_time()
        return [save_decision(conn, proposal.id, decision, now) for proposal in chosen]


def _decide_with_change(
    conn: Connection,
    chosen: Sequence[KnownProposal],
    kind: ChangeKind,
    detail: Mapping[str, object],
    who: str,
) -> list[int]:
    now = steady_time()
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
    """The open proposals with these ids, each once, in this order."""
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
                "To change that, undo it first (specseek review undo)"
            )
        chosen.append(proposal)
    return chosen


# Whether a change can be reverted, and to which files.


def files_before(
    conn: Connection, context: ReviewContext, change: KnownChange, by: int = 0
) -> list[FileChange]:
    """The files before a change; DecisionError says why it cannot be reverted, and what to do.

    `by` is the change that will revert it, if there is one already.
    """
    if change.kind is ChangeKind.REVERT:
        raise DecisionError(
            f"change {change.id} is a revert itself; its names are open again: accept them again"
        )
    if change.kind is ChangeKind.READ:
        raise DecisionError(
            f"change {change.id} only read pages with the site's rules; there is nothing to revert"
        )
    if change.state is not ChangeState.DONE:
        raise DecisionError(
            f"change {change.id} cannot be reverted: it is {change.state}, not done; "
            "see: specseek rules log"
        )
    revert = reverts_by_change(conn).get(change.id)
    if revert and revert.id != by and revert.state is ChangeState.DECIDED:
        raise DecisionError(
            f"change {change.id} is reverted by change {revert.id}, which waits to be applied: "
            "specseek review apply"
        )
    if revert and revert.id != by:
        raise DecisionError(f"change {change.id} was reverted already, by change {revert.id}")
    files = files_of_change(conn, change.id)
    for file in files:
        if bytes_or_none(context.file(file.path)) != file.after:
            raise DecisionError(_why_not_revertible(conn, change, file))
    return [FileChange(file.path, file.after, file.before) for file in files]


def _why_not_revertible(conn: Connection, change: KnownChange, file: FileChange) -> str:
    reverted = reverts_by_change(conn)
    later = [
        other
        for other in later_changes_of(conn, file.path, change.id)
        if other.kind is not ChangeKind.REVERT and other.id not in reverted
    ]
    if later:
        return (
            f"change {later[0].id} touched {file.path} after change {change.id}; revert that one "
            f"first: specseek rules revert {later[0].id}"
        )
    return (
        f"{file.path} was edited since change {change.id}; nothing is overwritten. Undo the edit, "
        f"or take the change back by hand: specseek rules log --diff shows it"
    )


# Automatic decisions on very likely proposals, if the settings say so.


AUTO_ACCEPT_NAME = "auto"


def accept_likely(context: ReviewContext) -> int:
    """Decide what is at least as likely as `[review] accept_above`; returns the number.

    Only learned weights are used, because only these are calibrated. The same name on several sites
    is decided at once. If it is unclear whether a name is new or an alias, it is left to people.
    """
    above = context.settings.review.accept_above
    if not above:
        return 0
    made = sum(_confirm_repair(context, change) for change in _sure_repairs(context, above))
    for same, guess in _likely_proposals(context, above):
        made += _decide_guessed(context, [one.id for one in same], guess, above)
    return made


def _likely_proposals(
    context: ReviewContext, above: float
) -> Iterator[tuple[list[QueuedProposal], AttributeGuess]]:
    """The proposals grouped by name, with a guess for each name."""
    topic = context.topic()
    with context.ledger.reading() as conn:
        scorer = scorer_of(conn, topic.name)
        if not isinstance(scorer, LearnedWeights):
            return
        waiting = proposal_queue(conn, topic, scorer, limit=MOST_QUEUED)
        likely = [one for one in waiting if one.score.probability >= above]
        guessed = guess_queued(conn, topic, likely)
    by_name: dict[str, list[QueuedProposal]] = defaultdict(list)
    for one in likely:
        by_name[name_key(one.name)].append(one)
    for same in by_name.values():
        yield same, guessed[same[0].id]


def _decide_guessed(
    context: ReviewContext, ids: Sequence[int], guess: AttributeGuess, above: float
) -> int:
    try:
        if guess.alias_of and guess.alias_probability >= above:
            return len(alias_proposals(context, ids, guess.alias_of, AUTO_ACCEPT_NAME))
        if guess.alias_probability <= 1 - above:
            return len(accept_proposals(context, ids, guess.attribute, AUTO_ACCEPT_NAME))
    except DecisionError:
        return 0  # the topic cannot take it: it stays in the queue
    return 0


def _sure_repairs(context: ReviewContext, above: float) -> list[KnownChange]:
    with context.ledger.reading() as conn:
        proposed = changes_in_state(conn, [ChangeState.PROPOSED], context.topic_name)
    return [
        change
        for change in proposed
        if change.kind is ChangeKind.REPAIR and _predicted(change) >= above
    ]


def _predicted(change: KnownChange) -> float:
    told = change.detail.get("predicted")
    return float(told.get("f1", 0.0)) if isinstance(told, dict) else 0.0


def _confirm_repair(context: ReviewContext, change: KnownChange) -> int:
    confirm_change(context, change.id, AUTO_ACCEPT_NAME)
    return 1
