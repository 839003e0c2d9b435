"""One process at a time carries out decisions, one more waits, others end at once."""

from __future__ import annotations

import select
import subprocess
import sys
from pathlib import Path

import pytest

from core.settings import load_settings
from search_ui.background import (
    forget_failure,
    is_working,
    keep_failure,
    last_failure,
    settings_from_json,
    settings_to_json,
    work_turn,
)

# Says whose turn it is, and keeps the turn until it is told to end.
TAKES_A_TURN = """
import sys
from pathlib import Path
from search_ui.background import work_turn
print("asks", flush=True)
with work_turn(Path(sys.argv[1]), sys.argv[2]) as is_ours:
    print(is_ours, flush=True)
    if is_ours:
        sys.stdin.readline()
"""


class Other:
    """Another process that asks for a turn."""

    def __init__(self, data: Path, topic: str = "phones") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", TAKES_A_TURN, str(data), topic],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.says() == "asks"

    def says(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def fileno(self) -> int:
        assert self._process.stdout
        return self._process.stdout.fileno()

    def end(self) -> None:
        self._process.communicate("\n")

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


def first_to_speak(one: Other, other: Other) -> tuple[Other, Other]:
    """Which of two comes second is a matter of chance: the one that has to wait says nothing."""
    ready, _, _ = select.select([one, other], [], [])
    return (one, other) if one in ready else (other, one)


def test_nobody_is_at_work_before_anybody_was(tmp_path: Path) -> None:
    assert not is_working(tmp_path)
    assert not (tmp_path / "review").exists()


@pytest.mark.slow
def test_one_works_one_waits_and_the_third_ends_at_once(tmp_path: Path) -> None:
    first = Other(tmp_path)
    assert first.says() == "True"
    assert is_working(tmp_path)
    third, second = first_to_speak(Other(tmp_path), Other(tmp_path))
    assert third.says() == "False"
    of_another_topic = Other(tmp_path, "monitors")  # waits, too
    first.end()
    assert second.says() == "True"
    second.end()
    assert of_another_topic.says() == "True"
    of_another_topic.end()
    third.end()
    assert not is_working(tmp_path)


def test_a_killed_process_leaves_its_turn_to_the_next(tmp_path: Path) -> None:
    first = Other(tmp_path)
    assert first.says() == "True"
    first.kill()
    assert not is_working(tmp_path)
    with work_turn(tmp_path, "phones") as is_ours:
        assert is_ours


def test_a_problem_is_kept_until_it_is_forgotten(tmp_path: Path) -> None:
    assert last_failure(tmp_path) is None
    (tmp_path / "review").mkdir()
    keep_failure(tmp_path, "磁盘满了")
    problem = last_failure(tmp_path)
    assert problem
    assert problem.words == "磁盘满了"
    forget_failure(tmp_path)
    assert last_failure(tmp_path) is None


@pytest.mark.parametrize("content", [b"", b"[]", b'{"at": 1}', b"\xff"])
def test_a_damaged_note_is_no_problem(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "review").mkdir()
    (tmp_path / "review" / "problem.json").write_bytes(content)
    assert last_failure(tmp_path) is None


def test_settings_arrive_as_they_were_sent() -> None:
    chosen = {"data": Path("/数据"), "ledger": "postgresql://a:b@c/d"}
    settings = load_settings().model_copy(update=chosen)
    assert settings_from_json(settings_to_json(settings)) == settings
