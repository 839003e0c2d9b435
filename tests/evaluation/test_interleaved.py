from __future__ import annotations

import gc
from itertools import pairwise

import pytest

from evaluation.interleaved import interleaved_medians

pytestmark = pytest.mark.slow


def test_quick_ones_get_more_turns_and_slow_ones_their_fewest() -> None:
    order: list[str] = []

    def slow() -> None:
        order.append("slow")
        sum(range(300_000))

    timed = interleaved_medians(
        {"slow": slow, "quick": lambda: order.append("quick")}, seconds=0.001, fewest=3, most=12
    )
    assert {name: turns for name, (_, turns) in timed.items()} == {"slow": 3, "quick": 12}
    assert timed["slow"][0] > timed["quick"][0]
    assert order[2:].count("slow") == 3
    assert all(left != "slow" or right != "slow" for left, right in pairwise(order[2:]))


def test_turns_go_round() -> None:
    order: list[str] = []
    runs = {name: (lambda name=name: order.append(name)) for name in "abc"}
    interleaved_medians(runs, seconds=1, fewest=1, most=3)
    assert order == [*"abc", *"abc", *"bca", *"cab"]


def test_garbage_collection_is_as_it_was_found() -> None:
    states: list[bool] = []
    interleaved_medians({"a": lambda: states.append(gc.isenabled())}, 0.0, fewest=2, most=2)
    assert states == [False] * 3
    assert gc.isenabled()
