from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from core.errors import SpecSeekError
from core.topic import Attribute
from index.opening import open_index
from review.apply import apply_changes
from review.decide import accept_proposals, alias_proposals, undo_decision
from store.changes import (
    ChangeKind,
    ChangeState,
    FileChange,
    KnownChange,
    NewChange,
    UnwritableError,
    add_change,
    change_of,
    changes_in_state,
    files_of_change,
    save_change_files,
)
from store.ledger import data_folder_lock
from store.proposals import SeenProposal, save_proposals
from store.schema import pages, record_values
from tests.review.tiny_sites import (
    FIRST,
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
from tests.store.small_crawl import NOW

if TYPE_CHECKING:
    from pathlib import Path

    from review.context import ReviewContext


def last_change(context: ReviewContext, change_id: int = 1) -> KnownChange:
    with context.ledger.reading() as conn:
        change = change_of(conn, change_id)
    assert change is not None
    return change


def test_after_an_accept_topic_rules_records_and_index_know_the_name(stored: ReviewContext) -> None:
    before = files_now(stored)
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    assert attributes(stored).get("近场通信") is None, "a decision alone changes nothing"
    seen: list[tuple[int, int]] = []
    (applied,) = apply_changes(stored, lambda _change, done, of: seen.append((done, of)))
    assert (applied.change.state, applied.records) == (ChangeState.DONE, PAGES)
    assert seen[-1] == (PAGES, PAGES)
    assert stored.topic().standard_name("ＮＦＣ 功能") == "近场通信"
    rules = stored.library().rules_for("http://a.example/")
    assert rules is not None
    assert rules.version == 2
    assert attributes(stored) == dict.fromkeys(("品牌", "价格", "手机制式", "近场通信"), PAGES)
    open_index(stored.index_place()).close()  # one of the old topic would be refused
    assert list(stored.changes_folder.glob("[0-9]*")) == []
    with stored.ledger.reading() as conn:
        files = files_of_change(conn, applied.change.id)
    assert {file.path: file.before for file in files if file.before} == {
        path: body for path, body in before.items() if path in {file.path for file in files}
    }
    assert {file.path: file.after for file in files}.items() <= files_now(stored).items()


def test_pages_that_say_the_same_as_before_are_not_written(stored: ReviewContext) -> None:
    store_site(stored, SECOND)
    alias_proposals(stored, [proposal(stored, name="颜色")], "品牌", "ana")
    (applied,) = apply_changes(stored)
    assert applied.change.pages_all == 2 * PAGES, "other sites show the name, too"
    assert apply_changes(stored) == []
    with stored.ledger.reading() as conn:
        ended = conn.scalars(select(record_values.c.name).where(record_values.c.until.is_not(None)))
        assert set(ended) == {"颜色"}


def test_other_sites_that_show_the_name_are_read_again_too(stored: ReviewContext) -> None:
    store_site(stored, SECOND)
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    apply_changes(stored)
    assert attributes(stored, SECOND)["近场通信"] == PAGES
    rules = stored.library().rules_for("http://b.example/")
    assert rules is not None
    assert rules.version == 1, "the topic's names are enough there"


def test_one_name_on_several_sites_is_decided_at_once(stored: ReviewContext) -> None:
    store_site(stored, SECOND)
    ids = [proposal(stored), proposal(stored, SECOND)]
    accept_proposals(stored, ids, NFC, "ana")
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.DONE
    assert applied.change.site == ""
    for site in (FIRST, SECOND):
        rules = stored.library().rules_for(f"http://{site}/")
        assert rules is not None
        assert rules.version == 2


def test_rules_without_samples_stay_and_the_topic_is_enough(stored: ReviewContext) -> None:
    shutil.rmtree(stored.file("rules/phones/samples"))
    rules = stored.file("rules/phones/a.example.yaml").read_bytes()
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.DONE
    assert "are not in the library" in applied.change.note
    assert attributes(stored)["近场通信"] == PAGES
    assert stored.file("rules/phones/a.example.yaml").read_bytes() == rules


def test_a_decision_that_would_lose_most_values_is_refused(stored: ReviewContext) -> None:
    before = attributes(stored)
    shutil.rmtree(stored.file("rules/phones"))
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.REFUSED
    assert "would be lost; if that is right, raise most_lost" in applied.change.note
    assert attributes(stored) == before


def test_rules_that_would_change_a_labelled_page_are_not_taken(stored: ReviewContext) -> None:
    """The labels were edited since: what they teach now is not what the rules read."""
    (labels,) = stored.file("rules/phones/samples").rglob("*.json")
    edited = labels.read_text("utf-8").replace('"attribute": "手机制式"', '"attribute": "品牌"')
    labels.write_text(edited, "utf-8")
    rules = stored.file("rules/phones/a.example.yaml").read_bytes()
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.DONE
    assert "lost 手机制式 = '5G'" in applied.change.note
    assert stored.file("rules/phones/a.example.yaml").read_bytes() == rules
    assert attributes(stored)["近场通信"] == PAGES


def test_a_name_that_no_rule_read_is_learned_from_its_page(stored: ReviewContext) -> None:
    """It stands apart from all that the rules know; only a search of the page found it."""
    with stored.ledger.transaction() as conn:
        link_id = conn.scalars(select(pages.c.link_id)).first() or 0
        save_proposals(conn, link_id, [SeenProposal("产地", "国0", "{}")], NOW)
    origin = Attribute(name="产地", label="Made in", group="基本")
    accept_proposals(stored, [proposal(stored, name="产地")], origin, "ana")
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.DONE, applied.change.note
    assert attributes(stored)["产地"] == PAGES


def test_a_name_that_cannot_be_read_is_refused_and_open_again(stored: ReviewContext) -> None:
    with stored.ledger.transaction() as conn:
        link_id = conn.scalars(select(pages.c.link_id)).first() or 0
        save_proposals(conn, link_id, [SeenProposal("机密", "无处", "{}")], NOW)
    before = files_now(stored)
    hidden = proposal(stored, name="机密")
    accept_proposals(stored, [hidden], NFC, "ana")
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.REFUSED
    assert "'机密' is not read off" in applied.change.note
    assert state(stored, hidden) == "open"
    assert files_now(stored) == before
    assert "近场通信" not in attributes(stored)


def test_nothing_is_applied_while_a_crawl_runs(stored: ReviewContext) -> None:
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    with (
        data_folder_lock(stored.settings.data),
        pytest.raises(SpecSeekError, match="another crawl is running"),
    ):
        apply_changes(stored)
    assert last_change(stored).state is ChangeState.DECIDED
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.DONE


def test_files_edited_meanwhile_are_not_overwritten(stored: ReviewContext) -> None:
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    file = stored.file("topics/phones.yaml")
    edited = file.read_text("utf-8") + "# mine\n"
    (applied,) = apply_changes(stored, lambda *_: _write(file, edited))
    assert (applied.change.state, applied.records) == (ChangeState.DECIDED, 0)
    assert "was edited while the change was prepared" in applied.change.note
    assert file.read_text("utf-8") == edited
    assert "近场通信" not in attributes(stored)
    (applied,) = apply_changes(stored)
    assert (applied.change.state, applied.change.note) == (ChangeState.DONE, "")
    assert "# mine" in file.read_text("utf-8")


def test_a_topic_file_that_cannot_be_read_leaves_the_decision_standing(
    stored: ReviewContext,
) -> None:
    accept_proposals(stored, [proposal(stored)], NFC, "ana")
    file = stored.file("topics/phones.yaml")
    text = file.read_text("utf-8")
    _write(file, text + "nonsense: 1\n")
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.DECIDED
    assert "nonsense" in applied.change.note
    _write(file, text)
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.DONE


def test_files_that_cannot_be_written_when_the_ledger_has_it_follow_later(
    stored: ReviewContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_proposals(stored, [proposal(stored)], NFC, "ana")

    def full_disk(*_: object) -> list[int]:
        with stored.ledger.reading() as conn:
            if changes_in_state(conn, [ChangeState.KEPT]):
                raise UnwritableError("no space left")
        return []

    with monkeypatch.context() as patched:
        patched.setattr("review.apply.finish_pending_changes", full_disk)
        (applied,) = apply_changes(stored)
    assert (applied.change.state, applied.change.note) == (ChangeState.KEPT, "no space left")
    assert stored.topic().standard_name(NAME) is None
    apply_changes(stored)
    assert last_change(stored).state is ChangeState.DONE
    assert stored.topic().standard_name(NAME) == "近场通信"
    open_index(stored.index_place()).close()


def test_a_repair_of_rules_that_changed_since_is_refused(stored: ReviewContext) -> None:
    path = "rules/phones/a.example.yaml"
    with stored.ledger.transaction() as conn:
        repair = NewChange("phones", FIRST, ChangeKind.REPAIR, "", {})
        number = add_change(conn, repair, NOW)
        save_change_files(conn, number, [FileChange(path, b"something else", b"new")])
    (applied,) = apply_changes(stored)
    assert applied.change.state is ChangeState.REFUSED
    assert "specseek repair" in applied.change.note


def test_a_decision_taken_back_while_it_is_prepared_changes_nothing(stored: ReviewContext) -> None:
    (decision,) = accept_proposals(stored, [proposal(stored)], NFC, "ana")
    before = files_now(stored)

    def change_ones_mind(*_: object) -> None:
        if last_change(stored).state is ChangeState.DECIDED:
            undo_decision(stored, decision, "ana")

    (applied,) = apply_changes(stored, change_ones_mind)
    assert applied.change.state is ChangeState.DROPPED
    assert files_now(stored) == before
    assert "近场通信" not in attributes(stored)


def _write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
