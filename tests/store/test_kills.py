"""A writer that is killed at any moment leaves whole transactions and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from store.ledger import Ledger, ledger_url

if TYPE_CHECKING:
    from sqlalchemy import Connection


ROOT = Path(__file__).parents[2]
LINKS = 20  # per page
WRITER = f"""
import sys
from pathlib import Path
from store.frontier import add_links
from store.ledger import Ledger, ledger_url
from core.records import ReadRecord, ReadValue
from store.records import save_records
from tests.store.small_crawl import NOW, TOPIC, fetch, new_link

ledger = Ledger.open(ledger_url(Path(sys.argv[1])))
number = int(sys.argv[2])
print("open", flush=True)
while True:
    number += 1
    with ledger.transaction() as conn:
        link_id = fetch(conn, -number, offset=100 * number)
        numbers = range(number * {LINKS}, (number + 1) * {LINKS})
        links = [new_link(at)._replace(found_on=link_id) for at in numbers]
        add_links(conn, TOPIC, links, NOW)
        value = ReadValue("price", "价格", str(number))
        save_records(conn, link_id, [ReadRecord("rule", "a/1", 1, (value, value))], None, NOW)
    print("page", flush=True)
"""


def write_and_kill(folder: Path, kill: int, least: int) -> int:
    """Let a writer commit some pages; how many it said to have committed when it was killed."""
    first = kill * 100_000
    command = [sys.executable, "-c", WRITER, str(folder), str(first)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        assert writer.stdout.readline() == b"open\n"
        for _ in range(least):
            assert writer.stdout.readline() == b"page\n"
        writer.kill()
        return least + writer.stdout.read().count(b"page\n")


def number_of(conn: Connection, what: str) -> int:
    count = conn.scalar(text(f"SELECT count(*) FROM {what}"))  # noqa: S608 - our own words
    assert isinstance(count, int)
    return count


@pytest.mark.slow
def test_pages_are_there_with_all_that_belongs_to_them_or_not_at_all(tmp_path: Path) -> None:
    promised = 0
    for kill, least in enumerate((0, 0, 1, 3, 8, 20)):
        promised += write_and_kill(tmp_path, kill, least)
        with Ledger.open(ledger_url(tmp_path)) as ledger, ledger.reading() as conn:
            pages = number_of(conn, "pages")
            assert promised <= pages <= promised + kill + 1, "at most the word of the last is lost"
            assert number_of(conn, "links WHERE found_on IS NOT NULL") == LINKS * pages
            assert number_of(conn, "captures") == number_of(conn, "records") == pages
            assert number_of(conn, "record_values") == 2 * pages
            assert conn.scalar(text("PRAGMA integrity_check")) == "ok"
            assert conn.execute(text("PRAGMA foreign_key_check")).all() == []
