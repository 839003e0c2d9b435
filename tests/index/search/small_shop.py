"""A dozen phones in a real index, to ask for; or any other products."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.topic import shipped_topic
from index.analysis import analyzer_for
from index.documents_build import ProductDocuments
from index.engines.engine import engine_named
from index.entries import EntryBuilder
from index.schema import ProductStats
from index.search.finder import Finder
from index.suggest import Suggestions, write_suggestions
from store.records import CurrentRecord, CurrentRecordValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.topic import Topic
    from index.search.model import SearchResult


PHONES = shipped_topic("phones")
MORE = {
    "小米14": {"后置摄像头": "5000万像素"},
    "荣耀X50": {"摄像头像素": "10800万像素"},
    "华为nova 11": {"摄像头像素": "5000万像素", "摄像头总数": "双摄"},
    "诺基亚6300": {"摄像头": "无"},
    "诺基亚N95": {"摄像头像素": "500万像素", "SIM卡": "单卡"},
}


def records() -> list[CurrentRecord]:
    lines = Path(__file__).with_name("phones.txt").read_text("utf-8").splitlines()
    columns, *rows = ([cell.strip() for cell in line.split("|")] for line in lines)
    named = (dict(zip(columns, row, strict=True)) for row in rows)
    return [_record(number, said) for number, said in enumerate(named, 1)]


def _record(number: int, said: dict[str, str]) -> CurrentRecord:
    return stored(number, said | MORE.get(said["手机名"], {}))


def stored(number: int, said: Mapping[str, str]) -> CurrentRecord:
    url = f"http://shop.example/{number}"
    values = (
        CurrentRecordValue(name, name, raw, None, None, None, 0.0)
        for name, raw in said.items()
        if raw
    )
    return CurrentRecord(number, url, "shop.example", "rule", 0, 0.0, 0.0, tuple(values))


def open_shop(folder: Path) -> Finder:
    return open_index_of(folder, PHONES, records())


def open_index_of(folder: Path, topic: Topic, shown: Iterable[CurrentRecord]) -> Finder:
    documents, stats = list(ProductDocuments(shown, topic)), ProductStats(topic)
    for document in documents:
        stats.add(document)
    schema, analyzer = stats.schema(), analyzer_for(topic)
    entries = EntryBuilder(topic, schema.edges, analyzer)
    engine = engine_named("whoosh")
    engine.create(folder, schema.fields, map(entries.entry, documents))
    write_suggestions(folder / "words", ((each.title, 1.0) for each in documents), topic)
    suggestions = Suggestions.open(folder / "words")
    return Finder(engine.open(folder, schema.fields), schema, suggestions, topic, analyzer)


def titles(answer: SearchResult) -> list[str]:
    return [product.title for product in answer.products]


def chips(answer: SearchResult) -> list[str]:
    return [chip.label.in_language("zh") for chip in answer.chips]
