from __future__ import annotations

import time
from typing import TYPE_CHECKING

from evaluation.ledger_contents import contents
from store.archive import Capture
from store.archive_writer import ArchiveWriter
from tests.spider.simulated_crawl import PRODUCT, TONGXUN_PRODUCTS, WEB, SmallCrawl, lonely

if TYPE_CHECKING:
    from pathlib import Path


def crawled(folder: Path) -> Path:
    folder.mkdir()
    with SmallCrawl(folder, PRODUCT, site={PRODUCT: lonely(PRODUCT)}) as crawl:
        crawl.run()
    return crawl.data


def test_records_pages_and_bodies(tmp_path: Path) -> None:
    left = contents(crawled(tmp_path / "a"))
    gold = tuple((pair.attribute, pair.name, pair.value) for pair in TONGXUN_PRODUCTS[0].gold)
    site = WEB.sites["m.tongxun.example"]
    picture = ("picture", "og:image", site.picture_url(site.products[0]))
    assert left.records == {(PRODUCT, "rule", 0, gold), (PRODUCT, "media", 0, (picture,))}
    assert left.pages == {(PRODUCT, "done")}
    assert (left.archived, left.duplicates, left.archive_problems) == (1, 0, "")


def test_two_crawls_of_the_same_pages_leave_the_same(tmp_path: Path) -> None:
    assert contents(crawled(tmp_path / "a")) == contents(crawled(tmp_path / "b"))


def test_a_body_that_the_ledger_does_not_know_is_told(tmp_path: Path) -> None:
    data = crawled(tmp_path / "a")
    writer = ArchiveWriter(data / "archive", "other")
    writer.add(Capture(PRODUCT, time.time(), 200, (), b"again"))
    writer.close()
    left = contents(data)
    assert left.duplicates == 1
    assert left.archive_problems == "1 records are not where the ledger says"


def test_a_damaged_archive_is_told(tmp_path: Path) -> None:
    data = crawled(tmp_path / "a")
    [file] = (data / "archive").glob("*.warc.gz")
    file.write_bytes(file.read_bytes()[:-20])
    assert file.name in contents(data).archive_problems
