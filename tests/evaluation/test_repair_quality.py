from __future__ import annotations

import pytest
from click.testing import CliRunner
from rich.console import Console

from evaluation import commands, datasets
from evaluation.datasets import DataSetsAbsentError
from evaluation.redesigned_sites import EMPTIED_HOST
from evaluation.repair_quality import (
    RepairReport,
    RepairTrial,
    gsmarena_repaired,
    redesigned,
    repair_trial,
    swde_camera_repaired,
)
from evaluation.scoring import QualityRow, Tally, Trial
from review.repairs import CoverageLoss, RepairFinding
from store.kept_values import KeptValues
from tests.spider.small_topic import write_topic

LOST = RepairFinding(
    CoverageLoss("tongxun.example", 0.0, KeptValues("tongxun.example", 20, 275, 0, 0, 0), 0), 20
)
HOST = "tech.163.example"
PAGE = """<html><head><meta charset="gbk"></head><body class="x"><table id="specs">
<tr><th>概要</th><td>名称</td><td>甲</td></tr>
<tr><td>重量</td><td data-spec="w">120克</td></tr><tr><td>&nbsp;</td><td>含电池</td></tr>
<tr><td>颜色</td><td style="color:red">黑<!-- 一 --></td></tr><tr><td>网络</td><td>5G</td></tr>
</table></body></html>""".encode("gbk")
TEXT = redesigned(PAGE, "gbk", {"重量": "净重", "黑": "白"}).decode()


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
        monkeypatch.setattr(commands, "measure_repair_quality", lambda n=right: report(n, LOST))
        done = CliRunner().invoke(commands.repair, ["--json"])
        assert done.exit_code == status
        assert '"site": "tongxun.example"' in done.stdout


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> RepairTrial:
    folder = tmp_path_factory.mktemp("repair")
    topics = write_topic(folder, f"http://{HOST}/", f"http://{EMPTIED_HOST}/")
    return repair_trial(folder, [HOST], {"SPECSEEK_TOPICS": str(topics)})


def f1(trial: RepairTrial) -> list[float]:
    figures = (row.figure("f1") for row in (*trial.before, *trial.after))
    return [spread.median for spread in figures if spread]


@pytest.mark.slow
def test_the_repaired_rules_read_all(trial: RepairTrial) -> None:
    """The old ones still read what has its old name; the fall is noticed all the same."""
    before, after = f1(trial)
    assert before < 0.95
    assert after == 1.0
    assert trial.repaired == ["163.example"]


@pytest.mark.slow
def test_the_emptied_site_is_an_alarm_and_gets_no_rule(trial: RepairTrial) -> None:
    assert trial.alarms == ["tongxun.example"]


@pytest.mark.slow
def test_the_report_finds_no_fault(trial: RepairTrial) -> None:
    assert RepairReport(trial, ()).faults == []


@pytest.mark.slow
def test_phone_pages() -> None:
    try:
        pages = datasets.gsmarena()[:12]
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    spread = gsmarena_repaired(pages).figure("f1")
    assert spread is not None
    assert spread.median >= 0.95


@pytest.mark.slow
def test_a_camera_shop() -> None:
    try:
        pages = [page for page in datasets.swde_camera() if page.site == "pcnation"]
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    shop, together = swde_camera_repaired(pages[:12])
    spread = shop.figure("f1")
    assert spread is not None
    assert spread.median >= 0.95
    assert together.name == "redesigned, swde-camera"


def test_other_tags_and_no_telling_attributes() -> None:
    assert "<dd>120克</dd>" in TEXT
    for gone in ("<td", "<tr", "<table", "class=", "id=", "style=", "data-", "gbk"):
        assert gone not in TEXT


def test_names_change_and_values_do_not() -> None:
    assert "<dd>净重</dd>" in TEXT
    assert "重量" not in TEXT
    assert "黑" in TEXT


def test_rows_move_with_what_goes_on_from_them() -> None:
    rows = [row for row in TEXT.split("<dl>") if "<dd>" in row]
    assert "概要" in rows[0]
    weight = next(place for place, row in enumerate(rows) if "120克" in row)
    assert "含电池" in rows[weight + 1]
    assert redesigned(PAGE, "gbk", {}) == redesigned(PAGE, "gbk", {})
