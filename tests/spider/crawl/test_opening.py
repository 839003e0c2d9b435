"""A crawl begins where the last one ended, however that was."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from core.errors import SpecSeekError
from store.archive import Capture
from store.archive import read_captures as captures_in
from store.runs import last_runs
from store.schema import captures, links, pages
from tests.spider.crawl.small_crawl import SHOUJI, TONGXUN, SmallCrawl, html
from tests.spider.crawl.small_pages import PRODUCT, lonely

if TYPE_CHECKING:
    from pathlib import Path

SITE = {PRODUCT: lonely(PRODUCT, etag='"1"')}
HOME = html('<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a>')
THREE = {SHOUJI: HOME} | {f"{SHOUJI}{name}": html("") for name in "abc"}


def killed(crawl: SmallCrawl) -> None:
    """As after kill -9: nothing is closed in order; only the system's lock is gone."""
    crawl.context.resources.close()


def finished(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as crawl:
        crawl.run()


def test_links_that_were_on_their_way_come_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    first = SmallCrawl(tmp_path, site=THREE).__enter__()
    first.run(most=1)
    assert [first.take() is not None for _ in range(3)] == [True, True, True]
    killed(first)
    with SmallCrawl(tmp_path, site=THREE) as second:
        assert "3 requests were on their way when the last crawl ended" in caplog.text
        assert sorted(second.run()) == [f"{SHOUJI}{name}" for name in "abc"]
        with second.context.ledger.reading() as conn:
            assert [run.outcome for run in last_runs(conn)] == ["running", "interrupted"]


def test_what_the_ledger_never_heard_of_is_cut_off_the_archive(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = SmallCrawl(tmp_path, PRODUCT, site=SITE).__enter__()
    first.run()
    first.context.archive.add(Capture(SHOUJI, time.time(), 200, (), b"never committed"))
    killed(first)
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as second:
        assert "bytes that were never committed cut off" in caplog.text
        assert [capture.url for _, capture in captures_in(second.data / "archive")] == [PRODUCT]


@pytest.mark.parametrize("what", ["cut", "missing"])
def test_pages_lost_from_the_archive_are_fetched_whole_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    finished(tmp_path)
    [file] = (tmp_path / "data" / "archive").glob("*.warc.gz")
    if what == "cut":
        file.write_bytes(file.read_bytes()[:-10])
    else:
        file.unlink()
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit="none") as second:
        assert "1 pages are missing from it; they are fetched again" in caplog.text
        assert second.run() == [PRODUCT]  # without the etag: the site would send nothing
        [place] = [place for place, _ in captures_in(second.data / "archive")]
        wanted = select(captures.c.file, captures.c.offset, captures.c.length)
        assert second.rows(wanted.join(pages, pages.c.capture_id == captures.c.id)) == [
            tuple(place)
        ]
        assert second.stored().keys() == {PRODUCT}


@pytest.mark.parametrize(("revisit", "asked"), [("all", [PRODUCT]), ("due", []), ("none", [])])
def test_pages_read_by_a_finished_crawl(tmp_path: Path, revisit: str, asked: list[str]) -> None:
    finished(tmp_path)
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit=revisit) as second:
        assert second.run() == asked


@pytest.mark.parametrize(
    ("revisit", "asked"), [("all", [PRODUCT]), ("due", [PRODUCT]), ("none", [])]
)
def test_pages_whose_time_has_come(tmp_path: Path, revisit: str, asked: list[str]) -> None:
    finished(tmp_path)
    with (
        SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit="none") as between,
        between.context.ledger.transaction() as conn,
    ):
        conn.execute(update(pages).values(next_visit_at=time.time() - 1))
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit=revisit) as later:
        assert later.run() == asked


def test_a_crawl_that_is_not_finished_goes_on_before_it_looks_back(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=THREE) as first:
        first.run(most=2)
    with SmallCrawl(tmp_path, site=THREE, revisit="all") as second:
        assert len(second.run()) == 2


def test_what_failed_is_tried_by_the_next_crawl(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: html("", 404)}) as first:
        first.run()
    with SmallCrawl(tmp_path, site={SHOUJI: html("")}) as second:
        assert second.run() == [SHOUJI]


def test_a_seed_that_was_added_to_the_topic_is_asked_for(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, SHOUJI, site={SHOUJI: html("")}) as first:
        first.run()
    site = {SHOUJI: html(""), TONGXUN: html("")}
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=site, revisit="none") as second:
        assert second.run() == [TONGXUN]


def test_two_crawls_in_one_folder_are_one_too_many(tmp_path: Path) -> None:
    with (
        SmallCrawl(tmp_path) as first,
        pytest.raises(SpecSeekError, match="another crawl is at work"),
    ):
        SmallCrawl(tmp_path).__enter__()
    assert first.end_reasons == []
    with SmallCrawl(tmp_path) as second:  # the refused one has left nothing behind
        assert second.rows(select(links.c.state)) == [("queued",)]


def test_a_mistake_in_a_rule_file_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    rules = tmp_path / "rules" / "phones"
    rules.mkdir(parents=True)
    (rules / "shouji.example.yaml").write_text("source: [")
    with pytest.raises(SpecSeekError, match=r"shouji\.example\.yaml"):
        SmallCrawl(tmp_path, variables={"SPECSEEK_RULES": str(tmp_path / "rules")}).__enter__()
    with SmallCrawl(tmp_path):  # nothing is locked
        pass


def test_the_ledger_may_be_elsewhere(tmp_path: Path) -> None:
    elsewhere = {"SPECSEEK_LEDGER": f"sqlite:///{tmp_path}/else/where.sqlite"}
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, variables=elsewhere) as crawl:
        crawl.run()
    assert (tmp_path / "else" / "where.sqlite").exists()
    assert not (tmp_path / "data" / "ledger.sqlite").exists()
    assert list((tmp_path / "data" / "archive").glob("*.warc.gz"))


def test_a_ledger_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    wrong = {"SPECSEEK_LEDGER": "mysql://nowhere/x"}
    with pytest.raises(SpecSeekError, match="SpecSeek knows SQLite and PostgreSQL"):
        SmallCrawl(tmp_path, variables=wrong).__enter__()
