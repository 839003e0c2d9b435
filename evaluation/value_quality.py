"""How many values of typed attributes are understood? And which are not?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from core.topic import Topic, ValueType, shipped_topic
from evaluation.datasets import DataSetsAbsentError, gsmarena
from evaluation.merging_quality import real_records
from index.values.read import read_value
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

# Rows of gsmarena go on under the name of the row above ("UFS 3.1" below "128GB"), hence the less.
_FLOORS = {"zh-phones": 0.99, "pocket web": 0.99, "gsmarena": 0.95}
_SHOWN = 12
NameAndValue: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class TypeRow:
    """All values of one type: `absent` are those that say there is none."""

    type: str
    values: int
    absent: int
    read: int

    @property
    def share(self) -> float:
        """Of the values that say something."""
        return self.read / ((self.values - self.absent) or 1)


@dataclass(frozen=True)
class ValueSet:
    """One source of records; what was not understood, the most frequent first."""

    name: str
    rows: tuple[TypeRow, ...]
    unread: tuple[tuple[str, str, int], ...]

    @property
    def total(self) -> TypeRow:
        counts = ((row.values, row.absent, row.read) for row in self.rows)
        return TypeRow("all", *map(sum, zip(*counts, strict=True)))

    def as_json(self) -> dict[str, Any]:
        return {
            "set": self.name,
            "types": [
                {
                    "type": row.type,
                    "values": row.values,
                    "absent": row.absent,
                    "read": row.read,
                    "share": row.share,
                }
                for row in (*self.rows, self.total)
            ],
            "unread": [
                {"attribute": attribute, "value": value, "count": count}
                for attribute, value, count in self.unread
            ],
        }


@dataclass(frozen=True)
class ValueReport:
    sets: tuple[ValueSet, ...]
    notes: tuple[str, ...] = ()

    @property
    def below_floors(self) -> list[str]:
        return [
            f"{one.name}: {one.total.share:.4f} of the values are read, must be {floor}"
            for one in self.sets
            if one.total.share < (floor := _FLOORS[one.name])
        ]

    def table(self) -> RenderableType:
        tables: list[RenderableType] = []
        for one in self.sets:
            tables.append(_rows_table(one))
            if one.unread:
                tables.append(_unread_table(one))
        return Group(*tables, *self.notes)

    def as_json(self) -> dict[str, Any]:
        return {"sets": [one.as_json() for one in self.sets], "notes": list(self.notes)}


def measure_value_quality() -> ValueReport:
    """All sets; those that are not on this machine are named in the notes."""
    topic = shipped_topic("phones")
    sources: Mapping[str, Callable[[], Iterable[NameAndValue]]] = {
        "zh-phones": _real_records,
        "gsmarena": _gsmarena,
        "pocket web": _pocket_web,
    }
    sets: list[ValueSet] = []
    notes: dict[str, None] = {}
    for name, values in sources.items():
        try:
            sets.append(value_set(name, values(), topic))
        except DataSetsAbsentError as absent:
            notes[str(absent)] = None
    return ValueReport(tuple(sets), tuple(notes))


def value_set(name: str, values: Iterable[NameAndValue], topic: Topic) -> ValueSet:
    """Counts the values whose name is a typed attribute's; names as sites show them."""
    attributes = {attribute.name: attribute for attribute in topic.attributes}
    counts: Counter[tuple[str, str]] = Counter()
    unread: Counter[tuple[str, str]] = Counter()
    for shown, value in values:
        attribute = attributes.get(topic.standard_name(shown) or "")
        if not attribute or attribute.type is ValueType.TEXT:
            continue
        reading = read_value(value, attribute)
        outcome = "read" if reading.values else "absent" if reading.absent else "unread"
        counts[attribute.type, outcome] += 1
        if outcome == "unread":
            unread[attribute.name, value] += 1
    rows = tuple(_row(kind, counts) for kind in ValueType if (kind, "read") in counts)
    return ValueSet(name, rows, tuple((*which, count) for which, count in unread.most_common()))


def _row(kind: str, counts: Counter[tuple[str, str]]) -> TypeRow:
    read, absent, unread = (counts[kind, outcome] for outcome in ("read", "absent", "unread"))
    return TypeRow(kind, read + absent + unread, absent, read)


def _real_records() -> Iterator[NameAndValue]:
    for record in real_records():
        for said in record.values:
            yield said.name, said.raw


def _gsmarena() -> Iterator[NameAndValue]:
    for page in gsmarena():
        yield from page.pairs


def _pocket_web() -> Iterator[NameAndValue]:
    web = PocketWeb()
    for page in chain.from_iterable(map(web.product_pages, web.sites)):
        for pair in page.gold:
            yield pair.attribute, pair.value


def _rows_table(one: ValueSet) -> Table:
    table = Table(title=f"Values of typed attributes: {one.name}")
    table.add_column("type")
    for heading in ("values", "say there is none", "understood", "share"):
        table.add_column(heading, justify="right")
    for row in (*one.rows, one.total):
        counts = (row.values, row.absent, row.read)
        table.add_row(row.type, *(f"{count:,}" for count in counts), f"{row.share:.2%}")
    return table


def _unread_table(one: ValueSet) -> Table:
    table = Table(title=f"Not understood: {one.name}")
    table.add_column("attribute")
    table.add_column("text")
    table.add_column("times", justify="right")
    for attribute, value, count in one.unread[:_SHOWN]:
        table.add_row(attribute, Text(value), str(count))
    return table
