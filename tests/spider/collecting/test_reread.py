from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from core.limits import ReadingLimits
from samples.channel_sites.shoujibao import ZONE, ShoujiBao
from spider.collecting.reread import reread_channel
from store.documents import current_documents
from store.ledger import Ledger, ledger_url
from store.schema import documents
from tests.spider.collecting.small_collection import SmallCollection, source

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LIMITS = ReadingLimits(60.0, 1_000)
BOARD = source("cards", "board", "http://club.zhangshang.example/c/english")


def test_stored_pages_give_the_same_documents_again(tmp_path: Path) -> None:
    with SmallCollection(tmp_path, BOARD) as collection:
        collection.run()
        before = collection.documents()
    with Ledger.open(ledger_url(tmp_path / "data")) as ledger:
        with ledger.transaction() as conn:
            conn.execute(update(documents).where(documents.c.ordinal == 0).values(text="misread"))
        archive = tmp_path / "data" / "archive"
        sources = {"cards": BOARD}
        read = list(reread_channel(ledger, archive, "phones:forums", sources, limits=LIMITS))
        with ledger.reading() as conn:
            after = list(current_documents(conn, "phones"))
    assert [one.text for one in after] == [one.text for one in before]
    assert [one.published_at for one in after] == [one.published_at for one in before]
    assert sum(page.changes.changed for page in read if page.changes) == len(read) > 8


def test_an_article_of_several_pages_is_read_again_as_one(tmp_path: Path) -> None:
    told = {"pattern": "/news/#/#.html", "timezone": str(ZONE)}
    news = source("news", "list", "http://www.shoujibao.example/news/", **told)
    with SmallCollection(tmp_path, news) as collection:
        collection.run()
        before = collection.documents()
    written = {gold.page: gold.at.replace(tzinfo=ZONE) for gold in ShoujiBao().documents()}
    assert {one.page_url: one.published_at for one in before} == {
        page: at.timestamp() for page, at in written.items()
    }
    with Ledger.open(ledger_url(tmp_path / "data")) as ledger:
        archive = tmp_path / "data" / "archive"
        read = list(reread_channel(ledger, archive, "phones:news", {"news": news}, limits=LIMITS))
        with ledger.reading() as conn:
            assert list(current_documents(conn, "phones")) == before
    assert len(read) == sum(page.changes.unchanged for page in read if page.changes) == 48


def test_a_damaged_page_costs_that_page(tmp_path: Path) -> None:
    with SmallCollection(tmp_path, BOARD) as collection:
        collection.run()
    folder = tmp_path / "data" / "archive"
    (file,) = folder.glob("*.warc.gz")
    body = bytearray(file.read_bytes())
    body[len(body) // 2 : len(body) // 2 + 30] = bytes(30)
    file.write_bytes(bytes(body))
    with Ledger.open(ledger_url(tmp_path / "data")) as ledger:
        read = list(reread_channel(ledger, folder, "phones:forums", {}, limits=LIMITS))
    assert 0 < sum(page.is_damaged for page in read) < len(read)


def test_a_page_that_takes_too_much_time_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SmallCollection(tmp_path, BOARD) as collection:
        collection.run()
        before = collection.documents()

    def endless(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("spider.collecting.reread.read_document_page", endless)
    limits = ReadingLimits(0.05, 1_000)
    with Ledger.open(ledger_url(tmp_path / "data")) as ledger:
        archive = tmp_path / "data" / "archive"
        read = list(reread_channel(ledger, archive, "phones:forums", {}, limits=limits))
        with ledger.reading() as conn:
            assert list(current_documents(conn, "phones")) == before
    assert {page.why for page in read} == {"reading it took more than 0.05 s of processor time"}
    assert not any(page.is_damaged for page in read)
