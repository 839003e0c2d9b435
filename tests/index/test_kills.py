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

# Has loaded all it takes; forks builders that are killed at the step with files that it is told.
# It tells how each ended, and before that how many steps it took to the end.
NURSERY = """
import os, signal, sys
from pathlib import Path
from tests.index.small_index import SmallIndex

STEPS = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree"}

taken = 0

def kill_at(step):
    def count(event, _):
        global taken
        taken += event in STEPS
        if taken == step and event in STEPS:
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
        os.write(1, f"{taken} ".encode())
        os._exit(0)
    print(os.waitpid(builder, 0)[1], flush=True)
"""
NEVER = 10**9
LAST = 40  # of the steps, which put the new index to use and remove the old one


class Nursery:
    def __init__(self, commands: IO[bytes], outcomes: IO[bytes]) -> None:
        self._commands, self._outcomes = commands, outcomes
        assert outcomes.readline() == b"ready\n"

    def build_and_kill(self, step: int, how: str) -> int:
        """How many steps it took to the end; 0 if it was killed before."""
        self._commands.write(f"{how} {step}\n".encode())
        self._commands.flush()
        *taken, status = map(int, self._outcomes.readline().split())
        assert status == (0 if taken else signal.SIGKILL)
        return sum(taken)


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


@pytest.mark.slow
@pytest.mark.parametrize("how", ["whole", "update"])
def test_the_old_index_or_the_new_one_is_in_use_and_whole(small: SmallIndex, how: str) -> None:
    def build(step: int) -> int:
        """From the same state each time, so that every builder takes the same steps."""
        small.place.remove_all_but({small.place.current() or ""})
        small.say(*range(1, 11), 价格=f"{step}5元")
        return builders.build_and_kill(step, how)

    small.build()
    killed = 0
    with nursery(small) as builders:
        steps = build(NEVER)
        before = small.found()
        for step in (*range(1, steps - LAST, steps // 8), *range(max(1, steps - LAST), steps + 1)):
            ended = build(step)
            killed += not ended
            trusted_manifest(small.place, thorough=True)
            now = small.found()
            new = dict.fromkeys(before, f"{step}5元")
            assert now == new or (not ended and now == before)
            assert len(small.place.generations()) <= 2
            before = now
    assert killed > LAST // 2
    small.say(*range(1, 11), 价格="1元").build()
    assert small.found() == dict.fromkeys(before, "1元")
    assert len(small.place.generations()) <= 2, "what was begun is gone"
