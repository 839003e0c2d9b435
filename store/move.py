"""Copies a whole ledger into another database, from SQLite to PostgreSQL or back.

One moment of the old ledger is copied in one transaction of the new one, so that a copy that fails
leaves nothing. At the end both are compared row by row: the number of rows of each table, and a
digest that does not depend on their order, since databases sort texts differently.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Integer, bindparam, func, insert, select, text, update

from store.database import LedgerError, batches
from store.schema import links, metadata, schema_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sqlalchemy import Connection, Table

    from store.ledger import Ledger

    Tell = Callable[[int], None]

_AT_ONCE = 10_000  # rows in memory
_FOUND_ON = (
    update(links).where(links.c.id == bindparam("link")).values(found_on=bindparam("parent"))
)


class MovedTable(NamedTuple):
    name: str
    rows: int


def count_rows(conn: Connection) -> int:
    return sum(conn.scalar(select(func.count()).select_from(table)) or 0 for table in _tables())


def copy_ledger(old: Ledger, new: Ledger, tell: Tell) -> list[MovedTable]:
    """`tell` is called with the number of further rows; LedgerError if `new` is not empty."""
    with old.reading() as source, new.transaction() as target:
        if count_rows(target):
            raise LedgerError(
                "The ledger to copy to is not empty: nothing was copied. "
                "What to do: name an empty database."
            )
        moved = [MovedTable(table.name, _copy(table, source, target, tell)) for table in _tables()]
        for table in _tables():
            if _digest(table, source) != _digest(table, target):
                raise LedgerError(
                    f"The copy differs in the table {table.name}: nothing was kept of it. "
                    "What to do: check the disks of both databases, and try again."
                )
    return moved


def _tables() -> list[Table]:
    """Referenced tables before those that refer to them."""
    return [table for table in metadata.sorted_tables if table is not schema_version]


def _copy(table: Table, source: Connection, target: Connection, tell: Tell) -> int:
    count, later = 0, []
    for row in _rows(table, source):
        count += len(row)
        if table is links:
            later += [_take_parent(one) for one in row if _has_later_parent(one)]
        for some in batches(row):
            target.execute(insert(table), some)
        tell(len(row))
    for some in batches(later):
        target.execute(_FOUND_ON, some)
    _continue_numbers(table, target)
    return count


def _rows(table: Table, source: Connection) -> Iterator[list[dict[str, Any]]]:
    """In the order of their ids: links mostly refer to older ones."""
    wanted = select(table).order_by(*table.primary_key).execution_options(yield_per=_AT_ONCE)
    for some in source.execute(wanted).mappings().partitions():
        yield [dict(row) for row in some]


def _has_later_parent(link: Mapping[str, Any]) -> bool:
    return link["found_on"] is not None and link["found_on"] > link["id"]


def _take_parent(link: dict[str, Any]) -> dict[str, int]:
    """A link cannot refer to one that is not there yet: that is set afterwards."""
    parent, link["found_on"] = link["found_on"], None
    return {"link": link["id"], "parent": parent}


def _continue_numbers(table: Table, target: Connection) -> None:
    """PostgreSQL counts ids apart from the rows; SQLite takes the next free one."""
    key = table.autoincrement_column
    if target.dialect.name != "postgresql" or key is None or not isinstance(key.type, Integer):
        return
    if highest := target.scalar(select(func.max(key))):
        counter = "setval(pg_get_serial_sequence(:table, :key), :highest)"
        target.execute(
            text(f"SELECT {counter}"), {"table": table.name, "key": key.name, "highest": highest}
        )


def _digest(table: Table, conn: Connection) -> tuple[int, int]:
    """The number of rows, and the sum of their hashes."""
    count = total = 0
    rows = conn.execute(select(table).execution_options(yield_per=_AT_ONCE))
    for row in rows:
        plain = tuple(bytes(one) if isinstance(one, memoryview) else one for one in row)
        count += 1
        total += int.from_bytes(blake2b(repr(plain).encode(), digest_size=8).digest())
    return count, total
