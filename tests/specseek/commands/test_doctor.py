"""What `specseek doctor` finds, on a real data folder that is damaged in one way after another."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from evaluation.servers.process import free_port
from specseek.cli import main
from store.archive import Capture
from store.archive_writer import ArchiveWriter
from store.ledger import Ledger, ledger_url
from store.visits import NewCapture, add_capture
from tests.search_ui.product_shop import shop

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A ledger, an archive and an index."""
    folder = tmp_path / "data"
    shop(folder)
    return folder


def findings(data: Path, **env: str) -> dict[str, tuple[str, str]]:
    """What was checked → state and text of the worst finding about it."""
    runner = CliRunner(
        env={"SPECSEEK_DATA": str(data), "SPECSEEK_CRAWL_CONTACT": "a@b.example"} | env
    )
    result = runner.invoke(main, ["doctor", "--json"], catch_exceptions=False)
    told = [json.loads(line) for line in result.stdout.splitlines()]
    states = [one["state"] for one in told]
    assert result.exit_code == ("problem" in states)
    order = ["ok", "warning", "problem"]
    ordered = sorted(told, key=lambda one: order.index(one["state"]))
    assert all(one["advice"] or one["state"] == "ok" for one in told), told
    return {one["what"]: (one["state"], one["text"]) for one in ordered}


def test_a_sound_folder_has_no_problem(data: Path) -> None:
    found = findings(data)
    assert {state for state, _ in found.values()} == {"ok"}
    assert {"settings", "topic phones", "rules phones", "ledger", "archive", "index phones"} <= (
        found.keys()
    )


def test_before_the_first_crawl_nothing_is_wrong_and_nothing_is_made(tmp_path: Path) -> None:
    assert findings(tmp_path / "none")["ledger"][0] == "ok"
    assert not (tmp_path / "none").exists()


def test_a_damaged_ledger(data: Path) -> None:
    file = data / "ledger.sqlite"
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    body = bytearray(file.read_bytes())
    body[4096 * 3 : 4096 * 9] = b"\xa5" * 4096 * 6
    file.write_bytes(body)
    assert findings(data)["ledger"][0] == "problem"
    assert file.read_bytes() == body


def test_an_empty_ledger_is_damaged_not_new(data: Path) -> None:
    for left in data.glob("ledger.sqlite*"):
        left.unlink()
    (data / "ledger.sqlite").touch()
    assert findings(data)["ledger"] == ("problem", f"{data / 'ledger.sqlite'} is empty")


def test_rows_that_refer_to_nothing(data: Path) -> None:
    with closing(sqlite3.connect(data / "ledger.sqlite")) as conn, conn:
        conn.execute("DELETE FROM links WHERE id IN (SELECT link_id FROM records)")
    state, text = findings(data)["ledger"]
    assert state == "problem"
    assert "links" in text


def test_archive_files_that_are_away(data: Path) -> None:
    page = Capture("http://a.example/1", 1_700_000_000.0, 200, (), b"<h1>1</h1>")
    with closing(ArchiveWriter(data / "archive", "phones")) as archive:
        place, digest = archive.add(page)
    with Ledger.open(ledger_url(data)) as ledger, ledger.transaction() as conn:
        add_capture(conn, NewCapture(1, None, "response", 1.0, 200, *place, digest))
    assert findings(data)["archive"][0] == "ok"
    (file,) = (data / "archive").glob("*.warc.gz")
    file.rename(data / "elsewhere")
    assert findings(data)["archive"][0] == "problem"
    assert file.name in findings(data)["archive"][1]


def test_an_archive_of_another_ledger(data: Path) -> None:
    (data / "archive").mkdir()
    (data / "archive" / "1.warc.gz").touch()
    (data / "archive" / "archive.json").write_text('{"id": "other", "revision": 1}')
    state, text = findings(data)["archive"]
    assert (state, "belongs to another ledger" in text) == ("problem", True)


def test_an_index_that_is_behind_the_ledger(data: Path) -> None:
    with closing(sqlite3.connect(data / "ledger.sqlite")) as conn, conn:
        conn.execute("UPDATE records SET last_changed_at = ?", (time.time() + 60,))
    state, text = findings(data)["index phones"]
    assert (state, "the ledger has newer records" in text) == ("warning", True)


def test_a_changed_index(data: Path) -> None:
    file = max((data / "index" / "phones").rglob("*.*"), key=lambda path: path.stat().st_size)
    file.write_bytes(file.read_bytes()[:-1])
    assert findings(data)["index phones"][0] == "problem"


def test_an_unreachable_cluster_is_reported(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("opensearchpy", reason="the extra 'opensearch' is not installed")
    from index.engines.opensearch_cluster import Wait  # noqa: PLC0415 - may be missing

    monkeypatch.setattr("index.engines.opensearch_cluster.SEARCHING", Wait(0.1, 1.0))
    away = {
        "SPECSEEK_SEARCH_ENGINE": "opensearch",
        "SPECSEEK_SEARCH_OPENSEARCH_HOSTS": "http://127.0.0.1:9",
    }
    state, text = findings(data, **away)["engine"]
    assert (state, "does not answer" in text) == ("problem", True)


def test_mistakes_in_files_and_settings(data: Path, tmp_path: Path) -> None:
    topics = tmp_path / "topics"
    topics.mkdir()
    (topics / "phones.yaml").write_text("name: phones\nnonsense: 1\n")
    state, text = findings(data, SPECSEEK_TOPICS=str(topics))["topic phones"]
    assert (state, "phones.yaml:2" in text) == ("problem", True)
    assert findings(data, SPECSEEK_CRAWL_PAGES="many")["settings"][0] == "problem"
    assert findings(data, SPECSEEK_TOPICS=str(tmp_path / "away"))["topics"][0] == "problem"


def test_a_folder_of_rules_that_is_away(data: Path, tmp_path: Path) -> None:
    found = findings(data, SPECSEEK_RULES=str(tmp_path / "unmounted"))
    assert found["rules phones"][0] == "problem"


def test_a_password_file_that_others_may_read(data: Path) -> None:
    (data / "access.json").chmod(0o644)
    assert findings(data)["password"][0] == "warning"


def test_a_queue_that_does_not_answer(data: Path) -> None:
    pytest.importorskip("redis")
    found = findings(data, SPECSEEK_FRONTIER=f"redis://127.0.0.1:{free_port()}/0")
    assert found["crawl"][0] == "problem"
    assert found["index phones"][0] == "ok"  # the rest was checked, too


def test_people_get_a_table(data: Path) -> None:
    (data / "index" / "phones" / "current").write_text("20200101T000000-00000000")
    result = CliRunner(env={"SPECSEEK_DATA": str(data)}).invoke(main, ["doctor"])
    assert result.exit_code == 1
    assert "What to do: specseek index build" in result.stdout
