"""Whatever versions of a page's records come, the ledger knows the last, and all before it."""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import select

from core.records import ReadRecord, ReadValue
from store.ledger import Ledger, ledger_url
from store.records import RecordChanges, current_records, save_records
from store.schema import record_values, records
from tests.store.small_crawl import TOPIC, add_link

Place = tuple[str, int]
Version = dict[Place, tuple[ReadValue, ...]]

values = st.builds(
    ReadValue,
    attribute=st.sampled_from([None, "price", "screen"]),
    name=st.sampled_from(["", "价格"]),
    raw=st.sampled_from(["1", "2", "3"]),
    by=st.sampled_from(["", "row"]),
    confidence=st.just(1.0),
    section=st.just(""),
)
read_records = st.builds(
    ReadRecord,
    source=st.sampled_from(["rule", "json-ld"]),
    rule=st.just("a.example/1"),
    rule_version=st.integers(1, 3),
    values=st.lists(values, max_size=4).map(tuple),
)


def version_of(read: list[ReadRecord]) -> Version:
    seen: Counter[str] = Counter()
    version = {}
    for record in read:
        version[record.source, seen[record.source]] = record.values
        seen[record.source] += 1
    return version


class History(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.ledger = Ledger.open(ledger_url(Path(self.folder.name)))
        with self.ledger.transaction() as conn:
            self.link_id = add_link(conn)
        self.saved: list[Version] = [{}]  # the n-th was saved at time n

    @rule(read=st.lists(read_records, max_size=3))
    def save(self, read: list[ReadRecord]) -> None:
        version, before = version_of(read), self.saved[-1]
        ever = {place for old in self.saved for place in old}
        with self.ledger.transaction() as conn:
            changes = save_records(conn, self.link_id, read, None, float(len(self.saved)))
        unchanged = sum(
            place in before and Counter(before[place]) == Counter(found)
            for place, found in version.items()
        )
        new = len(version.keys() - ever)
        assert changes == RecordChanges(
            new=new,
            changed=len(version) - new - unchanged,
            unchanged=unchanged,
            gone=len(before.keys() - version.keys()),
        )
        self.saved.append(version)

    @invariant()
    def the_last_version_is_current(self) -> None:
        with self.ledger.reading() as conn:
            current = {
                (record.source, record.ordinal): tuple(
                    ReadValue(value.attribute, value.name, value.raw, value.by)
                    for value in record.values
                )
                for record in current_records(conn, TOPIC)
            }
        assert current == self.saved[-1]

    @invariant()
    def every_version_can_be_told_from_the_intervals(self) -> None:
        with self.ledger.reading() as conn:
            rows = conn.execute(
                select(records.c.source, records.c.ordinal, record_values).join(
                    records, records.c.id == record_values.c.record_id
                )
            ).all()
        assert all(row.until is None or row.since < row.until for row in rows)
        for moment, version in enumerate(self.saved):
            held: defaultdict[Place, Counter[ReadValue]] = defaultdict(Counter)
            for row in rows:
                if row.since <= moment and (row.until is None or moment < row.until):
                    value = ReadValue(row.attribute, row.name, row.raw, row.by)
                    held[row.source, row.ordinal][value] += 1
            assert held == {place: Counter(found) for place, found in version.items() if found}

    def teardown(self) -> None:
        self.ledger.close()
        self.folder.cleanup()


TestHistory = History.TestCase
TestHistory.settings = settings(max_examples=25, stateful_step_count=8, deadline=None)
