from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.topic import Attribute
from review.deciding import (
    accept_proposals,
    alias_proposals,
    confirm_change,
    drop_change,
    reject_proposals,
    revert_change,
    skip_proposals,
    undo_decision,
)
from review.problems import DecisionError
from store.changes import (
    ChangeKind,
    ChangeState,
    KnownChange,
    NewChange,
    add_change,
    change_of,
    changes_of,
)
from store.proposals import decisions_of, proposals_by_id
from tests.review.small_review import propose
from tests.store.small_crawl import NOW, SITE

if TYPE_CHECKING:
    from review.workshop import ReviewContext

CONTACTLESS = Attribute(name="近场通信", label="NFC", group="网络")


def states(context: ReviewContext, *ids: int) -> list[str]:
    with context.ledger.reading() as conn:
        known = proposals_by_id(conn, ids)
    return [known[number].state for number in ids]


def changes(context: ReviewContext) -> list[KnownChange]:
    with context.ledger.reading() as conn:
        return changes_of(conn, "phones")


def test_accepting_keeps_the_decision_and_what_is_to_follow(context: ReviewContext) -> None:
    ids = propose(context, "NFC功能", "NFC")
    assert accept_proposals(context, ids, CONTACTLESS, "ana") == [1, 2]
    assert states(context, *ids) == ["accepted", "accepted"]
    (change,) = changes(context)
    assert (change.kind, change.state) == (ChangeKind.ATTRIBUTE, ChangeState.DECIDED)
    assert (change.who, change.site) == ("ana", SITE)
    assert change.detail["names"] == ["NFC功能", "NFC"]
    told = Attribute.model_validate(change.detail["attribute"])
    assert told == CONTACTLESS.model_copy(update={"aliases": ("NFC功能", "NFC")})
    with context.ledger.reading() as conn:
        assert {decision.change_id for decision in decisions_of(conn, "phones")} == {change.id}


def test_an_alias_names_the_attribute_it_stands_for(context: ReviewContext) -> None:
    ids = propose(context, "网络类型")
    alias_proposals(context, ids, "手机制式", "ana")
    (change,) = changes(context)
    assert (change.kind, change.detail["attribute"]) == (ChangeKind.ALIAS, "手机制式")


def test_rejected_and_skipped_names_change_no_files(context: ReviewContext) -> None:
    first, second = propose(context, "更多", "颜色")
    reject_proposals(context, [first], "ana")
    skip_proposals(context, [second], "ana")
    assert states(context, first, second) == ["rejected", "skipped"]
    assert changes(context) == []


def test_what_was_skipped_can_be_decided_later(context: ReviewContext) -> None:
    ids = propose(context, "NFC功能")
    skip_proposals(context, ids, "ana")
    accept_proposals(context, ids, CONTACTLESS, "ben")
    assert states(context, *ids) == ["accepted"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (CONTACTLESS.model_copy(update={"name": "手机品牌"}), "stands for '品牌' already"),
        (CONTACTLESS.model_copy(update={"aliases": ("报价",)}), "stands for '价格' already"),
    ],
)
def test_what_the_topic_cannot_hold_is_told_at_once(
    context: ReviewContext, wrong: Attribute, words: str
) -> None:
    ids = propose(context, "NFC功能")
    with pytest.raises(DecisionError, match=words):
        accept_proposals(context, ids, wrong, "ana")
    assert states(context, *ids) == ["open"]
    assert changes(context) == []


def test_an_alias_needs_an_attribute_that_is_there(context: ReviewContext) -> None:
    ids = propose(context, "网络类型")
    with pytest.raises(DecisionError, match="no attribute '制式'"):
        alias_proposals(context, ids, "制式", "ana")


def test_nobody_decides_twice_or_about_nothing(context: ReviewContext) -> None:
    ids = propose(context, "NFC功能")
    reject_proposals(context, ids, "ana")
    with pytest.raises(DecisionError, match="decided already: rejected"):
        accept_proposals(context, ids, CONTACTLESS, "ben")
    with pytest.raises(DecisionError, match="has no proposal 99"):
        reject_proposals(context, [99], "ana")
    with pytest.raises(DecisionError, match="no proposal was named"):
        reject_proposals(context, [], "ana")


def test_a_decision_taken_back_leaves_the_proposal_open(context: ReviewContext) -> None:
    ids = propose(context, "NFC功能", "NFC")
    first, _ = accept_proposals(context, ids, CONTACTLESS, "ana")
    assert undo_decision(context, first, "ben") is None
    assert states(context, *ids) == ["open", "open"], "they were decided together"
    (change,) = changes(context)
    assert (change.state, change.note) == (ChangeState.DROPPED, "taken back by ben")
    with pytest.raises(DecisionError, match="taken back already"):
        undo_decision(context, first, "ben")
    with pytest.raises(DecisionError, match="no decision 99"):
        undo_decision(context, 99, "ben")


def test_rejections_are_taken_back_alone(context: ReviewContext) -> None:
    ids = propose(context, "更多", "颜色")
    first, _ = reject_proposals(context, ids, "ana")
    undo_decision(context, first, "ana")
    assert states(context, *ids) == ["open", "rejected"]


def test_a_proposed_change_waits_for_one_answer(context: ReviewContext) -> None:
    repair = NewChange("phones", SITE, ChangeKind.REPAIR, "", {})
    with context.ledger.transaction() as conn:
        first, second = (add_change(conn, repair, NOW, ChangeState.PROPOSED) for _ in range(2))
    confirm_change(context, first, "ana")
    drop_change(context, second, "ana")
    with context.ledger.reading() as conn:
        found = [change_of(conn, number) for number in (first, second)]
    assert [change and change.state for change in found] == ["decided", "dropped"]
    with pytest.raises(DecisionError, match="waits for nobody's answer: it is dropped"):
        confirm_change(context, second, "ana")


def test_only_what_was_done_is_reverted(context: ReviewContext) -> None:
    accept_proposals(context, propose(context, "NFC功能"), CONTACTLESS, "ana")
    with pytest.raises(DecisionError, match="it is decided, not done"):
        revert_change(context, 1, "ana")
    with pytest.raises(DecisionError, match="no change 7"):
        revert_change(context, 7, "ana")
