"""A builder that is killed at any moment leaves the index that was in use, or the new one."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from index.generations import trusted_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.index.small_index import SmallIndex


ROOT = next(one for one in Path(__file__).parents if (one / "pyproject.toml").exists())

# Has loaded all it takes; forks builders and kills them after as many seconds as it is told.
NURSERY = """
import os, signal, sys, time
from pathlib import Path
from tests.index.small_index import SmallIndex

data = Path(sys.argv[1])
SmallIndex(data / "to warm up").close()
print("ready", flush=True)
for line in sys.stdin:
    whole, lifetime = line.split()
    builder = os.fork()
    if not builder:
        SmallIndex(data).build(whole=whole == "whole")
        os._exit(0)
    time.sleep(float(lifetime))
    os.kill(builder, signal.SIGKILL)
    print(os.waitpid(builder, 0)[1], flush=True)
"""
MOMENTS = 12


class Nursery:
    def __init__(self, commands: IO[bytes], outcomes: IO[bytes]) -> None:
        self._commands, self._outcomes = commands, outcomes
        assert outcomes.readline() == b"ready\n"

    def build_and_kill(self, lifetime: float, how: str) -> bool:
        """Did it come to an end before it was killed?"""
        self._commands.write(f"{how} {lifetime}\n".encode())
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


def test_the_old_index_or_the_new_one_is_in_use_and_whole(small: SmallIndex) -> None:
    small.build()
    began = time.monotonic()
    small.say(1, 价格="1元").build(whole=True)
    longest = 1.2 * (time.monotonic() - began)
    before, ends = small.found(), list[bool]()
    with nursery(small) as builders:
        for moment in range(MOMENTS):
            small.say(*range(1, 11), 价格=f"{moment}5元")
            how = "whole" if moment % 2 else "update"
            ended = builders.build_and_kill(longest * moment / MOMENTS, how)
            trusted_manifest(small.place, thorough=True)
            new = dict.fromkeys(before, f"{moment}5元")
            now = small.found()
            assert now == new or (not ended and now == before)
            assert len(small.place.generations()) <= 4
            before, ends = now, [*ends, ended]
    assert not all(ends), "none was killed before it had ended"
    small.build()
    assert small.found() == new
    assert len(small.place.generations()) <= 2, "what was begun is gone"
