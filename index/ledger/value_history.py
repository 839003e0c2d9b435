"""The history of an attribute's values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, select

from index.ledger.tables import record_values

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection


class PastValue(NamedTuple):
    """A record said it from `since` to `until`, which is None for what it says still."""

    record_id: int
    attribute: str
    raw: str
    since: float
    until: float | None


_HISTORY = (
    select(*(record_values.c[name] for name in PastValue._fields))
    .where(
        record_values.c.record_id.in_(bindparam("of_records", expanding=True)),
        record_values.c.attribute.in_(bindparam("of_attributes", expanding=True)),
    )
    .order_by(record_values.c.since.desc(), record_values.c.id.desc())
    .limit(bindparam("most"))
)


def value_history(
    conn: Connection, records: Collection[int], attributes: Collection[str], most: int = 500
) -> list[PastValue]:
    """In the order in which they were first said; the last `most` of them."""
    asked = {"of_records": list(records), "of_attributes": list(attributes), "most": most}
    return [PastValue._make(row) for row in conn.execute(_HISTORY, asked)][::-1]
