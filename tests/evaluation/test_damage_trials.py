from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.damage_trials import (
    TARGETS,
    crawl_pair_trial,
    disk_trial,
    flip_trial,
    pair_trial,
)
from evaluation.kill_trials import operations
from tests.spider.simulated_crawl import SHOUJI, TONGXUN
from tests.spider.small_topic import write_topic

if TYPE_CHECKING:
    from pathlib import Path

    from evaluation.damage_trials import Target
    from evaluation.kill_trials import Operation

OPERATIONS = operations(12)


def named(operation: Operation) -> str:
    return operation.name


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_what_a_full_disk_stops_says_so_and_is_done_later(
    tmp_path: Path, operation: Operation
) -> None:
    trial = disk_trial(tmp_path, operation)
    assert trial.differences == ()
    assert trial.told


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_damaged_files_are_told_and_a_damaged_ledger_is_left_alone(
    tmp_path: Path, target: Target
) -> None:
    trial = flip_trial(tmp_path, target, cases=3, pages=12, seed=2)
    assert trial.differences == ()


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_two_at_once_leave_what_one_does(tmp_path: Path, operation: Operation) -> None:
    assert pair_trial(tmp_path, operation, rounds=1).differences == ()


@pytest.mark.slow
def test_of_two_crawls_one_says_that_the_other_is_there(tmp_path: Path) -> None:
    settings = {"SPECSEEK_TOPICS": str(write_topic(tmp_path, SHOUJI, TONGXUN))}
    trial = crawl_pair_trial(tmp_path, settings, rounds=1)
    assert trial.differences == ()
    assert trial.told == 1
