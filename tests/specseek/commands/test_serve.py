"""The real server, as a process of its own, asked over HTTP."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from search_ui.credentials import Credentials
from specseek.cli import main
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def served(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server that answers, and what it told so far."""
    command = [sys.executable, "-m", "specseek", "serve", "--port", "0", "--processes", "1"]
    env = os.environ | {"SPECSEEK_DATA": str(data)}
    process = subprocess.Popen([*command, *options], env=env, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    told = [process.stderr.readline()]
    try:
        yield process, told
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def status_and_text(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310 - our own address
        return answer.status, answer.read().decode()


def test_it_tells_its_address_answers_there_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    with served(tmp_path) as (process, told):
        address = re.fullmatch(r"SpecSeek is at (http://127\.0\.0\.1:\d+/) .*\n", told[0])
        assert address, told
        assert process.stderr is not None
        link = process.stderr.readline()
        word = Credentials(tmp_path).invitation
        assert link == f"Set the admin's password: {address[1]}first-start?word={word}\n"
        status, text = status_and_text(f"{address[1]}log-in")
        assert (status, "<h1>" in text) == (200, True)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0


@pytest.mark.slow
def test_a_known_password_is_not_asked_for_again(tmp_path: Path) -> None:
    Credentials(tmp_path).set_password("correct horse")
    with served(tmp_path) as (process, told):
        assert told[0].startswith("SpecSeek is at ")
        process.terminate()
        assert process.communicate(timeout=PATIENCE)[1] == ""


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        runner = CliRunner(env={"SPECSEEK_DATA": str(tmp_path)})
        result = runner.invoke(main, ["serve", "--port", port])
    assert result.exit_code == 1
    assert f"cannot serve at 127.0.0.1 port {port}: Address already in use" in result.stderr
    assert "--port" in result.stderr


@pytest.mark.parametrize(
    ("options", "status", "told"),
    [
        (["--topic", "cameras"], 2, "there is no topic 'cameras' in "),
        (["--host", "no such host"], 1, "cannot serve at no such host port"),
    ],
)
def test_what_cannot_be_served_is_told(
    tmp_path: Path, options: list[str], status: int, told: str
) -> None:
    result = CliRunner(env={"SPECSEEK_DATA": str(tmp_path)}).invoke(main, ["serve", *options])
    assert result.exit_code == status
    assert told in result.stderr


@pytest.mark.slow
def test_a_log_for_programs_is_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPECSEEK_LOG", "json")
    Credentials(tmp_path).set_password("correct horse")
    with served(tmp_path) as (process, told):
        address = told[0].split()[3]
        page = urllib.request.urlopen(f"{address}log-in", timeout=PATIENCE)  # noqa: S310 - our own
        token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page.read().decode())
        assert token
        wrong = urllib.request.Request(  # noqa: S310 - our own
            f"{address}log-in",
            f"password=wrong&csrf_token={token[1]}".encode(),
            {"Cookie": page.headers["Set-Cookie"].partition(";")[0]},
        )
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(wrong, timeout=PATIENCE)  # noqa: S310 - our own
        process.terminate()
        (line,) = process.communicate(timeout=PATIENCE)[1].splitlines()
    assert json.loads(line)["message"] == "A wrong password from 127.0.0.1"


# `specseek password`: for those who forgot it.


def set_password(data: Path, words: str) -> Result:
    return CliRunner(env={"SPECSEEK_DATA": str(data)}).invoke(main, ["password"], input=words)


def test_a_forgotten_password_is_replaced_and_all_sessions_end(tmp_path: Path) -> None:
    Credentials(tmp_path).set_password("the forgotten one")
    before = Credentials(tmp_path).stamp
    done = set_password(tmp_path, "new 密码 123\n")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "The password was set. All sessions have ended.\n"
    known = Credentials(tmp_path)
    assert known.is_password("new 密码 123")
    assert known.stamp != before


def test_a_first_password_may_be_set_without_a_server(tmp_path: Path) -> None:
    assert set_password(tmp_path, "new 密码 123").exit_code == 0
    assert not Credentials(tmp_path).invitation


def test_an_unacceptable_password_changes_nothing(tmp_path: Path) -> None:
    Credentials(tmp_path).set_password("the forgotten one")
    done = set_password(tmp_path, "short\n")
    assert (done.exit_code, done.stderr) == (1, "Error: a password has 8 to 1000 characters\n")
    assert Credentials(tmp_path).is_password("the forgotten one")
