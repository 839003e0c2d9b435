"""Rules come late, or change: stored pages give their records without being fetched again."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, rmtree

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import delete, select

from core.records import MEDIA
from discovery.sampling import DiscoverySampling
from rules.library import LIBRARIES
from specseek.cli import main
from store.ledger import Ledger, data_folder_lock, ledger_url
from store.records import CurrentRecord, current_records
from store.schema import pages, record_values
from tests.spider.simulated_crawl import PRODUCT, SmallCrawl, lonely


def reread(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["reread", *arguments])


def records() -> list[CurrentRecord]:
    with Ledger.open(ledger_url(Path("data"))) as ledger, ledger.reading() as conn:
        return [one for one in current_records(conn, "phones") if one.source != MEDIA]


@pytest.fixture(autouse=True)
def crawled_without_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One product page is stored; the folder of rules is empty."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    monkeypatch.setenv("SPECSEEK_RULES", str(tmp_path / "rules"))
    with SmallCrawl(
        tmp_path,
        PRODUCT,
        site={PRODUCT: lonely(PRODUCT)},
        variables={"SPECSEEK_RULES": str(tmp_path / "rules")},
    ) as crawl:
        crawl.run()


def test_a_rule_that_comes_later_reads_the_stored_pages(tmp_path: Path) -> None:
    assert {record.source for record in records()} == {"rows"}
    copytree(LIBRARIES / "phones", tmp_path / "rules" / "phones")
    done = reread()
    assert done.exit_code == 0
    assert "1 pages read again; records: 1 new" in done.stderr
    [record] = records()
    assert (record.url, record.source) == (PRODUCT, "rule")
    with Ledger.open(ledger_url(Path("data"))) as ledger, ledger.reading() as conn:
        assert conn.execute(select(pages.c.outcome, pages.c.visits)).all() == [("ok", 1)]


def test_what_did_not_change_is_not_written_anew(tmp_path: Path) -> None:
    copytree(LIBRARIES / "phones", tmp_path / "rules" / "phones")
    reread()
    before = records()
    assert "0 new, 0 changed, 1 unchanged" in reread().stderr
    assert records() == before


def test_an_attribute_renamed_in_the_rules_is_renamed_in_the_ledger(tmp_path: Path) -> None:
    copytree(LIBRARIES / "phones", tmp_path / "rules" / "phones")
    reread()
    file = tmp_path / "rules" / "phones" / "tongxun.example.yaml"
    file.write_text(file.read_text("utf-8").replace("参考价格", "价格"), "utf-8")
    assert "1 changed" in reread().stderr
    [record] = records()
    assert "价格" in {value.attribute for value in record.values}
    with Ledger.open(ledger_url(Path("data"))) as ledger, ledger.reading() as conn:
        ended = select(record_values.c.attribute).where(record_values.c.until.is_not(None))
        by_rule = ended.where(record_values.c.by == "")
        assert conn.execute(by_rule).all() == [("参考价格",)]


def test_other_sites_are_left_alone(tmp_path: Path) -> None:
    copytree(LIBRARIES / "phones", tmp_path / "rules" / "phones")
    assert "0 pages read again" in reread("--site", "shouji.example").stderr


def test_a_lost_archive_is_told_and_costs_no_record(tmp_path: Path) -> None:
    copytree(LIBRARIES / "phones", tmp_path / "rules" / "phones")
    reread()
    before = records()
    for file in Path("data/archive").iterdir():
        file.unlink()
    done = reread()
    assert done.exit_code == 1
    assert PRODUCT in done.stderr
    assert records() == before


def endless(*_: object) -> None:
    while True:
        pass


@pytest.mark.parametrize("reads", ["review.reread.read_records", "review.reread.page_at"])
def test_a_page_that_takes_too_much_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: str
) -> None:
    before = by_rule(tmp_path)
    monkeypatch.setattr(reads, endless)
    monkeypatch.setenv("SPECSEEK_CRAWL_READING_SECONDS", "0.05")
    done = reread()
    assert done.exit_code == 0
    told = "reading it took more than 0.05 s of processor time; it stays as it is"
    assert f"Error: {PRODUCT}: {told}" in done.stderr
    assert records() == before


def test_a_page_that_is_dear_to_search_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(LIBRARIES / "phones", tmp_path / "rules" / "phones")
    monkeypatch.setattr(DiscoverySampling, "is_to_search", lambda *_: True)
    monkeypatch.setattr(DiscoverySampling, "search", endless)
    monkeypatch.setenv("SPECSEEK_CRAWL_READING_SECONDS", "1")
    assert "records: 1 new" in reread().stderr


def test_not_while_a_crawl_runs() -> None:
    with data_folder_lock(Path("data")):
        done = reread()
    assert done.exit_code == 1
    assert "another crawl is running" in done.stderr


def test_an_unknown_topic_is_told() -> None:
    done = reread("--topic", "phone")
    assert done.exit_code == 1
    assert "Did you mean phones?" in done.stderr


def test_before_the_first_crawl_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECSEEK_DATA", str(tmp_path / "elsewhere"))
    assert "No crawl yet" in reread().stderr
    assert reread("--topic", "nope").exit_code == 1
    assert not (tmp_path / "elsewhere").exists()


def test_pictures_are_read_again_as_well() -> None:
    with Ledger.open(ledger_url(Path("data"))) as ledger, ledger.transaction() as conn:
        (media,) = [one for one in current_records(conn, "phones") if one.source == MEDIA]
        conn.execute(delete(record_values).where(record_values.c.record_id == media.id))
    reread()
    with Ledger.open(ledger_url(Path("data"))) as ledger, ledger.reading() as conn:
        (again,) = [one for one in current_records(conn, "phones") if one.source == MEDIA]
    assert [value.raw for value in again.values] == [value.raw for value in media.values]


def by_rule(tmp_path: Path) -> list[CurrentRecord]:
    copytree(LIBRARIES / "phones", tmp_path / "rules" / "phones")
    reread()
    assert {record.source for record in records()} == {"rule"}
    return records()


@pytest.mark.parametrize("how", ["missing", "a link that leads nowhere", "inner link"])
def test_rules_that_are_away_are_an_error_and_cost_nothing(tmp_path: Path, how: str) -> None:
    before = by_rule(tmp_path)
    rules = tmp_path / "rules"
    away = rules / "phones" if how == "inner link" else rules
    away.rename(tmp_path / "unmounted")
    if how != "missing":
        away.symlink_to(tmp_path / "mount-point")
    done = reread()
    assert done.exit_code == 1
    assert "is a disk not mounted?" in done.stderr
    assert records() == before


def test_a_reread_that_loses_much_asks_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = by_rule(tmp_path)
    rmtree(tmp_path / "rules" / "phones")  # an empty mount point
    monkeypatch.setenv("SPECSEEK_REVIEW_MOST_LOST", "0.01")
    refused = reread()
    assert refused.exit_code == 1, refused.stderr
    assert "would be lost" in refused.stderr
    assert "run the same command with --yes" in refused.stderr
    assert records() == before
    assert reread("--yes").exit_code == 0
    assert records() != before
