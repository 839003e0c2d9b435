from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.costs import measure_costs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_every_stage_is_measured(tmp_path: Path) -> None:
    report = measure_costs(tmp_path, 60, lambda _: None)
    stages = {cost.stage for cost in report.costs}
    assert {"fetch, read and store", "index entry", "search, tantivy"} <= stages
    assert "merge records into products" in stages
    for cost in report.costs:
        assert cost.of > 0, cost
        assert (cost.milliseconds or cost.bytes or 0) > 0, cost
