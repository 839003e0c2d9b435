from __future__ import annotations

import os
import re
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import insert, text

from core.errors import SpecSeekError
from store.database import LedgerError
from store.ledger import Ledger, data_folder_lock, ledger_url, seal_of
from store.runs import last_runs, start_run
from store.schema import schema_version
from tests.store.small_crawl import add_link

if TYPE_CHECKING:
    from pathlib import Path


def refusal(url: str) -> str:
    with pytest.raises(LedgerError) as caught:
        Ledger.open(url)
    return str(caught.value)


def test_a_new_ledger_is_made_with_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "数据" / "100% new"
    with Ledger.open(ledger_url(folder)) as ledger, ledger.reading() as conn:
        assert last_runs(conn) == []
    assert (folder / "ledger.sqlite").is_file()


def test_what_was_written_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    url = ledger_url(tmp_path)
    with Ledger.open(url) as ledger, ledger.transaction() as conn:
        run_id = start_run(conn, "phones", 1.0)
    with Ledger.open(url) as ledger, ledger.reading() as conn:
        assert [run.id for run in last_runs(conn)] == [run_id]


def test_a_ledger_may_be_in_memory() -> None:
    with Ledger.open("sqlite://") as ledger:
        with ledger.transaction() as conn:
            start_run(conn, "phones", 1.0)
        with ledger.reading() as conn:
            assert len(last_runs(conn)) == 1


def test_a_transaction_that_fails_leaves_nothing(ledger: Ledger) -> None:
    def write_and_fail() -> None:
        with ledger.transaction() as conn:
            start_run(conn, "phones", 1.0)
            raise KeyError

    with pytest.raises(KeyError):
        write_and_fail()
    with ledger.reading() as conn:
        assert last_runs(conn) == []


def test_what_is_read_is_committed_and_from_one_moment(tmp_path: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.reading() as reader:
        with ledger.transaction() as writer:
            start_run(writer, "phones", 1.0)
            assert last_runs(reader) == []
        assert last_runs(reader) == [], "the reader began before that"
        with ledger.reading() as later:
            assert len(last_runs(later)) == 1


def test_many_may_open_a_new_ledger_at_once(tmp_path: Path) -> None:
    def open_and_write(number: int) -> None:
        with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
            start_run(conn, str(number), 1.0)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(open_and_write, range(4)))
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.reading() as conn:
        assert len(last_runs(conn)) == 4


def test_a_new_ledger_is_there_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.ledger.migrate", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Ledger.open(ledger_url(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_damaged_not_new(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    file.touch()
    assert re.search("is empty.*restore a back-up", refusal(ledger_url(tmp_path)))
    assert file.stat().st_size == 0


def test_a_link_that_leads_nowhere_is_no_place_for_a_new_ledger(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").symlink_to(tmp_path / "unmounted" / "ledger.sqlite")
    assert "a link that leads nowhere" in refusal(ledger_url(tmp_path))


@pytest.mark.parametrize("page", range(2, 12))
def test_a_damaged_ledger_is_refused_before_anything_is_written(tmp_path: Path, page: int) -> None:
    """Whether or not that page would have been written to, or even read."""
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        for number in range(50):
            add_link(conn, number)
    file = tmp_path / "ledger.sqlite"
    body = bytearray(file.read_bytes())
    size = int.from_bytes(body[16:18])
    start = (page - 1) * size
    body[start : start + 8] = bytes(byte ^ 0xA5 for byte in body[start : start + 8])
    file.write_bytes(body)

    def write() -> None:
        with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
            start_run(conn, "phones", 1.0)

    with pytest.raises(LedgerError, match="the file is damaged: restore a back-up"):
        write()
    assert file.read_bytes() == body


def test_a_ledger_of_a_newer_version_is_refused_and_not_changed(tmp_path: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        conn.execute(insert(schema_version), {"version": 99, "applied_at": 1.0})
    before = (tmp_path / "ledger.sqlite").read_bytes()
    assert re.search("version 99.*newer.*update SpecSeek", refusal(ledger_url(tmp_path)))
    assert (tmp_path / "ledger.sqlite").read_bytes() == before


def test_a_database_of_something_else_is_refused_and_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE bookmarks (url)")
    other.close()
    before = file.read_bytes()
    assert re.search("bookmarks.*name another database", refusal(ledger_url(tmp_path)))
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_no_database_is_refused_and_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    file.write_text("just a note\n" * 100)
    words = refusal(ledger_url(tmp_path))
    assert str(file) in words
    assert re.search("not a database.*What to do: move the file away", words)
    assert file.read_text() == "just a note\n" * 100


def test_a_damaged_ledger_is_told_when_it_is_read(tmp_path: Path) -> None:
    Ledger.open(ledger_url(tmp_path)).close()
    file = tmp_path / "ledger.sqlite"
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xff" * 4000 + whole[4100:])
    assert re.search("malformed.*damaged.*back-up", refusal(ledger_url(tmp_path)))


def test_a_part_damaged_later_is_told_when_it_is_needed(tmp_path: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.transaction() as conn:
        wanted = "SELECT rootpage FROM sqlite_master WHERE name = 'proposals'"
        page = conn.scalar(text(wanted))
    file = tmp_path / "ledger.sqlite"
    whole = file.read_bytes()
    assert isinstance(page, int)
    file.write_bytes(whole[: (page - 1) * 4096] + b"\xff" * 4096 + whole[page * 4096 :])
    ledger = Ledger.open(ledger_url(tmp_path))
    with pytest.raises(LedgerError, match="damaged"), ledger, ledger.reading() as conn:
        conn.execute(text("SELECT * FROM proposals"))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file, no folder")
    words = refusal(ledger_url(tmp_path / "data"))
    assert re.search("cannot be created.*name another folder", words)


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    assert "check that it is a file" in refusal(ledger_url(tmp_path))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_to_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "a folder that may be written to" in refusal(ledger_url(tmp_path))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("ledger.sqlite", "'ledger.sqlite' does not name a database.*sqlite:///folder"),
        ("nosuch://host/name", "cannot be kept in nosuch.*SQLite and PostgreSQL"),
        ("mysql://host/name", "cannot be kept in mysql"),
        ("postgresql+nosuch://host/name", "does not name a database"),
    ],
)
def test_an_address_of_no_use_is_told(url: str, words: str) -> None:
    assert re.search(words, refusal(url))


def test_a_database_that_does_not_answer_is_told_without_its_password() -> None:
    pytest.importorskip("psycopg", reason="psycopg is not installed: PostgreSQL is not tried")
    words = refusal("postgresql+psycopg://ana:secret@127.0.0.1:1/specseek")
    assert "check that the database is running" in words
    assert "secret" not in words


def test_a_missing_driver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # as if not installed
    words = refusal("postgresql+psycopg://ana:secret@127.0.0.1:1/specseek")
    assert re.search(r"not installed.*psycopg.*pip install 'specseek\[postgres\]'", words)
    assert "secret" not in words


def test_a_second_crawl_is_refused_and_told_who_is_at_work(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    told = re.escape(f"another crawl is running in {folder} (process {os.getpid()})")
    with (
        data_folder_lock(folder),
        pytest.raises(SpecSeekError, match=told),
        data_folder_lock(folder),
    ):
        pass
    with data_folder_lock(folder):
        pass


def test_other_folders_are_free(tmp_path: Path) -> None:
    with data_folder_lock(tmp_path / "a"), data_folder_lock(tmp_path / "b"):
        pass


def test_what_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = r"the data folder .* cannot be written.*SPECSEEK_DATA"
    with pytest.raises(SpecSeekError, match=told), data_folder_lock(tmp_path / "file"):
        pass


def test_an_error_of_the_work_itself_stays_what_it_is(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), data_folder_lock(tmp_path):
        (tmp_path / "gone").read_bytes()


def test_a_ledger_keeps_its_seal(ledger: Ledger) -> None:
    first = seal_of(ledger)
    assert seal_of(ledger) == first
    assert len(first.key) == 32
    assert first.ledger


def test_no_two_ledgers_have_the_same(tmp_path: Path) -> None:
    seals = []
    for name in ("one", "other"):
        with Ledger.open(ledger_url(tmp_path / name)) as ledger:
            seals.append(seal_of(ledger))
    assert seals[0].ledger != seals[1].ledger
    assert seals[0].key != seals[1].key


def test_it_is_still_the_same_when_opened_again(tmp_path: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        first = seal_of(ledger)
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        assert seal_of(ledger) == first
