"""Crawled on one machine, read on another: the archive is in S3-compatible storage."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest
from click.testing import CliRunner

from core.errors import SpecSeekError
from core.settings import load_settings
from evaluation.kill_trials import crash_trial
from evaluation.servers.process import free_port
from search_ui.app import create_app
from specseek.cli import main
from store.bucket import BucketPath
from tests.spider.simulated_crawl import SHOUJI, TONGXUN, TONGXUN_PRODUCTS, SmallCrawl, lonely
from tests.spider.small_topic import write_topic

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("storage")]


class Crawled(NamedTuple):
    folder: Path
    address: str


@pytest.fixture
def crawled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Crawled:
    address = f"s3://pages/{tmp_path.name}"
    shared = {
        "SPECSEEK_ARCHIVE": address,
        "SPECSEEK_LEDGER": f"sqlite:///{tmp_path / 'ledger.sqlite'}",
    }
    urls = [page.url for page in TONGXUN_PRODUCTS[:3]]
    site = {url: lonely(url) for url in urls}
    with SmallCrawl(tmp_path, *urls, site=site, variables=shared) as crawl:
        crawl.run()
    assert list((tmp_path / "data" / "archive").glob("*.warc.gz")) == []
    elsewhere = {
        **shared,
        "SPECSEEK_DATA": str(tmp_path / "other"),
        "SPECSEEK_TOPICS": str(tmp_path / "topics"),
    }
    for name, value in elsewhere.items():
        monkeypatch.setenv(name, value)
    return Crawled(tmp_path, address)


def run(*arguments: str | Path | BucketPath) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


@pytest.mark.usefixtures("crawled")
def test_stored_pages_are_read_again_elsewhere() -> None:
    done = run("reread")
    assert (done.exit_code, done.exception) == (0, None), done.stderr
    assert "3 pages read again; records: 0 new, 0 changed, 3 unchanged" in done.stderr


def test_commands_read_files_and_folders_in_storage(crawled: Crawled) -> None:
    (file,) = BucketPath.parse(crawled.address).iterdir()
    there, here = crawled.folder / "there", crawled.folder / "here"
    local = crawled.folder / file.name
    with file.open(1 << 20) as stored:
        local.write_bytes(stored.read())
    assert run("batch", "extract", crawled.address, "--output", there).exit_code == 0
    assert run("batch", "extract", local, "--output", here).exit_code == 0
    [(one, other)] = zip(there.iterdir(), here.iterdir(), strict=True)
    assert one.read_bytes() == other.read_bytes()
    assert one.read_bytes().count(b'"status": "read"') == 3
    for address in (crawled.address, str(file)):
        assert run("extract", "--archive", address).stdout == one.read_text()
    assert run("cluster", "--kinds", "--archive", file).stdout.count("product") > 1
    lost = run("batch", "extract", f"{crawled.address}/lost.warc.gz", "--output", there)
    assert lost.exit_code == 1
    assert f"{crawled.address}/lost.warc.gz" in lost.stderr
    assert run("extract", "--archive", "s3://").exit_code == 2


@pytest.mark.usefixtures("crawled")
def test_a_stored_page_is_shown_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    client = create_app(load_settings(), ["phones"]).test_client()
    assert "通讯样例" in client.get("/stored/1/look").text
    monkeypatch.setenv("SPECSEEK_ARCHIVE", "s3://never-made/x")
    client = create_app(load_settings(), ["phones"]).test_client()
    assert client.get("/stored/1/look").status_code == 503


def test_what_is_forgotten_goes_from_storage_too(crawled: Crawled) -> None:
    assert run("forget", "--topic", "phones", "--yes").exit_code == 0
    assert list(BucketPath.parse(crawled.address).iterdir()) == []


def test_the_archive_is_verified_and_repaired_in_storage(
    crawled: Crawled, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("archive", "verify").exit_code == 0
    monkeypatch.setenv("SPECSEEK_LEDGER", f"sqlite:///{crawled.folder / 'new.sqlite'}")
    done = run("archive", "repair")
    assert done.exit_code == 0, done.stderr
    assert "3 pages taken in again" in done.stderr
    assert "3 pages read again; records: 3 new" in run("reread").stderr
    (file,) = BucketPath.parse(crawled.address).iterdir()
    file.unlink()
    assert f"{file.name}: it is not there" in run("archive", "verify").stdout
    assert run("archive", "repair").exit_code == 1
    assert run("archive", "repair", "--yes").exit_code == 0
    assert run("archive", "verify").exit_code == 0


MISTAKES = {
    "away": ({"AWS_ENDPOINT_URL": "http://127.0.0.1:{port}"}, "the storage cannot be reached"),
    "no bucket": ({"SPECSEEK_ARCHIVE": "s3://never-made/x"}, "there is no bucket 'never-made'"),
    "no credentials": (
        {
            "AWS_ACCESS_KEY_ID": "",
            "AWS_SECRET_ACCESS_KEY": "",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        },
        "there are no credentials for the storage; set AWS_ACCESS_KEY_ID",
    ),
}


@pytest.mark.usefixtures("crawled")
@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_told_and_cost_nothing(mistake: str) -> None:
    variables, words = MISTAKES[mistake]
    wrong = {name: value.format(port=free_port()) for name, value in variables.items()}
    process = subprocess.run(
        [sys.executable, "-m", "specseek", "reread"],
        env={**os.environ, **wrong},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 1
    assert process.stderr.startswith("Error: s3://")
    assert words in process.stderr
    assert "Traceback" not in process.stderr
    assert "0 new, 0 changed" in run("reread").stderr


def test_a_crawl_does_not_begin_without_its_storage(tmp_path: Path) -> None:
    wrong = {"SPECSEEK_ARCHIVE": "s3://never-made/x"}
    with pytest.raises(SpecSeekError, match="there is no bucket 'never-made'"):
        SmallCrawl(tmp_path, variables=wrong).__enter__()


def test_a_crawl_killed_again_and_again_loses_and_doubles_nothing(tmp_path: Path) -> None:
    topics = write_topic(tmp_path, SHOUJI, TONGXUN)
    report = crash_trial(
        tmp_path,
        kills=4,
        seed=7,
        settings={
            "SPECSEEK_TOPICS": str(topics),
            "SPECSEEK_ARCHIVE": f"s3://pages/{tmp_path.name}",
        },
    )
    assert report.differences == ()
    assert report.kills == 4
    assert list((tmp_path / "killed" / "archive").glob("*.warc.gz")) == []
