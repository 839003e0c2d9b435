"""Records to merge: the pocket web's, whose phones are known, and real ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from core.names import site_of
from core.topic import shipped_topic
from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from evaluation.name_writings import WRITINGS
from samples.pocket_web import PocketWeb
from store.records import CurrentRecord, CurrentRecordValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Row = tuple[str, list[tuple[str, str]]]  # address, names and values

_NAME = "手机名"


class KnownRecord(NamedTuple):
    """A record, and the phone that it truly tells of."""

    record: CurrentRecord
    phone: str


def pocket_web_records(*, rewritten: bool = False) -> list[KnownRecord]:
    """Of every product page; rewritten: no two sites write a phone's name in the same way."""
    known: list[KnownRecord] = []
    web = PocketWeb()
    for write, (host, site) in zip(WRITINGS, web.sites.items(), strict=True):
        for phone, page in zip(site.phones, web.product_pages(host), strict=True):
            name = write(phone["品牌"], phone["型号"]) if rewritten else phone[_NAME]
            values = [
                (pair.attribute, name if pair.attribute == _NAME else pair.value)
                for pair in page.gold
            ]
            record = _record(len(known), page.url, values)
            known.append(KnownRecord(record, phone[_NAME]))
    return known


def real_records() -> list[CurrentRecord]:
    """Of two sites, under the attributes that the topic knows their names for."""
    topic = shipped_topic("phones")
    return [
        _record(place, url, [(topic.standard_name(name) or name, raw) for name, raw in values])
        for place, (url, values) in enumerate(real_rows())
    ]


def real_rows() -> list[Row]:
    """The same, under the names that the sites show."""
    return [*_pconline(), *_zol()]


def _pconline() -> Iterator[Row]:
    for place, row in enumerate(_rows("records-pconline-2017.json")):
        yield f"http://product.pconline.com.cn/{place}", list(row.items())


def _zol() -> Iterator[Row]:
    for place, row in enumerate(_rows("records-zol-2019.json")):
        said = [pair for group in row["params"].values() for pair in group.items()]
        named = [("手机名称", row["name"]), ("品牌", row["brand"])]
        yield f"http://detail.zol.com.cn/{place}", named + said


def _rows(file: str) -> list[dict[str, Any]]:
    path = data_sets_folder() / "zh-phones" / file
    try:
        rows: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as missing:
        raise DataSetsAbsentError(f"the records {file} are not in {path.parent}") from missing
    return rows


def _record(number: int, url: str, values: Iterable[tuple[str, str]]) -> CurrentRecord:
    said = tuple(
        CurrentRecordValue(attribute, attribute, raw, None, None, None, 0.0)
        for attribute, raw in values
    )
    return CurrentRecord(number, url, site_of(url), "rule", 0, 0.0, 0.0, said)
