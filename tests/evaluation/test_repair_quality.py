"""The report of repairs: figures, floors, alarms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner
from rich.console import Console

from evaluation import quality_commands
from evaluation.repair_quality import RepairReport
from evaluation.repair_trial import RepairTrial
from evaluation.scoring import QualityRow, Tally, Trial
from review.repairs import CoverageLoss, RepairFinding
from store.reports import KeptValues

if TYPE_CHECKING:
    import pytest

LOST = RepairFinding(
    CoverageLoss("tongxun.example", 0.0, KeptValues("tongxun.example", 20, 275, 0, 0, 0), 0), 20
)


def report(right: int, *findings: RepairFinding) -> RepairReport:
    def row(title: str, tally: Tally) -> QualityRow:
        return QualityRow(f"redesigned, {title}, www.pcpop.example", 0, (Trial((tally,)),))

    before, after = row("old rules", Tally(0, 0, 10)), row("repaired", Tally(right, 10, 10))
    return RepairReport(RepairTrial((before,), (after,), findings), (), ("no real pages",))


def test_as_it_should_be() -> None:
    good = report(10, LOST)
    assert good.faults == []
    console = Console(width=120)
    with console.capture() as captured:
        console.print(good.table())
    assert "Alarms, no rule proposed: tongxun.example" in captured.get()
    assert "no real pages" in captured.get()


def test_faults_are_named() -> None:
    fallen, silent = report(9).faults
    assert fallen.startswith("redesigned, repaired, www.pcpop.example, 0 sample(s): f1 is 0.9000")
    assert silent == "alarms: []"


def test_the_command_exits_with_1_if_a_figure_fell(monkeypatch: pytest.MonkeyPatch) -> None:
    for right, status in ((10, 0), (9, 1)):
        monkeypatch.setattr(
            quality_commands, "measure_repair_quality", lambda n=right: report(n, LOST)
        )
        done = CliRunner().invoke(quality_commands.repair, ["--json"])
        assert done.exit_code == status
        assert '"site": "tongxun.example"' in done.stdout
