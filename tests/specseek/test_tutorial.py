"""The tutorial works as it is written: its commands are run, and print what it shows."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
SERVERS = ("specseek web", "specseek serve")
PROPOSAL = re.compile(r"^(\d+) +soundbarn\.example +(\w+(?: \w+)*)", re.MULTILINE)


class Step(NamedTuple):
    """A command, and the lines that it prints among others."""

    command: str
    printed: tuple[str, ...]


def steps() -> Iterator[Step]:
    for block in re.findall(r"```console\n(.*?)```", TUTORIAL, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            end = lines.index("END") if "<<'END'" in lines[0] else 0
            while lines[end].endswith("\\"):
                end += 1
            yield Step("\n".join(lines[: end + 1]), tuple(filter(None, lines[end + 1 :])))


class Reader:
    """Somebody who types the commands of the tutorial, into terminals in one folder."""

    def __init__(self, project: Path) -> None:
        self.folder = project
        self.ports = {"8080": free_port(), "8000": free_port()}
        self._servers: list[subprocess.Popen[str]] = []
        self._numbers: dict[str, str] = {}
        tools = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self._env = {**os.environ, "PATH": tools, "PYTHONPATH": str(ROOT)}

    def follow(self, step: Step) -> None:
        command = self._with_ports(step.command)
        if command.startswith(SERVERS):
            self._serve(command, step.printed)
        elif " && cd " in command:
            self.folder /= command.rpartition(" ")[2]
            self.folder.mkdir()
        else:
            told = self._run(self._with_numbers(command))
            self._numbers |= numbers(step.printed, told)
            for line in step.printed:
                if not PROPOSAL.match(line):
                    assert squeezed(line) in squeezed(told), f"{command}\n{told}"

    def _with_ports(self, text: str) -> str:
        for written, port in self.ports.items():
            text = text.replace(f":{written}", f":{port}")
        port = self.ports["8080" if text.startswith(SERVERS[0]) else "8000"]
        return f"{text} --port {port}" if text.startswith(SERVERS) else text

    def _with_numbers(self, command: str) -> str:
        """Proposals are numbered in the order in which pages arrive, which may change."""
        if "review accept" not in command:
            return command
        return re.sub(r"\d+", lambda number: self._numbers[number[0]], command)

    def _run(self, command: str) -> str:
        done = subprocess.run(
            [str(shutil.which("bash")), "-ec", command],
            cwd=self.folder,
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        return done.stdout

    def _serve(self, command: str, printed: tuple[str, ...]) -> None:
        server = subprocess.Popen(
            [*command.split()],
            cwd=self.folder,
            env=self._env,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._servers.append(server)
        assert server.stderr
        for line in printed:
            assert server.stderr.readline().strip() == self._with_ports(line).strip()

    def leave(self) -> None:
        for server in self._servers:
            server.terminate()
            server.communicate(timeout=PATIENCE)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def squeezed(text: str) -> str:
    """Without spaces, and without what is left out."""
    return "".join(text.split()).removesuffix("…")


def numbers(shown: tuple[str, ...], told: str) -> dict[str, str]:
    """The number of a proposal in the tutorial → its real number; all of them must be there."""
    real = {name: number for number, name in PROPOSAL.findall(told)}
    return {number: real[name] for number, name in PROPOSAL.findall("\n".join(shown))}


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    for name in ("samples", "scrapy.cfg"):
        (tmp_path / name).symlink_to(ROOT / name)
    one = Reader(tmp_path)
    yield one
    one.leave()


@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("patch")),
    reason="the tutorial's commands are written for bash, with patch",
)
def test_the_tutorial_leads_to_a_search_page(reader: Reader) -> None:
    *before, last = steps()
    for step in before:
        reader.follow(step)
    page = f"http://127.0.0.1:{reader.ports['8000']}/search?q=over-ear+under+%24250"
    with urllib.request.urlopen(page, timeout=PATIENCE) as answer:
        assert "Kestrel Glide 2 Pro" in answer.read().decode()
    reader.follow(last)


def test_every_command_of_the_tutorial_is_found() -> None:
    commands = [step.command.split()[0] for step in steps()]
    assert commands.count("specseek") == len(re.findall(r"^\$ specseek ", TUTORIAL, re.MULTILINE))
    assert len(commands) == len(re.findall(r"^\$ ", TUTORIAL, re.MULTILINE))
