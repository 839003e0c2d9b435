"""Records as pages show them, with the past of every value."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, insert, select, update

from core.records import ReadRecord, ReadValue
from index.ledger.column_types import storable
from index.ledger.tables import record_values, records
from index.ledger.value_changes import CurrentValue, value_changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sqlalchemy import Connection


class Changes(NamedTuple):
    """How many records of the page are new, changed (or back again), as they were, or gone."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    gone: int = 0


class _Stored(NamedTuple):
    id: int
    last_changed_at: float
    gone_at: float | None
    values: list[CurrentValue]


_STORED = (
    select(
        *(records.c.source, records.c.ordinal),
        *(records.c.id, records.c.last_changed_at, records.c.gone_at),
        *(record_values.c.id, record_values.c.position),
        *(record_values.c[name] for name in ReadValue._fields),
    )
    .outerjoin(
        record_values,
        and_(record_values.c.record_id == records.c.id, record_values.c.until.is_(None)),
    )
    .where(records.c.link_id == bindparam("of_link"))
    .order_by(records.c.id, record_values.c.position)
)
_ADD = insert(records).returning(records.c.id)
_ADD_VALUES = insert(record_values)
_CHANGE = (
    update(records)
    .where(records.c.id == bindparam("record"))
    .values(last_changed_at=bindparam("moment"), gone_at=bindparam("gone"))
)
_OF_ROW = record_values.c.id == bindparam("row")
_END = update(record_values).where(_OF_ROW).values(until=bindparam("moment"))
_MOVE = (
    update(record_values)
    .where(_OF_ROW)
    .values(
        position=bindparam("place"),
        by=bindparam("read_by"),
        confidence=bindparam("sure"),
        section=bindparam("heading"),
    )
)


def save_records(
    conn: Connection,
    link_id: int,
    read: Sequence[ReadRecord],
    capture_id: int | None,
    now: float,
) -> Changes:
    """Keep a page's records, all of them: what is not among them is gone from the page.

    Values that stand as they stood keep their rows untouched, whichever rule read them now.
    """
    stored = _stored(conn, link_id)
    tally: Counter[str] = Counter()
    for place, record in _numbered(read):
        known = stored.pop(place, None)
        if known is None:
            known = _new(conn, link_id, place, now)
            tally["new"] += 1
            _change(conn, known, record, capture_id, now)
        else:
            changed = _change(conn, known, record, capture_id, now)
            tally["changed" if changed else "unchanged"] += 1
    for known in stored.values():
        tally["gone"] += _end(conn, known, now)
    return Changes(**tally)


def would_change(conn: Connection, link_id: int, read: Sequence[ReadRecord]) -> bool:
    """Would keeping these write anything? Nothing is written here."""
    stored = _stored(conn, link_id)
    for place, record in _numbered(read):
        known = stored.pop(place, None)
        if known is None or known.gone_at is not None:
            return True
        if any(value_changes(known.values, [_clean(value) for value in record.values])):
            return True
    return any(known.gone_at is None for known in stored.values())


def _numbered(read: Iterable[ReadRecord]) -> Iterator[tuple[tuple[str, int], ReadRecord]]:
    """Each with its source and its number among the records of that source."""
    seen: Counter[str] = Counter()
    for record in read:
        yield (record.source, seen[record.source]), record
        seen[record.source] += 1


def _stored(conn: Connection, link_id: int) -> dict[tuple[str, int], _Stored]:
    found: dict[tuple[str, int], _Stored] = {}
    for row in conn.execute(_STORED, {"of_link": link_id}):
        record = found.setdefault((row[0], row[1]), _Stored(row[2], row[3], row[4], []))
        if row[5] is not None:
            record.values.append(CurrentValue(row[5], row[6], ReadValue._make(row[7:])))
    return found


def _new(conn: Connection, link_id: int, place: tuple[str, int], now: float) -> _Stored:
    source, ordinal = place
    row = {"link_id": link_id, "source": source, "ordinal": ordinal}
    times = {"first_seen_at": now, "last_changed_at": now}
    return _Stored(conn.execute(_ADD, row | times).scalar_one(), now, None, [])


def _change(
    conn: Connection, known: _Stored, record: ReadRecord, capture_id: int | None, now: float
) -> bool:
    """Bring the values up to date; did the record change, or come back?"""
    moment = _moment(known, now)
    changes = value_changes(known.values, [_clean(value) for value in record.values])
    source = {
        "record_id": known.id,
        "rule": record.rule,
        "rule_version": record.rule_version,
        "capture_id": capture_id,
        "since": moment,
    }
    if changes.ended:
        conn.execute(_END, [{"row": row, "moment": moment} for row in changes.ended])
    if changes.moved:
        moved = [
            {"row": row, "place": at, "read_by": one.by, "sure": one.confidence}
            | {"heading": one.section}
            for row, at, one in changes.moved
        ]
        conn.execute(_MOVE, moved)
    if changes.added:
        rows = [{**source, "position": at, **value._asdict()} for at, value in changes.added]
        conn.execute(_ADD_VALUES, rows)
    changed = bool(changes.ended or changes.added or known.gone_at is not None)
    if changed:
        conn.execute(_CHANGE, {"record": known.id, "moment": moment, "gone": None})
    return changed


def _end(conn: Connection, known: _Stored, now: float) -> bool:
    """The page shows it no more; False where that is no news."""
    if known.gone_at is not None:
        return False
    moment = _moment(known, now)
    if known.values:
        conn.execute(_END, [{"row": value.id, "moment": moment} for value in known.values])
    conn.execute(_CHANGE, {"record": known.id, "moment": moment, "gone": moment})
    return True


def _moment(known: _Stored, now: float) -> float:
    """Now; but a clock that was set back must not bend the past."""
    return max(now, known.last_changed_at)


def cleaned(record: ReadRecord) -> ReadRecord:
    """With texts as every database and file takes them."""
    return record._replace(values=tuple(map(_clean, record.values)))


def _clean(value: ReadValue) -> ReadValue:
    """As the database will give it back: only then can the two be compared."""
    attribute = None if value.attribute is None else storable(value.attribute)
    name, raw, section = storable(value.name), storable(value.raw), storable(value.section)
    return ReadValue(attribute, name, raw, value.by, value.confidence, section)
