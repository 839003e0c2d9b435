"""A builder that is killed at any moment leaves the index that was in use, or the new one."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from index.generations import trusted_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.index.small_index import SmallIndex


ROOT = next(one for one in Path(__file__).parents if (one / "pyproject.toml").exists())

# Has loaded all it takes; forks builders that are killed at as many steps with files as it is told.
NURSERY = """
import os, signal, sys
from pathlib import Path
from tests.index.small_index import SmallIndex

STEPS = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree"}

def kill_at(step):
    def count(event, _):
        nonlocal step
        step -= event in STEPS
        if not step and event in STEPS:
            os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(count)

data = Path(sys.argv[1])
SmallIndex(data / "to warm up").close()
print("ready", flush=True)
for line in sys.stdin:
    how, step = line.split()
    builder = os.fork()
    if not builder:
        kill_at(int(step))
        SmallIndex(data).build(whole=how == "whole")
        os._exit(0)
    print(os.waitpid(builder, 0)[1], flush=True)
"""
MOST_STEPS = 100_000


class Nursery:
    def __init__(self, commands: IO[bytes], outcomes: IO[bytes]) -> None:
        self._commands, self._outcomes = commands, outcomes
        assert outcomes.readline() == b"ready\n"

    def build_and_kill(self, step: int, how: str) -> bool:
        """Did it come to an end before it was killed?"""
        self._commands.write(f"{how} {step}\n".encode())
        self._commands.flush()
        status = int(self._outcomes.readline())
        assert status in {0, signal.SIGKILL}
        return status == 0


@contextmanager
def nursery(index: SmallIndex) -> Iterator[Nursery]:
    command = [sys.executable, "-c", NURSERY, str(index.data)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        yield Nursery(process.stdin, process.stdout)
        process.stdin.close()


def steps() -> Iterator[int]:
    """Every one of the first, then fewer and fewer."""
    step = 1
    while step < MOST_STEPS:
        yield step
        step += 1 + step // 4


@pytest.mark.slow
@pytest.mark.parametrize("how", ["whole", "update"])
def test_the_old_index_or_the_new_one_is_in_use_and_whole(small: SmallIndex, how: str) -> None:
    small.build()
    before, ended = small.found(), False
    with nursery(small) as builders:
        for step in steps():
            small.say(*range(1, 11), 价格=f"{step}5元")
            ended = builders.build_and_kill(step, how)
            trusted_manifest(small.place, thorough=True)
            new = dict.fromkeys(before, f"{step}5元")
            now = small.found()
            assert now == new or (not ended and now == before)
            assert len(small.place.generations()) <= 4
            before = now
            if ended:
                break
    assert step > 10, "hardly any was killed"
    assert ended
    small.build()
    assert small.found() == new
    assert len(small.place.generations()) <= 2, "what was begun is gone"
