from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discovery.weights import CrossValidated, LearnedWeights
from review.auto_accept import AUTO_ACCEPT_NAME, accept_likely
from review.workshop import ReviewContext
from store.changes import ChangeKind, ChangeState, NewChange, add_change, change_of, changes_of
from store.proposals import SeenProposal, proposals_by_id, save_proposals, save_weights
from tests.review.small_review import propose
from tests.store.small_crawl import NOW, add_link

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT_ALONE = LearnedWeights(
    weights={"format": 10.0},
    base=-5.0,
    examples=60,
    held_back=CrossValidated(equal=0.8, learned=0.9),
)


def show(context: ReviewContext, name: str, formed: float, values: Sequence[str]) -> int:
    """A name on several pages; `formed` is how well its form speaks for it."""
    factors = {"font": 0, "background": 0, "parent": 0, "format": formed, "interest": 0}
    evidence = json.dumps({"factors": factors, "signals": {}, "by": "row"})
    with context.ledger.transaction() as conn:
        for number, value in enumerate(values):
            link_id = add_link(conn, 100 * len(name) + number)
            save_proposals(conn, link_id, [SeenProposal(name, value, evidence)], NOW)
    return propose(context, name, pages=0)[0]


def learned(context: ReviewContext, above: float) -> ReviewContext:
    with context.ledger.transaction() as conn:
        save_weights(conn, "phones", 60, FORMAT_ALONE.to_json(), NOW)
    return with_setting(context, above)


def with_setting(context: ReviewContext, above: float) -> ReviewContext:
    review = context.settings.review.model_copy(update={"accept_above": above})
    settings = context.settings.model_copy(update={"review": review})
    return ReviewContext(settings, context.topic_name, context.ledger)


def states(context: ReviewContext, *ids: int) -> list[str]:
    with context.ledger.reading() as conn:
        known = proposals_by_id(conn, ids)
    return [known[number].state for number in ids]


@pytest.fixture
def weight(context: ReviewContext) -> int:
    return show(context, "电池容量", 1.0, ["3000mAh", "4000mAh", "5000mAh"])


def test_what_is_likely_enough_is_accepted(context: ReviewContext, weight: int) -> None:
    unlikely = show(context, "更多", 0.2, ["点击", "这里"])
    assert accept_likely(learned(context, 0.9)) == 1
    assert states(context, weight, unlikely) == ["accepted", "open"]
    with context.ledger.reading() as conn:
        (change,) = changes_of(conn, "phones")
    assert (change.who, change.state) == (AUTO_ACCEPT_NAME, ChangeState.DECIDED)


def test_it_is_off_by_default(context: ReviewContext, weight: int) -> None:
    assert accept_likely(learned(context, 0.0)) == 0
    assert states(context, weight) == ["open"]


def test_weights_that_nobody_taught_decide_nothing(context: ReviewContext, weight: int) -> None:
    assert accept_likely(with_setting(context, 0.5)) == 0
    assert states(context, weight) == ["open"]


def test_a_sure_repair_is_confirmed_another_waits(context: ReviewContext) -> None:
    with context.ledger.transaction() as conn:
        numbers = [
            add_change(conn, repair, NOW, ChangeState.PROPOSED)
            for repair in (
                NewChange("phones", "a.example", ChangeKind.REPAIR, "", {"predicted": {"f1": f1}})
                for f1 in (0.99, 0.7)
            )
        ]
    assert accept_likely(with_setting(context, 0.95)) == 1
    with context.ledger.reading() as conn:
        found = [change_of(conn, number) for number in numbers]
    assert [one and one.state for one in found] == [ChangeState.DECIDED, ChangeState.PROPOSED]
