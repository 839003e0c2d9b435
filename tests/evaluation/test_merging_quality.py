from __future__ import annotations

import re
from itertools import combinations

import pytest

from evaluation.datasets import DataSetsAbsentError
from evaluation.merging_quality import (
    WRITINGS,
    KnownRecord,
    MergingReport,
    RealMerging,
    known_merging,
    pocket_web_records,
    real_merging,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("rewritten", [False, True])
def test_the_pocket_web_is_merged_whole_and_never_wrongly(*, rewritten: bool) -> None:
    merging = known_merging("pocket web", pocket_web_records(rewritten=rewritten))
    assert merging.count == 675
    assert merging.shared == 190
    assert merging.missed == ()
    assert merging.wrong == ()


def test_a_wrong_merge_and_a_missed_one_are_told() -> None:
    one, other = pocket_web_records()[:2]
    known = [
        KnownRecord(one.record, "N95"),
        KnownRecord(one.record._replace(id=-1, site="b.example"), "N96"),
        KnownRecord(other.record._replace(id=-2, site="c.example"), "N96"),
    ]
    merging = known_merging("made up", known)
    assert merging.wrong == (("N95", "N96"),)
    assert merging.missed == ("N96",)
    report = MergingReport((merging,), None)
    assert report.faults == ["merged: N95 | N96", "not merged: N96"]


@pytest.fixture(scope="module")
def real() -> RealMerging:
    try:
        return real_merging()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))


# Each line is one phone, whatever its memory, networks and colour.
KNOWN_MERGES = [
    {"华为 Mate10 4GB+64GB", "华为 Mate10 6GB+128GB"},
    {"苹果 iPhone 8 Plus 64GB", "苹果 iPhone 8 Plus 256GB", "苹果iPhone 8 Plus（全网通）"},
    {"三星 Galaxy S6 G9200", "三星 GALAXY S6 G9208/移动版", "三星 GALAXY S6 G9209/电信版"},
    {"HTC One E9+公开版/双4G", "HTC One E9+/移动4G"},
    {"三星Galaxy S9", "三星GALAXY S9（全网通）"},
]


def test_real_records_are_merged(real: RealMerging) -> None:
    assert real.count == 2891
    assert len(real.merges) >= 170
    merges = list(map(set, real.merges))
    assert all(known in merges for known in KNOWN_MERGES)


# Each word makes another phone of a real one: it is in all names of a merge, or in none.
TELLING = (
    *("pro", "plus", "max", "mini", "lite", "edge", "note", "青春版", "高配版", "尊享版", "旗舰版"),
    *("保时捷", "5g版", "2016", "2017", "2018", "畅玩", "畅享", "荣耀", "红米", "魅蓝", "坚果"),
)


def test_no_merge_of_real_records_crosses_a_telling_word(real: RealMerging) -> None:
    for names in real.merges:
        plain = [re.sub(r"(?<!b)\+(?!\d)", "plus", name.casefold()) for name in names]
        for one, other in combinations(plain, 2):
            assert [word in one for word in TELLING] == [word in other for word in TELLING]


def test_no_two_sites_write_alike() -> None:
    written = [write("诺基亚", "6500 classic") for write in WRITINGS]
    assert len(set(written)) == len(written)
    assert {"诺基亚6500 classic", "Nokia 6500 classic", "诺基亚 6500 CLASSIC"} <= set(written)
