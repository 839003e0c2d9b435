from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from review.applying import apply_changes
from review.deciding import accept_proposals, alias_proposals, revert_change
from review.problems import DecisionError
from store.changes import ChangeState
from store.proposals import proposals_of
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

if TYPE_CHECKING:
    from review.workshop import ReviewContext


def test_a_revert_puts_everything_back(stored: ReviewContext) -> None:
    store_site(stored, SECOND)
    before, read = files_now(stored), (attributes(stored), attributes(stored, SECOND))
    number = proposal(stored)
    accept_proposals(stored, [number], NFC, "ana")
    apply_changes(stored)
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
