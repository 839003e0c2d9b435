"""The bar is for people: it is seen on a real terminal only."""

import os
import pty
import subprocess
import sys
from pathlib import Path

CODE = """
from specseek.progress import with_progress
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
