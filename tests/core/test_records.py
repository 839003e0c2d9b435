"""What a page may give is limited."""

from __future__ import annotations

from core.records import (
    LONGEST_NAME,
    LONGEST_VALUE,
    MOST_RECORDS,
    MOST_VALUES,
    ReadRecord,
    ReadValue,
    within_limits,
)


def test_records_and_values_are_limited_in_number() -> None:
    endless = ReadRecord("rows", None, None, (ReadValue(None, "名", "值"),) * (MOST_VALUES + 5))
    kept = within_limits([endless] * (MOST_RECORDS + 5))
    assert len(kept) == MOST_RECORDS
    assert {len(record.values) for record in kept} == {MOST_VALUES}


def test_long_texts_are_cut() -> None:
    long = ReadValue(None, "名" * 20_000, "值" * 20_000, section="节" * 20_000)
    (kept,) = within_limits([ReadRecord("rows", None, None, (long,))])
    (value,) = kept.values
    assert value.name == "名" * LONGEST_NAME
    assert value.raw == "值" * LONGEST_VALUE
    assert value.section == "节" * LONGEST_NAME


def test_what_is_within_the_limits_stays_as_it_is() -> None:
    record = ReadRecord("rule", "1", 1, (ReadValue("品牌", "品牌", "小米"),))
    assert within_limits([record]) == (record,)
