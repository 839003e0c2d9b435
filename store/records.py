"""Records as pages show them, with the history of every value.

`save_records` stores what was read from a page: unchanged values keep their rows, values that are
gone get an end time, new ones a start time. `current_records` and `value_history` read them.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, func, insert, select, update

from core.records import MEDIA, ReadRecord, ReadValue
from store.database import storable
from store.schema import links, record_values, records

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from sqlalchemy import Connection


class RecordChanges(NamedTuple):
    """How many records of a page are new, changed (or back again), unchanged, or gone."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    gone: int = 0


class _StoredRecord(NamedTuple):
    id: int
    last_changed_at: float
    gone_at: float | None
    values: list[CurrentValue]


_STORED_RECORDS = (
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
_ADD_RECORD = insert(records).returning(records.c.id)
_ADD_VALUES = insert(record_values)
_CHANGE_RECORD = (
    update(records)
    .where(records.c.id == bindparam("record"))
    .values(last_changed_at=bindparam("moment"), gone_at=bindparam("gone"))
)
_OF_ROW = record_values.c.id == bindparam("row")
_END_VALUE = update(record_values).where(_OF_ROW).values(until=bindparam("moment"))
_MOVE_VALUE = (
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
) -> RecordChanges:
    """Store all records of a page; stored records that are not among them are gone.

    Pictures and other media are stored, but not counted. Unchanged values keep their rows,
    whichever rule read them this time.
    """
    stored = _stored(conn, link_id)
    tally: Counter[str] = Counter()
    for place, record in _numbered(read):
        known = stored.pop(place, None)
        if known is None:
            known = _new_record(conn, link_id, place, now)
            became = "new"
            _change_record(conn, known, record, capture_id, now)
        else:
            changed = _change_record(conn, known, record, capture_id, now)
            became = "changed" if changed else "unchanged"
        tally[became] += record.source != MEDIA
    for (source, _), known in stored.items():
        tally["gone"] += _end_record(conn, known, now) and source != MEDIA
    return RecordChanges(**tally)


def would_change(conn: Connection, link_id: int, read: Sequence[ReadRecord]) -> bool:
    """Would `save_records` write anything?"""
    stored = _stored(conn, link_id)
    for place, record in _numbered(read):
        known = stored.pop(place, None)
        if known is None or known.gone_at is not None:
            return True
        if any(value_changes(known.values, [_clean(value) for value in record.values])):
            return True
    return any(known.gone_at is None for known in stored.values())


class ValueLoss(NamedTuple):
    """How many values pages have, and how many of them reading the pages again would lose."""

    values: int = 0
    lost: int = 0

    @property
    def share(self) -> float:
        return self.lost / self.values if self.values else 0.0

    def plus(self, other: ValueLoss) -> ValueLoss:
        return ValueLoss(self.values + other.values, self.lost + other.lost)


def value_loss(
    conn: Connection, link_id: int, read: Sequence[ReadRecord] | None = None
) -> ValueLoss:
    """What `save_records` would lose of a page; None for `read` if it would change nothing.

    Values of attributes are counted, not compared: names and values may change. One that was read
    for sure (by a rule, say) is not made up for by one that was read without.
    """
    stored = _stored(conn, link_id).items()
    shown = (one for (source, _), one in stored if source != MEDIA and one.gone_at is None)
    before = _counted(current.value for record in shown for current in record.values)
    if read is None:
        return ValueLoss(before.total())
    after = _counted(value for record in read if record.source != MEDIA for value in record.values)
    confirmed = max(0, after[True] - before[True])
    lost = max(0, before[True] - after[True]) + max(0, before[False] - after[False] - confirmed)
    return ValueLoss(before.total(), lost)


def _counted(values: Iterable[ReadValue]) -> Counter[bool]:
    """Values of attributes: how many were read for sure, and how many are unconfirmed."""
    return Counter(not value.by for value in values if value.attribute)


def has_records_by_rule(conn: Connection, topic: str) -> bool:
    """Whether the topic has a record that a rule read."""
    by_rule = (records.c.source == "rule", records.c.gone_at.is_(None), links.c.topic == topic)
    found = select(records.c.id).join(links, links.c.id == records.c.link_id).where(*by_rule)
    return conn.execute(found.limit(1)).first() is not None


def changed_since(conn: Connection, topic: str, moment: float) -> bool:
    """Whether a record of the topic changed, came or went after that."""
    later = (records.c.last_changed_at > moment, links.c.topic == topic)
    found = select(records.c.id).join(links, links.c.id == records.c.link_id).where(*later)
    return conn.execute(found.limit(1)).first() is not None


def _numbered(read: Iterable[ReadRecord]) -> Iterator[tuple[tuple[str, int], ReadRecord]]:
    """Each record with its source and its number among the records of that source."""
    seen: Counter[str] = Counter()
    for record in read:
        yield (record.source, seen[record.source]), record
        seen[record.source] += 1


def _stored(conn: Connection, link_id: int) -> dict[tuple[str, int], _StoredRecord]:
    found: dict[tuple[str, int], _StoredRecord] = {}
    for row in conn.execute(_STORED_RECORDS, {"of_link": link_id}):
        record = found.setdefault((row[0], row[1]), _StoredRecord(row[2], row[3], row[4], []))
        if row[5] is not None:
            record.values.append(CurrentValue(row[5], row[6], ReadValue._make(row[7:])))
    return found


def _new_record(
    conn: Connection, link_id: int, place: tuple[str, int], now: float
) -> _StoredRecord:
    source, ordinal = place
    row = {"link_id": link_id, "source": source, "ordinal": ordinal}
    times = {"first_seen_at": now, "last_changed_at": now}
    return _StoredRecord(conn.execute(_ADD_RECORD, row | times).scalar_one(), now, None, [])


def _change_record(
    conn: Connection, known: _StoredRecord, record: ReadRecord, capture_id: int | None, now: float
) -> bool:
    """Update the values; did the record change, or come back?"""
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
        conn.execute(_END_VALUE, [{"row": row, "moment": moment} for row in changes.ended])
    if changes.moved:
        moved = [
            {"row": row, "place": at, "read_by": one.by, "sure": one.confidence}
            | {"heading": one.section}
            for row, at, one in changes.moved
        ]
        conn.execute(_MOVE_VALUE, moved)
    if changes.added:
        rows = [{**source, "position": at, **value._asdict()} for at, value in changes.added]
        conn.execute(_ADD_VALUES, rows)
    changed = bool(changes.ended or changes.added or known.gone_at is not None)
    if changed:
        conn.execute(_CHANGE_RECORD, {"record": known.id, "moment": moment, "gone": None})
    return changed


def _end_record(conn: Connection, known: _StoredRecord, now: float) -> bool:
    """The page no longer shows it; False if that was known."""
    if known.gone_at is not None:
        return False
    moment = _moment(known, now)
    if known.values:
        conn.execute(_END_VALUE, [{"row": value.id, "moment": moment} for value in known.values])
    conn.execute(_CHANGE_RECORD, {"record": known.id, "moment": moment, "gone": moment})
    return True


def _moment(known: _StoredRecord, now: float) -> float:
    """Now, but never before the last change, even if the clock was set back."""
    return max(now, known.last_changed_at)


def cleaned(record: ReadRecord) -> ReadRecord:
    """With texts that every database and file accepts."""
    return record._replace(values=tuple(map(_clean, record.values)))


def _clean(value: ReadValue) -> ReadValue:
    """As the database will return it, so that the two can be compared."""
    attribute = None if value.attribute is None else storable(value.attribute)
    name, raw, section = storable(value.name), storable(value.raw), storable(value.section)
    return ReadValue(attribute, name, raw, value.by, value.confidence, section)


# The difference between the stored values of a record and those read now.


class CurrentValue(NamedTuple):
    """A stored value that is still shown."""

    id: int
    position: int
    value: ReadValue


class ValueChanges(NamedTuple):
    """`moved` values are the same, but their position, reader, confidence or section changed."""

    ended: list[int]  # ids of rows that are no longer shown
    moved: list[tuple[int, int, ReadValue]]  # (id, position, value)
    added: list[tuple[int, ReadValue]]  # (position, value)


def value_changes(current: Iterable[CurrentValue], read: Sequence[ReadValue]) -> ValueChanges:
    """Equal values keep their rows wherever they are: a new line only shifts the others.

    A change of confidence alone does not make a new value. But a value read by a rule and the same
    value read without one are different values.
    """
    kept: defaultdict[tuple[object, ...], deque[CurrentValue]] = defaultdict(deque)
    for row in current:
        kept[_identity_of(row.value)].append(row)
    changes = ValueChanges([], [], [])
    for position, value in enumerate(read):
        alike = kept[_identity_of(value)]
        if not alike:
            changes.added.append((position, value))
            continue
        row = alike.popleft()
        if (row.position, row.value) != (position, value):
            changes.moved.append((row.id, position, value))
    changes.ended.extend(row.id for rows in kept.values() for row in rows)
    return changes


def _identity_of(value: ReadValue) -> tuple[object, ...]:
    return value.attribute, value.name, value.raw, value.confirmed


# Records as they are now.


_ROWS_AT_ONCE = 1000


class CurrentRecordValue(NamedTuple):
    """A value and its origin: the rule and the capture that it was first read with.

    `by` is "" if a rule read it or it comes from embedded data (`ReadValue`).
    """

    attribute: str | None
    name: str
    raw: str
    rule: str | None
    rule_version: int | None
    capture_id: int | None
    since: float
    by: str = ""
    confidence: float = 1.0
    section: str = ""


class CurrentRecord(NamedTuple):
    id: int
    url: str
    site: str
    source: str
    ordinal: int
    first_seen_at: float
    last_changed_at: float
    values: tuple[CurrentRecordValue, ...]


_CURRENT_RECORDS = (
    select(
        *(records.c.id, links.c.url, links.c.site, records.c.source, records.c.ordinal),
        *(records.c.first_seen_at, records.c.last_changed_at),
        record_values.c.id,
        *(record_values.c[name] for name in CurrentRecordValue._fields),
    )
    .join(links, links.c.id == records.c.link_id)
    .outerjoin(
        record_values,
        and_(record_values.c.record_id == records.c.id, record_values.c.until.is_(None)),
    )
    .where(links.c.topic == bindparam("of_topic"), records.c.gone_at.is_(None))
    .order_by(records.c.id, record_values.c.position)
    .execution_options(yield_per=_ROWS_AT_ONCE)
)


def current_records(  # noqa: PLR0913 - each narrows the records by itself
    conn: Connection,
    topic: str,
    site: str | None = None,
    source: str | None = None,
    *,
    urls: Collection[str] | None = None,
    one_in: int = 1,
) -> Iterator[CurrentRecord]:
    """Records still on their pages, in the order they were first seen.

    `one_in` samples one of so many, evenly over all records ever seen.
    """
    wanted = _CURRENT_RECORDS.where(records.c.id % one_in == 0) if one_in > 1 else _CURRENT_RECORDS
    if urls is not None:
        wanted = wanted.where(links.c.url.in_(urls))
    if site is not None:
        wanted = wanted.where(links.c.site == site)
    if source is not None:
        wanted = wanted.where(records.c.source == source)
    rows = conn.execute(wanted, {"of_topic": topic})
    for head, group in groupby(rows, key=itemgetter(slice(7))):
        values = (CurrentRecordValue._make(row[8:]) for row in group if row[7] is not None)
        yield CurrentRecord._make((*head, tuple(values)))


_CURRENT_VALUES = (
    select(record_values.c.raw)
    .join(records, records.c.id == record_values.c.record_id)
    .join(links, links.c.id == records.c.link_id)
    .where(
        links.c.topic == bindparam("of_topic"),
        record_values.c.attribute == bindparam("of_attribute"),
        record_values.c.until.is_(None),
    )
    .group_by(record_values.c.raw)
    .order_by(func.max(record_values.c.since).desc(), record_values.c.raw)
    .limit(bindparam("most"))
)


def current_values(conn: Connection, topic: str, attribute: str, most: int) -> list[str]:
    """The different values of an attribute, those seen last first."""
    values = {"of_topic": topic, "of_attribute": attribute, "most": most}
    return list(conn.scalars(_CURRENT_VALUES, values))


# The history of an attribute's values.


class PastValue(NamedTuple):
    """A record had this value from `since` to `until`; None means that it still has it."""

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
    """The last `most` values, oldest first."""
    values = {"of_records": list(records), "of_attributes": list(attributes), "most": most}
    return [PastValue._make(row) for row in conn.execute(_HISTORY, values)][::-1]
