"""What decisions changed, from the command line, and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from specseek.cli import main
from store.changes import (
    ChangeKind,
    ChangeState,
    FileChange,
    NewChange,
    add_change,
    save_change_files,
)
from tests.review.tiny_sites import FIRST, NAME, attributes, proposal
from tests.store.small_crawl import NOW

if TYPE_CHECKING:
    from review.context import ReviewContext

RULES = "rules/phones/a.example.yaml"


def specseek(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


@pytest.fixture
def context(context: ReviewContext) -> ReviewContext:
    """One name was accepted as an alias."""
    done = specseek("review", "alias", proposal(context), "--of", "手机制式", "--who", "ana")
    assert done.exit_code == 0, done.stderr
    return context


def test_the_log_tells_who_changed_what(context: ReviewContext) -> None:
    assert context
    shown = specseek("rules", "log")
    assert shown.exit_code == 0
    assert "NFC功能 = 手机制式" in shown.stdout
    (told,) = map(json.loads, specseek("rules", "log", "--json").stdout.splitlines())
    assert (told["change"], told["kind"], told["state"], told["who"]) == (1, "alias", "done", "ana")
    assert {RULES, "topics/phones.yaml"} <= set(told["files"])
    assert "0 changes" in specseek("rules", "log", "--site", "b.example").stderr
    assert "1 change" in specseek("rules", "log", "--site", FIRST).stderr


def test_all_changes_are_counted_not_those_shown(context: ReviewContext) -> None:
    assert context
    assert specseek("rules", "revert", 1).exit_code == 0
    shown = specseek("rules", "log", "--limit", 1)
    assert "2 changes; the last 1 are shown: --limit N shows more" in shown.stderr


def test_the_difference_is_that_of_the_files(context: ReviewContext) -> None:
    assert context
    shown = specseek("rules", "log", "--diff").stdout
    assert "+++ b/topics/phones.yaml" in shown
    assert "+    aliases: [NFC功能]" in shown
    assert ".html: no file →" in shown


def test_a_revert_puts_it_back_once(context: ReviewContext) -> None:
    done = specseek("rules", "revert", 1)
    assert done.exit_code == 0, done.stderr
    assert "Change 2 (revert of change 1) is done" in done.stderr
    assert context.topic().standard_name(NAME) is None
    assert attributes(context)["手机制式"] == 5
    again = specseek("rules", "revert", 1)
    assert again.exit_code == 1
    assert "reverted already" in again.stderr


def test_a_proposed_change_is_confirmed_or_dropped(context: ReviewContext) -> None:
    """As a repair is: the rules of a site, written anew."""
    before = context.file(RULES).read_bytes()
    after = before.replace("attribute: 品牌".encode(), "attribute: 牌子".encode())
    repair = NewChange("phones", FIRST, ChangeKind.REPAIR, "", {})
    with context.ledger.transaction() as conn:
        for _ in range(2):
            number = add_change(conn, repair, NOW, ChangeState.PROPOSED)
            save_change_files(conn, number, [FileChange(RULES, before, after)])
    assert "is dropped" in specseek("rules", "drop", 2).stderr
    assert context.file(RULES).read_bytes() == before
    done = specseek("rules", "confirm", 3)
    assert done.exit_code == 0, done.stderr
    assert context.file(RULES).read_bytes() == after
    assert attributes(context)["牌子"] == 5
    assert specseek("rules", "confirm", 3).exit_code == 1
