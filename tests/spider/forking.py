"""New processes that have their modules loaded: forked off one that does nothing but load them.

Each has a `run(task)`, which is given to it and answered in JSON, in an environment of its own.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 300  # seconds; whoever takes longer is ended


def in_a_new_process(module: str, task: dict[str, Any], environ: dict[str, str]) -> tuple[Any, str]:
    """What the module's `run` answers, and all that was printed."""
    with TemporaryDirectory() as folder:
        answer, log = Path(folder, "answer"), Path(folder, "log")
        order = {"task": task, "environ": environ, "answer": str(answer), "log": str(log)}
        status = _loaded(module).fork(order)
        words = log.read_text("utf-8")
        assert status == 0, (status, words)
        return json.loads(answer.read_text("utf-8")), words


class _Loaded:
    """A process with a module loaded; forks when it is told to."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.spider.forking", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            cwd=Path(__file__).parents[2],
            text=True,
        )
        atexit.register(self._end)

    def fork(self, order: dict[str, Any]) -> int:
        """Wait for the new process; its status."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def _end(self) -> None:
        self._process.communicate()


_loaded = cache(_Loaded)


def main() -> None:
    module = import_module(sys.argv[1])
    module.load()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _obey(json.loads(line), module.run)
            return  # and end as any process does
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _obey(order: dict[str, Any], run: Callable[[Any], object]) -> None:
    signal.alarm(LONGEST)
    os.environ.update(order["environ"])
    with Path(order["log"]).open("wb") as log:
        os.dup2(log.fileno(), sys.stdout.fileno())
        os.dup2(log.fileno(), sys.stderr.fileno())
    answer = run(order["task"])
    Path(order["answer"]).write_text(json.dumps(answer, default=str), "utf-8")


if __name__ == "__main__":
    main()
