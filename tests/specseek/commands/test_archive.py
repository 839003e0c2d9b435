"""`specseek archive`: stored pages are checked, and a ledger that does not fit them is mended."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from specseek.cli import main
from store.archive import read_captures
from store.ledger import Ledger, data_folder_lock, ledger_url
from store.records import current_records
from tests.spider.simulated_crawl import SHOUJI_PRODUCTS, SmallCrawl, lonely

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

FIRST, *OTHERS = (page.url for page in SHOUJI_PRODUCTS[:4])


def crawl(folder: Path, *urls: str) -> list[str]:
    """Crawl product pages that link to nothing; the addresses that were asked for."""
    site = {url: lonely(url) for url in urls}
    with SmallCrawl(folder, *urls, site=site, revisit="none") as small:
        return sorted(small.run())


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    crawl(tmp_path, FIRST)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPECSEEK_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SPECSEEK_TOPICS", str(tmp_path / "topics"))
    return tmp_path / "data"


def archive(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["archive", *arguments])


def products(data: Path) -> set[str]:
    with Ledger.open(ledger_url(data)) as ledger, ledger.reading() as conn:
        return {record.url for record in current_records(conn, "phones")}


def archived(data: Path) -> list[str]:
    return sorted(capture.url for _, capture in read_captures(data / "archive"))


def test_a_sound_archive(data: Path) -> None:
    for command in ("verify", "repair"):
        done = archive(command)
        assert (done.exit_code, done.stdout) == (0, ""), done.stderr
        assert "1 file, " in done.stderr
    assert products(data) == {FIRST}


def test_an_older_ledger_gets_its_pages_back_without_a_fetch(data: Path) -> None:
    shutil.copy(data / "ledger.sqlite", data.parent / "back-up")
    crawl(data.parent, FIRST, *OTHERS)
    shutil.copy(data.parent / "back-up", data / "ledger.sqlite")
    found = archive("verify")
    assert found.exit_code == 1
    assert "the ledger is older than the archive" in found.stdout
    assert "3 pages in it are not in the ledger" in found.stdout
    assert "What to do: specseek archive repair" in found.stderr
    done = archive("repair")
    assert done.exit_code == 0, done.stderr
    assert "3 pages taken in again. For their records: specseek reread" in done.stderr
    assert CliRunner().invoke(main, ["reread"]).exit_code == 0
    assert products(data) == {FIRST, *OTHERS}
    assert archive("verify").exit_code == 0
    # The next crawl looks for their links, and stores no body twice.
    asked = crawl(data.parent, FIRST, *OTHERS)
    assert [url for url in asked if not url.endswith(".png")] == sorted(OTHERS)
    assert archived(data) == sorted([FIRST, *OTHERS])


def test_files_that_are_away_are_given_up_only_if_somebody_says_so(data: Path) -> None:
    away = data.parent / "unmounted"
    (data / "archive").rename(away)
    refused = archive("repair")
    assert refused.exit_code == 1
    assert "Give these files up? If so, run the same command with --yes" in refused.stderr
    away.rename(data / "archive")
    assert archive("verify").exit_code == 0
    (data / "archive").rename(away)
    assert archive("repair", "--yes").exit_code == 0
    assert crawl(data.parent, FIRST) == [FIRST]
    assert archived(data) == [FIRST]


def test_a_damaged_page_is_fetched_again_without_conditions(data: Path) -> None:
    [file] = (data / "archive").glob("*.warc.gz")
    body = bytearray(file.read_bytes())
    body[-100] ^= 0xFF
    file.write_bytes(body)
    found = archive("verify")
    assert found.exit_code == 1
    assert "1 pages of the ledger cannot be read from it" in found.stdout
    assert archive("repair").exit_code == 0
    assert archive("verify").exit_code == 0
    assert crawl(data.parent, FIRST) == [FIRST]
    assert products(data) == {FIRST}


def test_without_a_ledger_one_is_made_of_the_pages(data: Path) -> None:
    (data / "ledger.sqlite").unlink()
    found = archive("verify")
    assert found.exit_code == 1
    assert "specseek archive repair" in found.stderr
    assert archive("repair", "--yes").exit_code == 0
    assert CliRunner().invoke(main, ["reread"]).exit_code == 0
    assert products(data) == {FIRST}


def test_files_of_earlier_versions_tell_their_topic_by_their_name(data: Path) -> None:
    [file] = (data / "archive").glob("*.warc.gz")
    [place] = [place for place, _ in read_captures(file)]
    file.write_bytes(file.read_bytes()[place.offset :])  # without the record that tells it
    (data / "ledger.sqlite").unlink()
    assert archive("repair", "--yes").exit_code == 0
    assert CliRunner().invoke(main, ["reread"]).exit_code == 0
    assert products(data) == {FIRST}


def test_not_while_a_crawl_runs(data: Path) -> None:
    with data_folder_lock(data):
        refused = archive("repair")
    assert refused.exit_code == 1
    assert "another crawl is running" in refused.stderr


def test_before_the_first_crawl_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECSEEK_DATA", str(tmp_path / "none"))
    for command in ("verify", "repair"):
        refused = archive(command)
        assert refused.exit_code == 1
        assert "No crawl yet" in refused.stderr
    assert not (tmp_path / "none").exists()
