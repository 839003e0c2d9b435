"""The queue from the command line, and what follows from a decision."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from click.testing import CliRunner, Result

from specseek.cli import main
from store.ledger import data_folder_lock
from tests.review.tiny_sites import (
    FIRST,
    NAME,
    SECOND,
    attributes,
    proposal,
    read_without_rules,
)

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from review.context import ReviewContext

ATTRIBUTE = ("--name", "近场通信", "--label", "NFC", "--group", "网络", "--type", "yes-no")


def review(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["review", *map(str, arguments)])


def test_the_queue_tells_what_is_proposed_and_what_it_may_be(context: ReviewContext) -> None:
    shown = review("list")
    assert shown.exit_code == 0
    assert NAME in shown.stdout
    assert "2 proposals open" in shown.stderr
    lines = [json.loads(line) for line in review("list", "--json").stdout.splitlines()]
    told = next(line for line in lines if line["name"] == NAME)
    assert (told["id"], told["site"], told["state"]) == (proposal(context), FIRST, "open")
    assert told["support"] == {"pages": 5, "of": 5, "values": 2}
    assert told["attribute"]["type"] == "yes-no"
    assert "0 proposals open" in review("list", "--site", SECOND).stderr


def test_all_that_wait_are_counted_not_those_shown(context: ReviewContext) -> None:
    read_without_rules(context, SECOND)
    shown = review("list", "--limit", 1)
    words = "2 regions and 2 proposals open; at most 1 of each are shown: --limit N shows more"
    assert words in shown.stderr


def test_ids_are_whole_in_a_pipe(context: ReviewContext) -> None:
    read_without_rules(context, SECOND)
    ids = {str(json.loads(line)["id"]) for line in review("list", "--json").stdout.splitlines()}
    assert ids <= set(review("list").stdout.split())


def test_accepting_does_all_at_once(context: ReviewContext) -> None:
    done = review("accept", proposal(context), *ATTRIBUTE, "--who", "ana")
    assert done.exit_code == 0, done.stderr
    assert (
        "Change 1 (new: 近场通信 (NFC功能)) is done: 5 stored pages read again, 5 of" in done.stderr
    )
    assert attributes(context)["近场通信"] == 5
    shown = review("list", "--state", "accepted")
    assert NAME in shown.stdout


def test_what_is_not_told_is_guessed(context: ReviewContext) -> None:
    assert review("accept", proposal(context)).exit_code == 0
    (known,) = [one for one in context.topic().attributes if one.name == NAME]
    assert known.type == "yes-no"


def test_decided_now_and_carried_out_later(context: ReviewContext) -> None:
    assert review("alias", proposal(context), "--of", "手机制式", "--later").exit_code == 0
    assert "手机制式" in attributes(context)
    assert context.topic().standard_name(NAME) is None
    applied = review("apply")
    assert applied.exit_code == 0
    assert "Change 1 (NFC功能 = 手机制式) is done" in applied.stderr
    assert context.topic().standard_name(NAME) == "手机制式"
    assert "There is nothing to apply" in review("apply").stderr


def test_while_a_crawl_runs_the_decision_is_kept(context: ReviewContext) -> None:
    with data_folder_lock(context.settings.data):
        waits = review("accept", proposal(context), *ATTRIBUTE)
    assert waits.exit_code == 1
    assert "1 decision is stored, and not applied yet: another crawl is running" in waits.stderr
    assert waits.stderr.endswith("Afterwards: specseek review apply\n")
    assert review("apply").exit_code == 0
    assert attributes(context)["近场通信"] == 5


def test_rejecting_skipping_and_taking_back(context: ReviewContext) -> None:
    number = proposal(context)
    assert "1 decision stored" in review("reject", number).stderr
    again = review("reject", number)
    assert again.exit_code == 1
    assert "decided already: rejected" in again.stderr
    assert f"Proposal {number} is open again" in review("undo", number).stderr
    assert review("skip", number).exit_code == 0
    assert "1 proposal skipped" in review("list", "--state", "skipped").stderr
    assert review("undo", 99).exit_code == 1


def test_taking_back_what_was_done_puts_everything_back(context: ReviewContext) -> None:
    before = context.file("topics/phones.yaml").read_bytes()
    number = proposal(context)
    review("accept", number, *ATTRIBUTE)
    done = review("undo", number)
    assert done.exit_code == 0, done.stderr
    assert context.file("topics/phones.yaml").read_bytes() == before
    assert "近场通信" not in attributes(context)


def test_what_is_wrong_is_told_with_what_to_do(context: ReviewContext) -> None:
    no_unit = review("accept", proposal(context), "--type", "quantity", "--unit", "")
    assert no_unit.exit_code == 2
    assert "needs a unit" in no_unit.stderr
    unknown = review("accept", 99)
    assert unknown.exit_code == 1
    assert "specseek review list" in unknown.stderr
    taken = review("accept", proposal(context), "--name", "品牌")
    assert taken.exit_code == 1
    assert "is already a name of '品牌'" in taken.stderr
    assert review("accept").exit_code == 2
    assert review("learn").exit_code == 1


def test_before_the_first_crawl_there_is_nothing_to_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPECSEEK_DATA", str(tmp_path / "nothing"))
    shown = review("list")
    assert shown.exit_code == 1
    assert "No crawl yet" in shown.stderr
    assert not (tmp_path / "nothing").exists()


def test_regions_are_listed_and_decided_by_their_ids(context: ReviewContext) -> None:
    read_without_rules(context, SECOND)
    shown = review("list")
    assert "a table on 5 pages, 5 names: 品牌: 牌0" in " ".join(shown.stdout.split())
    assert "2 regions and 2 proposals open" in shown.stderr
    lines = [json.loads(line) for line in review("list", "--json").stdout.splitlines()]
    table, _ = (line for line in lines if str(line["id"]).startswith("r"))
    assert (table["site"], table["heading"], table["pages"]) == (SECOND, "参数", 5)
    assert table["names"][0] == {
        "name": "品牌", "attribute": "品牌", "pages": 5, "values": ["牌0", "牌4"]
    }  # fmt: skip
    assert review("accept", table["id"], "--name", "x").exit_code == 2
    assert review("accept", table["id"], "17").exit_code == 2
    assert review("accept", "x").exit_code == 2
    done = review("accept", table["id"])
    assert done.exit_code == 0, done.stderr
    assert "Change 1 (rules for 5 names of b.example under 参数) is done" in done.stderr
    assert attributes(context, SECOND)["品牌"] == 5


def test_a_region_is_rejected_for_its_site(context: ReviewContext) -> None:
    read_without_rules(context, SECOND)
    lines = map(json.loads, review("list", "--site", SECOND, "--json").stdout.splitlines())
    other = next(line["id"] for line in lines if line["heading"] == "其他")
    done = review("reject", other)
    assert done.exit_code == 0, done.stderr
    assert "not wanted: 1 name of b.example under 其他" in done.stderr
    again = review("reject", "r00000000")
    assert (again.exit_code, "no region r00000000 waits" in again.stderr) == (1, True)
