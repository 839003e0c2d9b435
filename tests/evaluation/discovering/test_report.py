from __future__ import annotations

import pytest

from evaluation.datasets import DataSetsAbsentError, data_sets_folder
from evaluation.discovering.examples import zol_set
from evaluation.discovering.hidden_names import Forgotten, HiddenNames
from evaluation.discovering.report import DiscoveryEvaluation
from evaluation.discovering.weights import Judged, WeightsRows
from evaluation.discovery_quality import DiscoveryReport

NOTHING_FOUND = DiscoveryReport(())


def test_learned_weights_that_are_no_better_are_told() -> None:
    same = WeightsRows("site", (Judged("zol", 10, 5, 0.5, 1.0, 1.0, 0.2, 0.1),))
    (fallen,) = DiscoveryEvaluation(NOTHING_FOUND, (same,)).below_floors
    assert fallen.startswith("discovery, weights, site held back, 1 sample(s): gain is 0.0000")


def test_wrong_aliases_are_told() -> None:
    wrong = HiddenNames((Forgotten("主摄像素", "摄像头像素", "后置摄像头"),))
    fallen = DiscoveryEvaluation(NOTHING_FOUND, names=wrong).below_floors
    assert any("precision is 0.0000" in line for line in fallen)


def test_candidates_of_a_real_page() -> None:
    try:
        data_sets_folder()
        page = zol_set()
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    attributes = [one for one in page.examples if one.true]
    assert 50 <= len(attributes) <= 62
    assert all(one.candidate.value for one in page.examples)
    assert not any(one.candidate.name == "电商报价" for one in page.examples)
