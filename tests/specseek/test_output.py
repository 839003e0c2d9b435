import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.table import Table

from specseek.output import local_time, print_report, utc_time, write_line


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


def test_one_object_a_line_readable_chinese(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_line({"value": "诺基亚\n📱"})
    assert capfdbinary.readouterr().out == '{"value": "诺基亚\\n📱"}\n'.encode()


def test_a_file_name_that_is_no_unicode_reads_back_as_it_was(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    name = os.fsdecode(b"caf\xe9.html")
    write_line({"file": name})
    assert json.loads(capfdbinary.readouterr().out.decode("utf-8")) == {"file": name}


def test_the_terminals_encoding_does_not_matter() -> None:
    code = "from specseek.output import write_line; write_line('诺基亚 📱')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONIOENCODING": "gbk"},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode("utf-8") == '"诺基亚 📱"\n'


# The bar is for people: it is seen on a real terminal only.


CODE = """
from specseek.output import with_progress
for number in with_progress(range(3), 3, "Extracting"):
    print(number)
"""


def run(stdout: int, stderr: int) -> None:
    subprocess.run(
        [sys.executable, "-c", CODE],
        stdout=stdout,
        stderr=stderr,
        env={"TERM": "xterm"},
        check=True,
    )


def read_terminal(controller: int) -> bytes:
    seen = b""
    try:
        while chunk := os.read(controller, 10_000):
            seen += chunk
    except OSError:
        pass  # Linux reports the end of a terminal so
    return seen


def seen_on_terminal(*, stdout_too: bool, data: Path) -> bytes:
    controller, terminal = pty.openpty()
    with data.open("wb") as file:
        run(terminal if stdout_too else file.fileno(), terminal)
    os.close(terminal)
    seen = read_terminal(controller)
    os.close(controller)
    return seen


def test_a_bar_on_the_terminal_while_the_data_goes_to_a_file(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert b"Extracting" in seen_on_terminal(stdout_too=False, data=data)
    assert data.read_text() == "0\n1\n2\n"


def test_no_bar_across_data_on_the_same_terminal(tmp_path: Path) -> None:
    seen = seen_on_terminal(stdout_too=True, data=tmp_path / "data")
    assert seen == b"0\r\n1\r\n2\r\n"


def test_no_bar_in_a_log_file(tmp_path: Path) -> None:
    with (tmp_path / "data").open("wb") as data, (tmp_path / "log").open("wb") as log:
        run(data.fileno(), log.fileno())
    assert (tmp_path / "log").read_bytes() == b""


# People see their own clock, scripts see UTC.


def test_the_same_moment_for_people_and_for_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        assert local_time(1_700_000_000.9) == "2023-11-15 06:13"
        assert utc_time(1_700_000_000.9) == "2023-11-14T22:13:20+00:00"
    finally:
        monkeypatch.undo()
        time.tzset()
