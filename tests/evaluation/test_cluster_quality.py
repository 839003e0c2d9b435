from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from evaluation.cluster_quality import (
    ISTM,
    OURS,
    SAME_PATHS,
    Agreement,
    ClusteringCost,
    ClusterReport,
    adjusted_rand_index,
    channel_site_pages,
    made_up_pages,
    measure_clusters,
    pocket_web_pages,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_the_index_is_one_for_the_same_clusters_and_none_for_chance() -> None:
    assert adjusted_rand_index("aabbb", [5, 5, 1, 1, 1]) == 1
    assert adjusted_rand_index("aabb", [0, 0, 0, 0]) == 0
    assert adjusted_rand_index("aabb", [0, 1, 2, 3]) == 0
    assert adjusted_rand_index("", []) == 1
    # 2 pairs are together in both, of 6 and of 3; 6 * 3 / 15 would be by chance.
    assert adjusted_rand_index("aaabbb", [0, 0, 1, 1, 2, 2]) == pytest.approx(0.2424, abs=1e-4)


def test_layouts_of_the_pocket_web() -> None:
    layouts = Counter(page.layout for page in pocket_web_pages())
    assert layouts["www.pcpop.example product"] == 86
    assert layouts["www.pcpop.example list"] == 25
    assert layouts["www.pcpop.example article"] == 7
    # Each site's home page, list of news and glossary, and one page in Big5.
    assert sum(count == 1 for count in layouts.values()) == 3 * 10 + 1


def test_layouts_of_news_and_forums() -> None:
    layouts = Counter(page.layout for page in channel_site_pages())
    assert layouts["bbs.jiyou.example documents"] == 34
    assert layouts["bbs.jiyou.example list"] == 4
    assert layouts["bbs.jiyou.example home"] == 1


def test_made_up_pages_are_many_and_their_sites_different() -> None:
    pages = list(islice(made_up_pages(), 2_000))
    assert len({page.url for page in pages}) == 2_000
    assert len({page.body for page in pages}) > 1_900


@pytest.mark.slow
def test_clusters_of_the_pocket_web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECSEEK_DATA_SETS", str(tmp_path))
    report = measure_clusters(many=(50, 100))
    assert report.agreements[0].indexes[OURS] > 0.99
    assert SAME_PATHS in report.agreements[0].indexes
    assert report.few[0].indexes[OURS] > report.few[0].indexes[ISTM]
    assert len(report.notes) == 6
    assert [cost["pages"] for cost in report.as_json()["costs"]] == [50, 100]
    assert report.table()


def test_what_is_not_as_it_should_be_is_told() -> None:
    bad = Agreement("somewhere", held_back=True, pages=9, layouts=3, indexes={OURS: 0.5})
    slow = (ClusteringCost(2_000, 1.0), ClusteringCost(20_000, 30.0))
    assert ClusterReport((bad,), (), slow).faults == [
        "somewhere: the adjusted Rand index of ours is 0.5000, must be 0.95",
        "a page costs 3.00 times as much among many",
    ]
