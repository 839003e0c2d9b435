"""The records of the pocket web's product pages, with the product that each truly tells of."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from core.names import site_of
from core.topic import shipped_topic
from evaluation.merging_quality import KnownRecord, pocket_web_records
from rules.library import LIBRARIES, RuleLibrary
from rules.reader import read_records
from samples.labels import page_of
from samples.pocket_web import ALL_SITES, PocketWeb
from store.records import CurrentRecord, CurrentRecordValue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.records import ReadRecord
    from samples.site import ProductPage


def pocket_records(topic: str) -> list[KnownRecord]:
    """Of phones the gold; of other topics what a crawl stores: by rules, and embedded data."""
    return pocket_web_records() if topic == "phones" else list(_read(topic))


def _read(topic: str) -> Iterator[KnownRecord]:
    web = PocketWeb([site for site in ALL_SITES if site.topic == topic], channel_sites=())
    known, library = shipped_topic(topic), RuleLibrary(LIBRARIES / topic)
    records = count()
    for host in web.sites:
        for page in web.product_pages(host):
            for record in read_records(page_of(page), known, library).records:
                yield KnownRecord(_stored(next(records), page, record), page.product)


def _stored(number: int, page: ProductPage, record: ReadRecord) -> CurrentRecord:
    values = tuple(
        CurrentRecordValue(one.attribute, one.name, one.raw, record.rule, 1, None, 0.0)
        for one in record.values
    )
    return CurrentRecord(number, page.url, site_of(page.url), record.source, 0, 0.0, 0.0, values)
