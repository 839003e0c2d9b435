from __future__ import annotations

import pytest

from core.topic import shipped_topic
from evaluation.datasets import DataSetsAbsentError
from evaluation.merging_quality import KnownRecord, MergingReport, record_of
from evaluation.pair_merging import (
    CAMERAS,
    HELD_BACK_MONITORS,
    made_up_pairs,
    merged_pairs,
    monitor_records,
    real_pairs,
)

pytestmark = pytest.mark.slow


def camera(number: int, shop: str, name: str, true: str) -> KnownRecord:
    values = [("Name", name), ("Brand", "Canon")]
    return KnownRecord(record_of(number, f"http://{shop}.example/{number}", values), true)


def test_pairs_on_two_sites_are_counted() -> None:
    known = [
        camera(1, "a", "Canon S90", "S90"),
        camera(2, "a", "Canon S90 black", "S90"),
        camera(3, "b", "Canon S90", "S90"),
        camera(4, "b", "Canon S95", "S90"),
        camera(5, "c", "Canon S90", "S91"),
    ]
    found = merged_pairs("made up", CAMERAS, known)
    assert (found.pairs, len(found.missed), len(found.wrong)) == (4, 2, 3)
    assert (found.recall, found.precision) == (0.5, 0.4)
    assert found.fault == "made up: recall 0.500, precision 0.400"
    only = merged_pairs("made up", CAMERAS, known, frozenset({"c.example"}))
    assert (only.pairs, len(only.wrong)) == (0, 3)
    assert MergingReport((), None, (), (found,)).faults == [found.fault]


def test_pairs_of_what_comes_with_specseek() -> None:
    found = list(made_up_pairs())
    assert [one.fault for one in found] == [""] * 4
    assert [one.wrong for one in found] == [()] * 4


def test_half_of_the_shops_are_held_back() -> None:
    sites = {known.record.site for known in monitor_records()}
    assert len(sites) == 2 * len(HELD_BACK_MONITORS & sites)
    assert not shipped_topic("monitors").product_names.variant_words


def test_pairs_of_real_cameras() -> None:
    try:
        found = list(real_pairs())
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    assert [one.pairs for one in found] == [67, 41]
    assert [one.fault for one in found] == ["", ""]
