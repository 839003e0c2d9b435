from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.topic import Attribute
from discovery.weights import CrossValidated, LearnedWeights
from review.apply import apply_changes
from review.context import DecisionError, ReviewContext
from review.decide import (
    AUTO_ACCEPT_NAME,
    accept_likely,
    accept_proposals,
    alias_proposals,
    confirm_change,
    drop_change,
    reject_proposals,
    revert_change,
    skip_proposals,
    undo_decision,
)
from store.changes import (
    ChangeKind,
    ChangeState,
    KnownChange,
    NewChange,
    add_change,
    change_of,
    changes_of,
)
from store.proposals import (
    SeenProposal,
    decisions_of,
    proposals_by_id,
    proposals_of,
    save_proposals,
    save_weights,
)
from tests.review.small_review import propose
from tests.review.tiny_sites import (
    NAME,
    NFC,
    PAGES,
    SECOND,
    attributes,
    files_now,
    proposal,
    state,
    store_site,
)
from tests.store.small_crawl import NOW, SITE, add_link

if TYPE_CHECKING:
    from collections.abc import Sequence


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
        (CONTACTLESS.model_copy(update={"name": "手机品牌"}), "is already a name of '品牌'"),
        (CONTACTLESS.model_copy(update={"aliases": ("报价",)}), "is already a name of '价格'"),
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
    assert (change.state, change.note) == (ChangeState.DROPPED, "undone by ben")
    with pytest.raises(DecisionError, match="undone already"):
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
    with pytest.raises(DecisionError, match="is not waiting for an answer: it is dropped"):
        confirm_change(context, second, "ana")


def test_only_what_was_done_is_reverted(context: ReviewContext) -> None:
    accept_proposals(context, propose(context, "NFC功能"), CONTACTLESS, "ana")
    with pytest.raises(DecisionError, match="it is decided, not done"):
        revert_change(context, 1, "ana")
    with pytest.raises(DecisionError, match="no change 7"):
        revert_change(context, 7, "ana")


def test_a_revert_puts_everything_back(stored: ReviewContext) -> None:
    store_site(stored, SECOND)
    before, read = files_now(stored), (attributes(stored), attributes(stored, SECOND))
    number = proposal(stored)
    accept_proposals(stored, [number], NFC, "ana")
    apply_changes(stored)
    revert_change(stored, 1, "ben")
    with pytest.raises(DecisionError, match=r"by change 2, which waits .*: specseek review apply"):
        revert_change(stored, 1, "ben")
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.DONE
    assert files_now(stored) == before
    assert (attributes(stored), attributes(stored, SECOND)) == read
    assert state(stored, number) == "open"
    with pytest.raises(DecisionError, match="reverted already, by change 2"):
        revert_change(stored, 1, "ben")
    with pytest.raises(DecisionError, match="is a revert itself"):
        revert_change(stored, 2, "ben")


def test_what_came_later_is_reverted_first(stored: ReviewContext) -> None:
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    alias_proposals(stored, [proposal(stored, name="颜色")], "品牌", "ana")
    apply_changes(stored)
    with pytest.raises(DecisionError, match=r"change 2 touched .* specseek rules revert 2"):
        revert_change(stored, 1, "ana")
    revert_change(stored, 2, "ana")
    apply_changes(stored)
    revert_change(stored, 1, "ana")
    apply_changes(stored)
    assert attributes(stored) == dict.fromkeys(("品牌", "价格", "手机制式"), PAGES)
    with stored.ledger.reading() as conn:
        assert {one.name for one in proposals_of(conn, "phones")} == {NAME, "颜色"}


def test_a_file_edited_since_is_not_reverted(stored: ReviewContext) -> None:
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    apply_changes(stored)
    file = stored.file("topics/phones.yaml")
    file.write_text(file.read_text("utf-8") + "# mine\n", "utf-8")
    with pytest.raises(DecisionError, match="was edited since change 1"):
        revert_change(stored, 1, "ana")


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


def states_of(context: ReviewContext, *ids: int) -> list[str]:
    with context.ledger.reading() as conn:
        known = proposals_by_id(conn, ids)
    return [known[number].state for number in ids]


@pytest.fixture
def weight(context: ReviewContext) -> int:
    return show(context, "电池容量", 1.0, ["3000mAh", "4000mAh", "5000mAh"])


def test_what_is_likely_enough_is_accepted(context: ReviewContext, weight: int) -> None:
    unlikely = show(context, "更多", 0.2, ["点击", "这里"])
    assert accept_likely(learned(context, 0.9)) == 1
    assert states_of(context, weight, unlikely) == ["accepted", "open"]
    with context.ledger.reading() as conn:
        (change,) = changes_of(conn, "phones")
    assert (change.who, change.state) == (AUTO_ACCEPT_NAME, ChangeState.DECIDED)


def test_it_is_off_by_default(context: ReviewContext, weight: int) -> None:
    assert accept_likely(learned(context, 0.0)) == 0
    assert states_of(context, weight) == ["open"]


def test_weights_that_nobody_taught_decide_nothing(context: ReviewContext, weight: int) -> None:
    assert accept_likely(with_setting(context, 0.5)) == 0
    assert states_of(context, weight) == ["open"]


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
