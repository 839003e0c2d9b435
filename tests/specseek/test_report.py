import json

import pytest
from rich.table import Table

from specseek.report import print_report


class Figures:
    def table(self) -> Table:
        table = Table()
        table.add_column("站点" * 20)
        table.add_column("right" * 10)
        return table

    def as_json(self) -> dict[str, float]:
        return {"right": 1.0}


def test_a_table_that_a_pipe_does_not_squeeze(capsys: pytest.CaptureFixture[str]) -> None:
    print_report(Figures(), as_json=False)
    shown = capsys.readouterr().out
    assert "站点" * 20 in shown
    assert "right" * 10 in shown


def test_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    print_report(Figures(), as_json=True)
    assert json.loads(capsys.readouterr().out) == {"right": 1.0}
