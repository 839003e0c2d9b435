"""Records of phones as the ledger gives them, and what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.topic import shipped_topic
from index.analysis import analyzer_for
from index.documents_build import ProductDocuments
from index.entries import EntryBuilder
from index.schema import ProductStats
from store.records import CurrentRecord, CurrentRecordValue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.documents import ProductDocument
    from index.engines.engine import IndexEntry
    from index.schema import IndexSchema


PHONES = shipped_topic("phones")
ATTRIBUTES = {attribute.name: attribute for attribute in PHONES.attributes}


def record(
    number: int,
    values: dict[str, str],
    *,
    site: str = "",
    source: str = "rule",
    unknown: tuple[tuple[str, str], ...] = (),
) -> CurrentRecord:
    """A record of a page of its own; `unknown` are pairs whose names the topic has not."""
    site = site or f"site{number}.example"
    pairs: list[tuple[str | None, str, str]] = [(name, name, raw) for name, raw in values.items()]
    pairs += [(None, name, raw) for name, raw in unknown]
    rule, version = (f"{site}/1", 3) if source == "rule" else (None, None)
    return CurrentRecord(
        *(number, f"http://www.{site}/{number}", site, source, 0, 100.0, 100.0),
        tuple(CurrentRecordValue(*pair, rule, version, None, 100.0 + number) for pair in pairs),
    )


def documents(*records: CurrentRecord) -> list[ProductDocument]:
    return list(ProductDocuments(records, PHONES))


def schema_of(products: Iterable[ProductDocument]) -> IndexSchema:
    stats = ProductStats(PHONES)
    for document in products:
        stats.add(document)
    return stats.schema()


def entry(*records: CurrentRecord) -> IndexEntry:
    """That of the one product which these records tell of."""
    (document,) = documents(*records)
    return EntryBuilder(PHONES, schema_of([document]).edges, analyzer_for(PHONES)).entry(document)
