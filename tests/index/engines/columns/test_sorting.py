from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from index.engines.columns.sorting import first_rows

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
