from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from core.limits import ReadingLimits
from core.settings import CrawlSettings
from review.apply import ChangePlan
from review.reread import ChangedLibrary, Staging, staged_pages
from rules import reader
from store.changes import ChangeKind, FileChange, NewChange, add_change, change_of
from store.stored_pages import Affected
from tests.review.tiny_sites import FIRST, NAME, SECOND, page, store_site
from tests.store.small_crawl import NOW

if TYPE_CHECKING:
    from pathlib import Path

    from pages.page import Page
    from review.context import ReviewContext
    from review.reread import PageRead
    from rules.reader import RecordsRead


def alias_plan(context: ReviewContext, name: str = NAME) -> ChangePlan:
    before = context.file("topics/phones.yaml").read_bytes()
    after = before.replace("[手机品牌, Brand]".encode(), f"[手机品牌, Brand, {name}]".encode())
    files = (FileChange("topics/phones.yaml", before, after),)
    return ChangePlan(files, Affected("phones", (FIRST,), (name,)))


@pytest.fixture
def staging(stored: ReviewContext) -> Staging:
    new = NewChange("phones", FIRST, ChangeKind.ALIAS, "ana", {})
    with stored.ledger.transaction() as conn:
        return Staging(stored, add_change(conn, new, NOW))


def fill(staging: Staging, plan: ChangePlan) -> tuple[Path, list[int]]:
    told: list[int] = []
    return staging.fill(plan, lambda done, _of: told.append(done)), told


def attributes(read: PageRead) -> list[str | None]:
    assert read.records is not None
    return [value.attribute for record in read.records for value in record.values]


def test_pages_are_read_as_the_plan_has_it_and_nothing_else_sees_it(
    stored: ReviewContext, staging: Staging
) -> None:
    topic = stored.topic()
    file, _ = fill(staging, alias_plan(stored))
    found = list(staged_pages(file))
    assert [read.page.url for read in found] == [page(FIRST, at).url for at in range(6)]
    assert attributes(found[0]) == ["品牌", "价格", "手机制式", "品牌", None]
    assert stored.topic() == topic
    with stored.ledger.reading() as conn:
        change = change_of(conn, 1)
    assert change is not None
    assert (change.pages_done, change.pages_all) == (6, 6)


def test_what_would_say_the_same_is_kept_without_records(
    stored: ReviewContext, staging: Staging
) -> None:
    file, _ = fill(staging, alias_plan(stored, "红外"))
    assert [read.records for read in staged_pages(file)] == [None] * 6


@pytest.mark.parametrize("left", [b"", b'[[1,"http', b"\0" * 50 + b"\n", b"\xff\n", b"[]\n"])
def test_half_a_line_does_not_count_and_whole_ones_are_not_read_again(
    stored: ReviewContext, staging: Staging, left: bytes
) -> None:
    plan = alias_plan(stored)
    file, _ = fill(staging, plan)
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4]) + left)
    again, told = fill(staging, plan)
    assert again == file
    assert told[0] == 6, "two of six were left to read, at once"
    assert file.read_bytes() == whole


@pytest.mark.parametrize("what", ["plan", "rules", "pages"])
def test_readings_for_something_else_are_dropped(
    stored: ReviewContext, staging: Staging, what: str
) -> None:
    file, _ = fill(staging, alias_plan(stored))
    if what == "rules":
        rules = stored.file("rules/phones/a.example.yaml")
        rules.write_bytes(rules.read_bytes() + b"# edited\n")
    if what == "pages":
        store_site(stored, SECOND, pages=1)
    again, _ = fill(staging, alias_plan(stored, "颜色" if what == "plan" else NAME))
    assert again != file
    assert list(staging.folder.iterdir()) == [again]


@pytest.mark.slow
def test_several_processes_give_the_same_in_the_same_order(
    stored: ReviewContext, staging: Staging, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = alias_plan(stored)
    alone = fill(staging, plan)[0].read_bytes()
    staging.remove()
    monkeypatch.setattr("review.reread._WORTH_A_PROCESS", 1)
    monkeypatch.setattr("review.reread._PAGES_PER_TASK", 1)
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: {0, 1})
    file, told = fill(staging, plan)
    assert file.read_bytes() == alone
    assert told == [1, 2, 3, 4, 5, 6, 6]


def test_a_lost_archive_is_told_and_costs_no_record(
    stored: ReviewContext, staging: Staging
) -> None:
    for file in stored.archive.iterdir():
        file.unlink()
    lost = list(staged_pages(fill(staging, alias_plan(stored))[0]))
    assert [read.records for read in lost] == [None] * 6
    assert all(read.damage for read in lost)


def test_files_that_change_are_read_from_memory_others_from_the_folder(
    stored: ReviewContext,
) -> None:
    folder = stored.library().folder
    unchanged = ChangedLibrary(folder, {"b.example.yaml": b"source: b.example\nversion: 7\n"})
    known, new = (unchanged.rules_for(f"http://www.{site}.example/") for site in "ab")
    assert known == stored.library().rules_for("http://a.example/")
    assert new is not None
    assert new.version == 7
    gone = ChangedLibrary(folder, {"a.example.yaml": None})
    assert gone.rules_for("http://a.example/") is None


def test_a_page_that_takes_too_much_stays_as_it_is(
    stored: ReviewContext, staging: Staging, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = reader.read_records

    def read_or_not(page_read: Page, *rest: Any) -> RecordsRead:
        while page_read.url == page(FIRST, 0).url:
            pass
        return read(page_read, *rest)

    monkeypatch.setattr("review.reread.read_records", read_or_not)
    monkeypatch.setattr(CrawlSettings, "reading_limits", ReadingLimits(0.5, 1_000))
    costly, *others = staged_pages(fill(staging, alias_plan(stored))[0])
    assert (costly.records, costly.damage) == (None, "")
    assert costly.outcome == costly.page.outcome
    assert all(one.records for one in others)
