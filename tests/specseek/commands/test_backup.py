"""A back-up of a real data folder, made while others write, and restored."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from core.errors import SpecSeekError
from core.files import lock
from specseek.cli import main
from store.archive import Capture, CapturePlace, find_at
from store.archive_writer import ArchiveWriter
from store.database import LedgerError
from store.ledger import Ledger, ledger_url
from store.visits import NewCapture, add_capture
from tests.search_ui.product_shop import shop
from tests.spider.simulated_crawl import TONGXUN_PRODUCTS, SmallCrawl, lonely

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Products, pictures, two archived pages, and one that was not committed yet."""
    folder = tmp_path / "data"
    shop(folder)
    for name in ("ab", "cd"):
        (folder / "pictures" / name).mkdir(parents=True)
        (folder / "pictures" / name / f"{name}-160.webp").write_bytes(name.encode())
    with (
        closing(ArchiveWriter(folder / "archive", "phones")) as archive,
        Ledger.open(ledger_url(folder)) as ledger,
    ):
        for number in (1, 2):
            place, digest = archive.add(capture(number))
            with ledger.transaction() as conn:
                add_capture(conn, NewCapture(1, None, "response", 1.0, 200, *place, digest))
        archive.add(capture(3))
    return folder


def capture(number: int) -> Capture:
    url = f"http://a.example/{number}"
    return Capture(url, 1_700_000_000.0, 200, (), f"<h1>{number}</h1>".encode())


def run(command: str, data: Path, folder: Path, **env: str) -> Result:
    runner = CliRunner(env={"SPECSEEK_DATA": str(data)} | env)
    return runner.invoke(main, [command, str(folder)])


def test_one_back_up_at_a_time_in_a_folder(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backup"
    assert run("backup", data, folder).exit_code == 0
    before = contents(folder)
    with lock(folder / "backup.lock"):
        refused = run("backup", data, folder)
    assert refused.exit_code == 1
    assert "another back-up is being made" in refused.output
    after = contents(folder)
    assert {name for name in after if after[name] != before[name]} <= {"backup.lock"}


def rows(data: Path) -> list[str]:
    """All rows of the ledger, but for the version in which it was made."""
    with closing(sqlite3.connect(data / "ledger.sqlite")) as conn:
        lines = sorted(line for line in conn.iterdump() if line.startswith("INSERT"))
    return [line for line in lines if "schema_version" not in line]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_back_up_is_restored_whole(data: Path, tmp_path: Path) -> None:
    saved, new = tmp_path / "saved", tmp_path / "new"
    result = run("backup", data, saved)
    assert result.exit_code == 0, result.output
    result = run("restore", new, saved)
    assert result.exit_code == 0, result.output
    old_files, new_files = contents(data), contents(new)
    for name, body in new_files.items():
        if not name.startswith("ledger.sqlite"):
            assert old_files[name].startswith(body), name
    assert {name.partition("/")[0] for name in new_files} >= {"pictures", "archive", "access.json"}
    assert (new / "access.json").stat().st_mode & 0o777 == 0o600
    doctor = CliRunner(env={"SPECSEEK_DATA": str(new)}).invoke(main, ["doctor"])
    assert "problem" not in doctor.stdout
    assert rows(new) == rows(data)


def test_of_the_archive_just_what_the_ledger_knows_is_saved(data: Path, tmp_path: Path) -> None:
    run("backup", data, tmp_path / "saved")
    run("restore", tmp_path / "new", tmp_path / "saved")
    (file,) = (tmp_path / "new" / "archive").iterdir()
    with Ledger.open(ledger_url(tmp_path / "new")) as ledger, ledger.reading() as conn:
        places = conn.exec_driver_sql("SELECT file, offset, length FROM captures").all()
    bodies = [find_at(file.parent, CapturePlace(*place)) for place in places]
    assert [body.body for body in bodies if body] == [b"<h1>1</h1>", b"<h1>2</h1>"]
    assert file.stat().st_size == max(offset + length for _, offset, length in places)


def test_run_again_only_what_is_new_is_copied(data: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    run("backup", data, saved)
    before = {path: path.stat().st_mtime_ns for path in saved.rglob("*") if path.is_file()}
    gone, damaged = sorted((data / "pictures").rglob("*.webp"))[:2]
    gone.unlink()
    (saved / "data" / damaged.relative_to(data)).write_bytes(b"damaged")
    assert run("backup", data, saved).exit_code == 0
    written = {
        str(path.relative_to(saved))
        for path in saved.rglob("*")
        if path.is_file() and before.get(path) != path.stat().st_mtime_ns
    }
    assert written == {
        "backup.lock",
        "manifest.json",
        "data/ledger.sqlite",
        f"data/{damaged.relative_to(data)}",
    }
    assert not (saved / "data" / gone.relative_to(data)).exists()


def test_own_topics_and_rules_are_saved_and_need_a_place(data: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    (rules / "phones").mkdir(parents=True)
    (rules / "phones" / "a.example.yaml").write_text("a rule")
    env = {"SPECSEEK_RULES": str(rules)}
    run("backup", data, tmp_path / "saved", **env)
    refused = run("restore", tmp_path / "new", tmp_path / "saved")
    assert refused.exit_code == 1
    assert "set `rules` to a folder of your own" in refused.stderr
    env = {"SPECSEEK_RULES": str(tmp_path / "new-rules")}
    assert run("restore", tmp_path / "new", tmp_path / "saved", **env).exit_code == 0
    assert (tmp_path / "new-rules" / "phones" / "a.example.yaml").read_text() == "a rule"


@pytest.mark.parametrize("damage", ["changed", "gone", "no manifest", "manifest"])
def test_a_damaged_back_up_is_refused_whole(data: Path, tmp_path: Path, damage: str) -> None:
    saved = tmp_path / "saved"
    run("backup", data, saved)
    victim = next((saved / "data" / "archive").iterdir())
    if damage == "changed":
        body = bytearray(victim.read_bytes())
        body[len(body) // 2] ^= 1
        victim.write_bytes(body)
    elif damage == "gone":
        victim.unlink()
    elif damage == "no manifest":
        (saved / "manifest.json").unlink()
    else:
        (saved / "manifest.json").write_text("{")
    result = run("restore", tmp_path / "new", saved)
    assert result.exit_code == 1
    assert "saved" in result.stderr
    assert not (tmp_path / "new").exists()


def test_nothing_is_restored_over_what_is_there(data: Path, tmp_path: Path) -> None:
    run("backup", data, tmp_path / "saved")
    before = contents(data)
    result = run("restore", data, tmp_path / "saved")
    assert result.exit_code == 1
    assert "is not empty: nothing was restored" in result.stderr
    assert contents(data) == before


def test_an_interrupted_back_up_is_unusable_until_it_is_run_again(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "saved"
    run("backup", data, saved)
    with monkeypatch.context() as broken:
        broken.setattr("store.backup._save", lambda *_: 1 / 0)
        assert run("backup", data, saved).exit_code == 1
    assert run("restore", tmp_path / "new", saved).exit_code == 1
    assert run("backup", data, saved).exit_code == 0
    assert run("restore", tmp_path / "new", saved).exit_code == 0


@pytest.mark.parametrize(
    ("free", "told"), [(4_000, "There is no space left in"), (10**9, "broken")]
)
def test_a_full_disk_is_not_taken_for_damage(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, told: str
) -> None:
    """SQLite may say that a file is damaged which it could not write to its end."""

    def broken(*_: object) -> None:
        raise LedgerError("the copy is broken")

    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr("store.backup.copy_ledger", broken)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    done = run("backup", data, tmp_path / "backup")
    assert done.exit_code == 1
    assert told in done.stderr
    assert not list((tmp_path / "backup").rglob("ledger*"))


def test_a_damaged_ledger_does_not_cost_the_back_up_that_is_there(
    data: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "saved"
    run("backup", data, saved)
    file = data / "ledger.sqlite"
    body = bytearray(file.read_bytes())
    body[4096 * 3 : 4096 * 9] = b"\xa5" * 4096 * 6
    file.write_bytes(body)
    result = run("backup", data, saved)
    assert result.exit_code == 1
    assert "damaged" in result.stderr
    assert file.read_bytes() == body
    assert run("restore", tmp_path / "new", saved).exit_code == 0


def test_pages_set_aside_are_saved_and_leftovers_of_a_killed_back_up_go(
    data: Path, tmp_path: Path
) -> None:
    (data / "archive" / "1.warc.gz.uncommitted").write_bytes(b"torn")
    left = tmp_path / "saved" / "data" / "archive" / ".2.warc.gz.partial"
    left.parent.mkdir(parents=True)
    left.touch()
    assert run("backup", data, tmp_path / "saved").exit_code == 0
    assert (left.parent / "1.warc.gz.uncommitted").read_bytes() == b"torn"
    assert not left.exists()


def test_the_archive_survives_an_older_ledger_from_a_back_up(tmp_path: Path) -> None:
    """What people do who follow the advice of the error message."""
    first, second = TONGXUN_PRODUCTS[0].url, TONGXUN_PRODUCTS[1].url
    crawled(tmp_path, first)
    data = tmp_path / "data"
    assert run("backup", data, tmp_path / "saved").exit_code == 0
    crawled(tmp_path, second)
    before = archived(data)
    for file in data.glob("ledger.sqlite*"):
        file.unlink()
    shutil.copy(tmp_path / "saved" / "data" / "ledger.sqlite", data)
    with pytest.raises(SpecSeekError, match="the ledger is older than the archive"):
        crawled(tmp_path, first)
    assert archived(data) == before
    runner = CliRunner(env={"SPECSEEK_DATA": str(data)})
    assert "older than the archive" in runner.invoke(main, ["doctor"]).stdout
    assert runner.invoke(main, ["archive", "repair"]).exit_code == 0
    assert archived(data) == before
    crawled(tmp_path, first)
    assert archived(data).items() >= before.items()


def test_a_restored_folder_can_be_crawled_at_once(tmp_path: Path) -> None:
    url = TONGXUN_PRODUCTS[0].url
    crawled(tmp_path, url)
    run("backup", tmp_path / "data", tmp_path / "saved")
    (tmp_path / "data").rename(tmp_path / "old")
    assert run("restore", tmp_path / "data", tmp_path / "saved").exit_code == 0
    before = archived(tmp_path / "data")
    crawled(tmp_path, url)
    assert archived(tmp_path / "data").items() >= before.items()


def crawled(folder: Path, url: str) -> None:
    with SmallCrawl(folder, url, site={url: lonely(url)}) as crawl:
        crawl.run()


def archived(data: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (data / "archive").glob("*.warc.gz*")}


@pytest.mark.slow
def test_a_ledger_on_postgresql_comes_back_through_a_file(
    data: Path, tmp_path: Path, postgres_url: str
) -> None:
    moved = CliRunner(env={"SPECSEEK_DATA": str(data)})
    assert moved.invoke(main, ["move-ledger", postgres_url]).exit_code == 0
    env = {"SPECSEEK_LEDGER": postgres_url}
    assert run("backup", data, tmp_path / "saved", **env).exit_code == 0
    assert run("restore", tmp_path / "new", tmp_path / "saved", **env).exit_code == 2
    assert run("restore", tmp_path / "new", tmp_path / "saved").exit_code == 0
    assert rows(tmp_path / "new") == rows(data)
