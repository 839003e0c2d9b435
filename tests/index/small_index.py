"""A ledger of a few phones, and an index of a small topic made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from sqlalchemy import select

from core.names import site_of
from core.records import ReadRecord, ReadValue
from core.settings import load_settings
from core.topic import Topic
from core.yaml_files import parse_yaml
from index.build import BuildResult, build_index
from index.documents import ProductDocument
from index.engines.engine import SearchRequest
from index.generations import index_place
from index.opening import OpenIndex, open_index
from store.documents import NewDocument, save_documents
from store.frontier import NewLink, add_links
from store.ledger import Ledger, ledger_url, seal_of
from store.records import save_records
from store.schema import links

if TYPE_CHECKING:
    from pathlib import Path


TOPIC = """
name: phones
title: {zh: 手机, en: Phones}
attributes:
  - {name: 手机名, label: Name, group: 基本, role: name}
  - {name: 品牌, label: Brand, group: 基本, role: brand, type: enumeration, facet: values}
  - {name: 价格, label: Price, group: 价格, type: price, unit: 元, facet: range}
  - {name: 重量, label: Weight, group: 外观, type: quantity, unit: g, facet: range}
  - {name: 内存, label: Memory, group: 性能, type: quantity, unit: GB, facet: values}
names: {brands: {xiaomi: {names: [小米, Xiaomi]}}, variant_words: [全网通]}
"""


class SmallIndex:
    """Phones are called by numbers: 小米1, 小米2 …"""

    def __init__(
        self, data: Path, engine: str = "whoosh", topic: str = TOPIC, **settings: str
    ) -> None:
        self.data = data
        self.topic = parse_yaml(topic, Topic, "topic")
        self.ledger = Ledger.open(ledger_url(data))
        variables = {"SPECSEEK_DATA": str(data), "SPECSEEK_SEARCH_ENGINE": engine, **settings}
        self.settings = load_settings(environ=variables)
        self.place = index_place(self.settings, self.topic, seal_of(self.ledger))

    def say(self, *numbers: int, **values: str) -> Self:
        """Each phone has a page that says this of it; nothing: it has no record any more."""
        for number in numbers:
            self._save(number, {"手机名": f"小米{number}", **values} if values else {})
        return self

    def tell(self, url: str, *documents: NewDocument, at: float = 1.0) -> Self:
        """The page with this address shows these articles or posts."""
        with self.ledger.transaction() as conn:
            link = NewLink(url, site_of(url), "/#", "article", level=3, depth=1)
            add_links(conn, f"{self.topic.name}:news", [link], at)
            link_id = conn.scalar(select(links.c.id).where(links.c.url == url))
            assert link_id
            save_documents(conn, link_id, documents, None, at)
        return self

    def build(self, *, whole: bool = False) -> BuildResult:
        return build_index(self.place, self.ledger, whole=whole)

    def open(self) -> OpenIndex:
        return open_index(self.place)

    def found(self) -> dict[str, str]:
        """The title and the price of all products in the index."""
        opened = self.open()
        try:
            hits = opened.searcher.search(SearchRequest(limit=100_000)).hits
        finally:
            opened.close()
        documents = map(ProductDocument.from_json, (hit.document for hit in hits))
        return {one.title: price.shown for one in documents if (price := one.get("价格"))}

    def close(self) -> None:
        self.ledger.close()

    def _save(self, number: int, values: dict[str, str]) -> None:
        url = f"http://a.example/{number}"
        read = tuple(ReadValue(name, name, raw) for name, raw in values.items())
        records = [ReadRecord("rule", "a.example/1", 1, read)] if read else []
        with self.ledger.transaction() as conn:
            link = NewLink(url, "a.example", "/#", "product", level=3, depth=1)
            add_links(conn, self.topic.name, [link], 1.0)
            link_id = conn.scalar(select(links.c.id).where(links.c.url == url))
            assert link_id
            save_records(conn, link_id, records, None, 1.0)
