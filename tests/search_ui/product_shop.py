"""A site with a few phones, made as in earnest: records in a ledger, an index, the pages."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from core.records import MEDIA, ReadRecord, ReadValue
from core.topic import shipped_topic
from index.build import build_index
from index.engines.engine import engine_named
from index.generations import IndexPlace
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url, seal_of
from store.pictures import StoredPicture, save_picture, write_thumbnails
from store.records import save_records
from store.thumbnails import make_thumbnails
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from flask import Flask


PHONES = shipped_topic("phones")
NOW = 1_700_000_000.0  # 2023-11-14
DAY = 86_400.0


class Read(NamedTuple):
    """What was read off a page, on one day; `others` are names that the topic does not know."""

    url: str
    values: Mapping[str, str]
    others: Mapping[str, str] = {}
    day: float = 0
    source: str = "rule"
    by: str = ""
    media: tuple[ReadValue, ...] = ()

    @property
    def site(self) -> str:
        return urlsplit(self.url).hostname or "no.example"


MI14 = {"手机名": "小米 14", "品牌": "小米", "操作系统": "Android 14"}
SOME_PHONES = (
    Read(
        "http://a.example/mi14",
        {**MI14, "电池容量": "4610mAh", "重量": "193g", "参考价格": "3999元", "NFC": "支持"},
        {"电子字典": "牛津"},
    ),
    Read(
        "http://a.example/mi14",
        {**MI14, "电池容量": "4610mAh", "重量": "193g", "参考价格": "3799元", "NFC": "支持"},
        {"电子字典": "牛津"},
        day=20,
    ),
    Read("http://b.example/14", {**MI14, "电池容量": "4610 毫安时", "重量": "188克"}, day=-1),
    Read(
        "http://a.example/mi14pro",
        {
            "手机名": "小米 14 Pro",
            "电池容量": "4880mAh",
            "重量": "0.193kg",
            "操作系统": "android 14",
            "参考价格": "4999元",
        },
    ),
    Read("http://a.example/mate60", {"手机名": "华为 Mate60", "电池容量": "4750mAh"}),
    Read("http://a.example/p60", {"手机名": "华为 P60", "电池容量": "4815mAh"}),
    Read("http://a.example/n95", {"手机名": "诺基亚 N95", "电池容量": "950mAh"}),
)


def shop(
    data: Path,
    phones: Iterable[Read] = SOME_PHONES,
    pictures: Mapping[str, bytes] = MappingProxyType({}),
) -> Flask:
    """The site over an index of these phones; `pictures` were fetched from these addresses."""
    phones = list(phones)
    with Ledger.open(ledger_url(data)) as ledger:
        with ledger.transaction() as conn:
            links = {
                read.url: NewLink(read.url, read.site, "/#", "product", level=3, depth=1)
                for read in phones
            }
            ids = add_links(conn, PHONES.name, list(links.values()), NOW)
            for read in phones:
                when = NOW + read.day * DAY
                save_records(conn, ids[read.url], _records(read), None, when)
            for url, body in pictures.items():
                made = make_thumbnails(body)
                write_thumbnails(data, made)
                stored = StoredPicture(made.digest, made.width, made.height)
                save_picture(conn, PHONES.name, [url], stored, NOW)
        build_index(IndexPlace.of(data, PHONES, engine_named("whoosh"), seal_of(ledger)), ledger)
    return site_on(data)


def _records(read: Read) -> list[ReadRecord]:
    media = ReadRecord(MEDIA, None, None, read.media)
    return [_record(read), media] if read.media else [_record(read)]


def _record(read: Read) -> ReadRecord:
    how = (read.by, 0.87) if read.by else ()
    known = [ReadValue(name, name, raw, *how) for name, raw in read.values.items()]
    others = [ReadValue(None, name, raw, *how) for name, raw in read.others.items()]
    rule, version = (None, None) if read.by else (f"{read.site}/1", 2)
    return ReadRecord(read.source, rule, version, (*known, *others))
