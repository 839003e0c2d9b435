from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.ledger.changes import (
    ChangeKind,
    ChangeState,
    KnownChange,
    NewChange,
    add_change,
    change_of,
    changes_of,
)
from index.ledger.decisions import decisions_of
from index.ledger.proposals import proposals_by_id
from review.deciding import accept, alias, confirm, drop, reject, revert, skip, undo
from review.problems import DecisionError
from rules.topic import Attribute
from tests.index.ledger.small_crawl import NOW, SITE
from tests.review.small_workshop import propose

if TYPE_CHECKING:
    from review.workshop import Workshop

NFC = Attribute(name="近场通信", label="NFC", group="网络")


def states(workshop: Workshop, *ids: int) -> list[str]:
    with workshop.ledger.reading() as conn:
        known = proposals_by_id(conn, ids)
    return [known[number].state for number in ids]


def changes(workshop: Workshop) -> list[KnownChange]:
    with workshop.ledger.reading() as conn:
        return changes_of(conn, "phones")


def test_accepting_keeps_the_decision_and_what_is_to_follow(workshop: Workshop) -> None:
    ids = propose(workshop, "NFC功能", "NFC")
    assert accept(workshop, ids, NFC, "ana") == [1, 2]
    assert states(workshop, *ids) == ["accepted", "accepted"]
    (change,) = changes(workshop)
    assert (change.kind, change.state) == (ChangeKind.ATTRIBUTE, ChangeState.DECIDED)
    assert (change.who, change.site) == ("ana", SITE)
    assert change.detail["names"] == ["NFC功能", "NFC"]
    told = Attribute.model_validate(change.detail["attribute"])
    assert told == NFC.model_copy(update={"aliases": ("NFC功能", "NFC")})
    with workshop.ledger.reading() as conn:
        assert {decision.change_id for decision in decisions_of(conn, "phones")} == {change.id}


def test_an_alias_names_the_attribute_it_stands_for(workshop: Workshop) -> None:
    ids = propose(workshop, "网络类型")
    alias(workshop, ids, "手机制式", "ana")
    (change,) = changes(workshop)
    assert (change.kind, change.detail["attribute"]) == (ChangeKind.ALIAS, "手机制式")


def test_rejected_and_skipped_names_change_no_files(workshop: Workshop) -> None:
    first, second = propose(workshop, "更多", "颜色")
    reject(workshop, [first], "ana")
    skip(workshop, [second], "ana")
    assert states(workshop, first, second) == ["rejected", "skipped"]
    assert changes(workshop) == []


def test_what_was_skipped_can_be_decided_later(workshop: Workshop) -> None:
    ids = propose(workshop, "NFC功能")
    skip(workshop, ids, "ana")
    accept(workshop, ids, NFC, "ben")
    assert states(workshop, *ids) == ["accepted"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (NFC.model_copy(update={"name": "手机品牌"}), "stands for '品牌' already"),
        (NFC.model_copy(update={"aliases": ("报价",)}), "stands for '价格' already"),
    ],
)
def test_what_the_topic_cannot_hold_is_told_at_once(
    workshop: Workshop, wrong: Attribute, words: str
) -> None:
    ids = propose(workshop, "NFC功能")
    with pytest.raises(DecisionError, match=words):
        accept(workshop, ids, wrong, "ana")
    assert states(workshop, *ids) == ["open"]
    assert changes(workshop) == []


def test_an_alias_needs_an_attribute_that_is_there(workshop: Workshop) -> None:
    ids = propose(workshop, "网络类型")
    with pytest.raises(DecisionError, match="no attribute '制式'"):
        alias(workshop, ids, "制式", "ana")


def test_nobody_decides_twice_or_about_nothing(workshop: Workshop) -> None:
    ids = propose(workshop, "NFC功能")
    reject(workshop, ids, "ana")
    with pytest.raises(DecisionError, match="decided already: rejected"):
        accept(workshop, ids, NFC, "ben")
    with pytest.raises(DecisionError, match="has no proposal 99"):
        reject(workshop, [99], "ana")
    with pytest.raises(DecisionError, match="no proposal was named"):
        reject(workshop, [], "ana")


def test_a_decision_taken_back_leaves_the_proposal_open(workshop: Workshop) -> None:
    ids = propose(workshop, "NFC功能", "NFC")
    first, _ = accept(workshop, ids, NFC, "ana")
    assert undo(workshop, first, "ben") is None
    assert states(workshop, *ids) == ["open", "open"], "they were decided together"
    (change,) = changes(workshop)
    assert (change.state, change.note) == (ChangeState.DROPPED, "taken back by ben")
    with pytest.raises(DecisionError, match="taken back already"):
        undo(workshop, first, "ben")
    with pytest.raises(DecisionError, match="no decision 99"):
        undo(workshop, 99, "ben")


def test_rejections_are_taken_back_alone(workshop: Workshop) -> None:
    ids = propose(workshop, "更多", "颜色")
    first, _ = reject(workshop, ids, "ana")
    undo(workshop, first, "ana")
    assert states(workshop, *ids) == ["open", "rejected"]


def test_a_proposed_change_waits_for_one_answer(workshop: Workshop) -> None:
    repair = NewChange("phones", SITE, ChangeKind.REPAIR, "", {})
    with workshop.ledger.transaction() as conn:
        first, second = (add_change(conn, repair, NOW, ChangeState.PROPOSED) for _ in range(2))
    confirm(workshop, first, "ana")
    drop(workshop, second, "ana")
    with workshop.ledger.reading() as conn:
        found = [change_of(conn, number) for number in (first, second)]
    assert [change and change.state for change in found] == ["decided", "dropped"]
    with pytest.raises(DecisionError, match="waits for nobody's answer: it is dropped"):
        confirm(workshop, second, "ana")


def test_only_what_was_done_is_reverted(workshop: Workshop) -> None:
    accept(workshop, propose(workshop, "NFC功能"), NFC, "ana")
    with pytest.raises(DecisionError, match="it is decided, not done"):
        revert(workshop, 1, "ana")
    with pytest.raises(DecisionError, match="no change 7"):
        revert(workshop, 7, "ana")
