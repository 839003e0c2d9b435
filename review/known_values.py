"""What the records of a topic say already: what new names are measured against."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from index.products.merging import identify
from review.likeness.parts import value_parts
from store.database import batches
from store.records import current_records
from store.schema import records

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sqlalchemy import Connection

    from index.products.merging import ProductKey
    from store.records import CurrentRecord, CurrentRecordValue

MOST_RECORDS = 5_000  # of a large ledger so many are read, evenly: enough to know its values by


class KnownValues:
    """Values by attribute, by page, and by product."""

    def __init__(self, known: Iterable[CurrentRecord] = ()) -> None:
        self._values: dict[str, Counter[str]] = defaultdict(Counter)
        self._keys: dict[int, ProductKey | None] = {}
        self._parts: dict[str, Mapping[str, float]] = {}
        self._on_page: dict[str, list[CurrentRecord]] = defaultdict(list)
        self._of_product: dict[ProductKey, list[CurrentRecord]] = defaultdict(list)
        for record in known:
            self.add(record)

    def add(self, record: CurrentRecord) -> None:
        """A record counts once, however often it is added."""
        if record.id in self._keys:
            return
        key = self._keys[record.id] = identify(record).key
        if key:
            self._of_product[key].append(record)
        self._on_page[record.url].append(record)
        for said in record.values:
            if said.attribute:
                self._values[said.attribute][said.raw] += 1
                self._parts.pop(said.attribute, None)

    def of(self, attribute: str) -> Mapping[str, int]:
        """The raw values of an attribute, each with how often it is said."""
        return self._values.get(attribute) or {}

    def parts(self, attribute: str) -> Mapping[str, float]:
        """What its values are made of, each part with the share of values that have it."""
        if attribute not in self._parts:
            self._parts[attribute] = value_parts(self.of(attribute))
        return self._parts[attribute]

    def on(self, url: str) -> tuple[CurrentRecordValue, ...]:
        """What the records of a page say, in its order."""
        return tuple(said for record in self._on_page.get(url, ()) for said in record.values)

    def elsewhere(self, url: str) -> list[CurrentRecord]:
        """What other sites say of the page's product."""
        return [
            other
            for record in self._on_page.get(url, ())
            if (key := self._keys[record.id])
            for other in self._of_product[key]
            if other.site != record.site
        ]


def known_values(conn: Connection, topic: str, urls: Collection[str] = ()) -> KnownValues:
    """Of at most `MOST_RECORDS` records, and of those on the pages at `urls`."""
    last = conn.scalar(select(func.max(records.c.id))) or 0
    known = KnownValues(current_records(conn, topic, one_in=-(-last // MOST_RECORDS) or 1))
    for some in batches(sorted(set(urls))):
        for record in current_records(conn, topic, urls=some):
            known.add(record)
    return known
