"""Tests of `index.engines.columns`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from index.engines.columns import Table, TableBuilder, first_rows
from index.engines.engine import IndexEntry
from tests.index.engines.conformance import PHONES, entry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def table_of(entries: Iterable[IndexEntry]) -> Table:
    builder = TableBuilder()
    for one in entries:
        builder.add(one)
    return builder.table()


def contents(table: Table) -> dict[tuple[str, str], list[tuple[int, object]]]:
    """What each row has, with keys in place of their numbers."""
    return {
        (kind, attribute): [
            (int(row), table.keys[attribute][value] if kind == "terms" else value.tolist())
            for row, value in zip(*column, strict=True)
        ]
        for (kind, attribute), column in table.columns.items()
        if len(column.owners)
    }


def test_what_is_kept_of_an_entry() -> None:
    kept = contents(table_of(PHONES[:2]))
    assert kept["terms", "颜色"] == [(0, "black"), (0, "white"), (1, "black")]
    assert kept["numbers", "价格"] == [(0, 3999.0), (0, 4599.0), (1, 249.0)]
    assert kept["said", "卖点"] == [(0, 2)]
    assert kept["lengths", "name"] == [(0, 2), (1, 1)]
    assert contents(table_of(PHONES))["spans", "价格"] == [(2, [5499.0, 6999.0])]


def test_a_saved_table_is_the_same_again(tmp_path: Path) -> None:
    odd = replace(entry("odd"), terms={"颜色": ("\ud800", "红\0色")})
    table = table_of([*PHONES, odd])
    table.save(tmp_path)
    loaded = Table.load(tmp_path)
    assert loaded.rows == 5
    assert contents(loaded) == contents(table)


def test_an_empty_table_is_saved_too(tmp_path: Path) -> None:
    table_of([]).save(tmp_path)
    assert Table.load(tmp_path) == Table(0, {}, {})


entries = st.builds(
    IndexEntry,
    id=st.just("any"),
    document=st.just(b""),
    terms=st.dictionaries(st.sampled_from("甲乙"), st.lists(st.sampled_from("rgb")).map(tuple)),
    numbers=st.dictionaries(st.sampled_from("甲乙"), st.lists(st.floats(0, 9)).map(tuple)),
    spans=st.dictionaries(st.sampled_from("甲乙"), st.tuples(st.floats(0, 9), st.floats(9, 99))),
    orders=st.dictionaries(st.sampled_from("甲乙"), st.floats(0, 9)),
)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(entries, st.booleans()), max_size=6), st.lists(entries, max_size=4))
def test_thinned_out_and_joined(old: list[tuple[IndexEntry, bool]], new: list[IndexEntry]) -> None:
    stays = np.array([stay for _, stay in old], dtype=np.bool_)
    renumbered = np.where(stays, np.cumsum(stays) - 1, -1).astype(np.int32)
    joined = table_of(one for one, _ in old).kept(renumbered).followed_by(table_of(new))
    anew = table_of([*(one for one, stay in old if stay), *new])
    assert joined.rows == anew.rows
    assert contents(joined) == contents(anew)


keys = st.sampled_from((0.0, 1.0, 2.0, float("nan")))


def test_smallest_first_then_the_prominent_then_as_they_stand() -> None:
    smallest = np.array([2.0, 1.0, 1.0, np.nan, 1.0])
    prominence = np.array([0.0, 5.0, 9.0, 99.0, 5.0])
    first = first_rows(np.arange(5, dtype=np.int32), smallest, prominence, 5)
    assert first.tolist() == [2, 1, 4, 0, 3]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(keys, keys), min_size=1, max_size=12), st.integers(1, 14))
def test_the_first_are_the_first_of_all(pairs: list[tuple[float, float]], until: int) -> None:
    rows = np.arange(len(pairs), dtype=np.int32)
    smallest, prominence = np.array(pairs).T
    everything = first_rows(rows, smallest, prominence, len(pairs))
    assert sorted(everything.tolist()) == rows.tolist()
    first = first_rows(rows, smallest, prominence, until)
    assert first.tolist() == everything[:until].tolist()
