"""What holds for every command; each command's own matters are in tests/specseek/commands."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from specseek.cli import main
from tests.waiting import PATIENCE

COMMANDS = sorted(main.list_commands(click.Context(main)))
ROOMS = {path.parent.name for path in Path(__file__).parents[2].glob("*/__init__.py")}
PAGE = '{"file": "page.html", "url": "https://site.example/page.html"}\n'


def test_help_names_every_command() -> None:
    shown = CliRunner().invoke(main, ["--help"])
    assert shown.exit_code == 0
    for command in COMMANDS:
        assert f"\n  {command} " in shown.output


def imported_by(*arguments: str) -> set[str]:
    code = (
        f"import sys; from specseek.cli import main; main({arguments!r}, standalone_mode=False); "
        "print(*sys.modules, file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(shown.stderr.split())


def test_help_imports_no_command_and_none_of_their_libraries() -> None:
    imported = imported_by("--help")
    ours = {name for name in imported if name.partition(".")[0] in ROOMS}
    assert ours == {"core", "core.errors", "specseek", "specseek.cli"}
    assert not imported & {"flask", "jieba", "lxml", "numpy", "pydantic", "pypinyin", "rich"}
    assert not imported & {"scrapy", "sqlalchemy", "twisted", "whoosh", "yaml"}


@pytest.mark.parametrize(
    ("command", "not_needed"),
    [
        ("search", {"flask", "lxml", "pkg_resources", "pypinyin", "requests", "scrapy"}),
        ("index", {"flask", "lxml", "pkg_resources", "pypinyin", "requests", "scrapy"}),
        pytest.param(
            "errors",
            {"flask", "jieba", "lxml", "numpy", "opencc", "requests", "scrapy", "whoosh"},
            marks=pytest.mark.slow,
        ),
        pytest.param("review", {"flask", "pypinyin", "scrapy", "twisted"}, marks=pytest.mark.slow),
        ("extract", {"flask", "jieba", "numpy", "scrapy", "sqlalchemy", "twisted", "whoosh"}),
    ],
)
def test_a_command_imports_only_what_it_uses(command: str, not_needed: set[str]) -> None:
    assert not imported_by(command, "--help") & not_needed


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    shown = CliRunner().invoke(main, [command, "--help"])
    assert shown.exit_code == 0
    assert f"Usage: main {command}" in shown.output


@pytest.mark.parametrize("wrong", [["nonsense"], ["extract", "--nonsense"], ["extract"]])
def test_a_wrong_call_exits_2_and_points_to_the_help(wrong: list[str]) -> None:
    shown = CliRunner().invoke(main, wrong)
    assert shown.exit_code == 2
    assert "--help" in shown.stderr
    assert not shown.stdout


def start_extraction(rules: Path, manifest: int) -> subprocess.Popen[bytes]:
    """Start `specseek extract` with a manifest that comes through a pipe."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "specseek", "extract"),
            *("--rules", str(rules), "--manifest", f"/dev/fd/{manifest}"),
        ],
        cwd=rules,
        pass_fds=[manifest],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_ctrl_c_ends_it_quietly_with_130(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>")
    reads, writes = os.pipe()
    with start_extraction(tmp_path, reads) as running:
        os.write(writes, PAGE.encode() * 2)
        assert running.stdout is not None
        running.stdout.readline()  # it is at work now
        running.send_signal(signal.SIGINT)
        _, words = running.communicate(timeout=PATIENCE)
    os.close(reads)
    os.close(writes)
    assert running.returncode == 130
    assert b"Traceback" not in words


def test_a_closed_pipe_ends_a_command_quietly(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>")
    reads, writes = os.pipe()
    with start_extraction(tmp_path, reads) as running:
        os.close(reads)
        assert running.stdout is not None
        running.stdout.close()
        os.write(writes, PAGE.encode() * 100)
        os.close(writes)
        assert running.stderr is not None
        words = running.stderr.read()
    assert running.returncode == 1
    assert words == b""
