"""Ledger and archive that do not fit together any more are brought in line, and lose nothing."""

from __future__ import annotations

import shutil
from contextlib import closing
from secrets import token_bytes
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from store.archive import CapturePlace, find_at
from store.archive_repair import Repaired, examine, repair, told_lines
from store.archive_state import next_mark, settle_archive, write_mark
from store.archive_writer import ArchiveWriter
from store.forget import ForgetScope, forget
from store.frontier import LinkState, NewLink, add_links, finish_link, link_id_at
from store.ledger import Ledger, ledger_url
from store.runs import end_run, start_run
from store.schema import captures, links, pages
from store.stored_pages import newest_captures
from store.visits import FetchedPage, NewCapture, add_capture, page_state, save_page
from tests.store.small_archive import capture

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from store.archive_repair import ArchiveFindings

TIME = 1_700_000_000.0


def url(number: int) -> str:
    return f"http://www.a.example/{number}"


def crawl(ledger: Ledger, folder: Path, numbers: Iterable[int], name: str = "phones") -> Path:
    """A run as the spider makes it: pages go to the archive, then to the ledger; its file."""
    with ledger.transaction() as conn:
        settle_archive(conn, folder)
        run_id = start_run(conn, name, TIME)
        mark = next_mark(conn, folder)
    write_mark(ledger, folder, mark)
    with closing(ArchiveWriter(folder, f"{name}-{run_id}", part_of=name)) as archive:
        for number in numbers:
            store(ledger, archive, run_id, number, name)
    with ledger.transaction() as conn:
        end_run(conn, run_id, "finished", TIME)
        mark = next_mark(conn, folder)
    write_mark(ledger, folder, mark)
    return max(folder.glob(f"{name}-{run_id}-*.warc.gz"))


def store(ledger: Ledger, archive: ArchiveWriter, run_id: int, number: int, name: str) -> None:
    body = f"<h1>{number}</h1>".encode()
    stored = archive.add(capture(body, url=url(number), captured_at=TIME + run_id))
    with ledger.transaction() as conn:
        link = NewLink(url(number), "a.example", "/#", "product", level=3, depth=1)
        add_links(conn, name, [link], TIME)
        link_id = link_id_at(conn, name, url(number)) or 0
        told = (link_id, run_id, "response", TIME + run_id, 200)
        capture_id = add_capture(conn, NewCapture(*told, *stored.place, digest=stored.digest))
        page = FetchedPage(
            *(link_id, name, url(number), "a.example", 200, TIME + run_id, TIME + 10**9),
            content_type="text/html",
            etag='"1"',
            digest=stored.digest,
            capture_id=capture_id,
        )
        save_page(conn, page)
        finish_link(conn, link_id, LinkState.DONE)


def examined(ledger: Ledger, folder: Path) -> ArchiveFindings:
    return examine(ledger, folder, (), lambda _: None)


def repaired(ledger: Ledger, folder: Path) -> Repaired:
    """Afterwards nothing is left to do, and a crawl may begin."""
    done = repair(ledger, folder, examined(ledger, folder), lambda _: None)
    assert examined(ledger, folder).is_sound
    with ledger.transaction() as conn:
        assert settle_archive(conn, folder) == []
    return done


def bodies(ledger: Ledger, folder: Path, name: str = "phones") -> dict[str, bytes]:
    """What the ledger finds in the archive, by address."""
    with ledger.reading() as conn:
        stored = [(one.url, CapturePlace(*one[-3:])) for one in newest_captures(conn, name)]
    read = {address: find_at(folder, place) for address, place in stored}
    return {address: page.body for address, page in read.items() if page}


def wanted(*numbers: int) -> dict[str, bytes]:
    return {url(number): f"<h1>{number}</h1>".encode() for number in numbers}


def states(ledger: Ledger) -> dict[str, str]:
    with ledger.reading() as conn:
        return {row.url: row.state for row in conn.execute(select(links.c.url, links.c.state))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


def test_a_sound_archive_needs_nothing(ledger: Ledger, folder: Path) -> None:
    crawl(ledger, folder, [1, 2])
    found = examined(ledger, folder)
    assert (found.is_sound, [file.pages for file in found.files]) == (True, [2])
    assert told_lines(found) == []
    assert repaired(ledger, folder) == Repaired(0, 0, ())


def test_pages_that_an_older_ledger_does_not_know_are_taken_in_again(
    tmp_path: Path, folder: Path
) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        crawl(ledger, folder, [1])
    shutil.copy(tmp_path / "ledger.sqlite", tmp_path / "back-up")
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        crawl(ledger, folder, [1, 2, 3])
    files = {file.name: file.read_bytes() for file in folder.glob("*.warc.gz")}
    shutil.copy(tmp_path / "back-up", tmp_path / "ledger.sqlite")
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        assert "the ledger is older than the archive (a back-up?)" in told_lines(
            examined(ledger, folder)
        )
        assert repaired(ledger, folder) == Repaired(3, 0, ())
        assert bodies(ledger, folder) == wanted(1, 2, 3)
        # What they link to is in no archive; and of the page that was known there is a newer body.
        assert states(ledger) == {url(1): "done", url(2): "queued", url(3): "queued"}
        with ledger.reading() as conn:
            state = page_state(conn, link_id_at(conn, "phones", url(1)) or 0)
        assert state
        assert (state.etag, state.next_visit_at) == (None, TIME + 2), "due, and fetched whole"
    assert {file.name: file.read_bytes() for file in folder.glob("*.warc.gz")} == files


def test_a_lost_ledger_is_made_anew(tmp_path: Path, folder: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        crawl(ledger, folder, [1, 2])
        crawl(ledger, folder, [7], "phones:news")
    with Ledger.open(ledger_url(tmp_path / "new")) as ledger:
        assert examined(ledger, folder).is_foreign
        assert repaired(ledger, folder) == Repaired(3, 0, ())
        assert bodies(ledger, folder) == wanted(1, 2)
        assert bodies(ledger, folder, "phones:news") == wanted(7)
        assert states(ledger)[url(7)] == "done", "articles are fetched once"


def test_a_damaged_middle_costs_that_page_which_is_fetched_whole(
    ledger: Ledger, folder: Path
) -> None:
    file = crawl(ledger, folder, [1, 2, 3])
    with ledger.reading() as conn:
        offset, length = conn.execute(
            select(captures.c.offset, captures.c.length).order_by(captures.c.offset)
        ).all()[1]
    body = bytearray(file.read_bytes())
    body[offset + length // 2] ^= 0xFF
    file.write_bytes(body)
    (damaged,) = examined(ledger, folder).files
    assert (damaged.pages, len(damaged.lost), len(damaged.damages)) == (2, 1, 1)
    assert repaired(ledger, folder) == Repaired(0, 1, ())
    assert bodies(ledger, folder) == wanted(1, 3)
    assert states(ledger)[url(2)] == "queued"
    with ledger.reading() as conn:
        state = page_state(conn, link_id_at(conn, "phones", url(2)) or 0)
    assert state
    assert (state.etag, state.digest) == (None, None)
    assert file.read_bytes() == body


def test_what_begins_inside_a_damaged_record_is_not_believed(
    ledger: Ledger, folder: Path, tmp_path: Path
) -> None:
    """A page may have another site's page in it, as a record; damage must not set it free."""
    with Ledger.open(ledger_url(tmp_path / "other")) as other:
        forged = crawl(other, tmp_path / "other", [9]).read_bytes()
    noise = token_bytes(200_000)  # gzip stores what it cannot compress
    with closing(ArchiveWriter(folder, "phones-1", part_of="phones")) as archive:
        archive.add(capture(noise + forged + noise, url=url(1)))
        end = archive.add(capture(b"behind", url=url(2))).place.offset
    [file] = folder.glob("*.warc.gz")
    body = bytearray(file.read_bytes())
    assert forged[-200:] in body
    body[end - 5] ^= 0xFF
    file.write_bytes(body)
    with ledger.transaction() as conn:
        start_run(conn, "phones", TIME)
    [found] = examined(ledger, folder).files
    assert (found.part_of, found.unknown, found.damages != []) == ("phones", [], True)


def test_files_that_are_gone_for_good_are_given_up(ledger: Ledger, folder: Path) -> None:
    crawl(ledger, folder, [1])
    crawl(ledger, folder, [2, 3]).unlink()
    assert [len(lost) for lost in examined(ledger, folder).missing.values()] == [2]
    assert repaired(ledger, folder) == Repaired(0, 2, ())
    assert bodies(ledger, folder) == wanted(1)
    assert states(ledger) == {url(1): "done", url(2): "queued", url(3): "queued"}


def test_what_is_no_page_goes_into_a_file_beside(ledger: Ledger, folder: Path) -> None:
    file = crawl(ledger, folder, [1])
    before = file.read_bytes()
    file.write_bytes(before + b"garbage")
    (folder / "notes.warc.gz").write_bytes(b"no archive")
    done = repaired(ledger, folder)
    assert done.set_aside == ("notes.warc.gz.uncommitted", f"{file.name}.{len(before)}.uncommitted")
    assert file.read_bytes() == before
    assert (folder / done.set_aside[0]).read_bytes() == b"no archive"
    assert (folder / done.set_aside[1]).read_bytes() == b"garbage"


def test_what_was_forgotten_is_not_taken_in_again(ledger: Ledger, folder: Path) -> None:
    file = crawl(ledger, folder, [1])
    with ledger.transaction() as conn:
        run_id = start_run(conn, "phones", TIME)
    with closing(ArchiveWriter(folder, f"phones-{run_id}", part_of="phones")) as archive:
        store(ledger, archive, run_id, 2, "phones")
        stored = archive.add(capture(b"b", url="http://b.example/1", captured_at=TIME))
    with ledger.transaction() as conn:
        link = NewLink("http://b.example/1", "b.example", "/#", "product", level=3, depth=1)
        [link_id] = add_links(conn, "phones", [link], TIME).values()
        told = (link_id, run_id, "response", TIME, 200)
        add_capture(conn, NewCapture(*told, *stored.place, digest=stored.digest))
        forgotten = forget(conn, ForgetScope(None, "b.example"))
    assert forgotten.shared == [stored.place.file]
    before = (folder / stored.place.file).read_bytes()
    assert repaired(ledger, folder) == Repaired(0, 0, ())
    assert (folder / stored.place.file).read_bytes() == before
    assert states(ledger) == {url(1): "done", url(2): "done"}
    assert file.exists()


def test_repairing_twice_doubles_nothing(tmp_path: Path, folder: Path) -> None:
    with Ledger.open(ledger_url(tmp_path)) as ledger:
        crawl(ledger, folder, [1, 2])
    with Ledger.open(ledger_url(tmp_path / "new")) as ledger:
        found = examined(ledger, folder)
        repair(ledger, folder, found, lambda _: None)
        repair(ledger, folder, found, lambda _: None)  # as after a kill just before the end
        with ledger.reading() as conn:
            assert len(conn.execute(select(captures.c.id)).all()) == 2
            assert len(conn.execute(select(pages.c.link_id)).all()) == 2
