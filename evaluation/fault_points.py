"""Commands that die at a moment of one's choice: at a commit, rename or fsync, or after a time.

`FaultyCommands` is a process that has loaded `specseek` and forks a child for every command: a
child does nothing but its work, so that any moment of its life is one of the work. A crawl cannot
be forked that way: `python -m evaluation.fault_points STEP scrapy crawl phones` is one that kills
itself.
"""

from __future__ import annotations

import json
import os
import resource
import runpy
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from sqlalchemy.engine.default import DefaultDialect

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

_AUDITED = frozenset({"os.rename", "os.link", "os.remove", "os.rmdir", "os.truncate"})
NEVER = 0


class Steps:
    """Counts what leaves a trace on the disk, and kills the process at one of them."""

    def __init__(self, last: int, told: Path | None = None) -> None:
        """`told` is a file that gets a byte for every step."""
        self._last = last
        self._taken = 0
        self._process = os.getpid()
        self._told = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND) if told else None

    def install(self) -> None:
        sys.addaudithook(lambda event, _: self.take() if event in _AUDITED else None)
        for name in ("fsync", "fdatasync"):
            setattr(os, name, self._around(getattr(os, name)))
        commit = self._around(DefaultDialect.do_commit)
        DefaultDialect.do_commit = commit  # type: ignore[method-assign]

    def _around(self, function: Callable[..., None]) -> Callable[..., None]:
        """A step before it and one behind it."""

        def counted(*parts: object) -> None:
            self.take()
            function(*parts)
            self.take()

        return counted

    def take(self) -> None:
        if os.getpid() != self._process:
            return  # the process that a person kills is the one they started
        self._taken += 1
        if self._told is not None:
            os.write(self._told, b".")
        if self._taken == self._last:
            os.kill(self._process, signal.SIGKILL)


class Ended(NamedTuple):
    """How a command ended: its exit status (-9 if it was killed), what it said, how many steps."""

    status: int
    words: str
    steps: int
    seconds: float


@dataclass(frozen=True)
class Moment:
    """When a command is killed: at a step, or after so many seconds; never if both are 0."""

    step: int = NEVER
    seconds: float = 0.0


class FaultyCommands:
    """Use as a context manager."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def run(
        self,
        *commands: Sequence[str],
        variables: Mapping[str, str],
        moment: Moment | None = None,
        largest_file: int = 0,
    ) -> list[Ended]:
        """Run commands of `specseek` at the same time, each to its end or its moment."""
        moment = moment or Moment()
        order = {
            "commands": [list(one) for one in commands],
            "variables": dict(variables),
            "step": moment.step,
            "seconds": moment.seconds,
            "largest_file": largest_file,
        }
        if self._process.stdin is None:
            raise RuntimeError("there is nobody to give orders to")
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return [Ended(*one) for one in self._answer()]

    def _answer(self) -> list[tuple[int, str, int, float]]:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise RuntimeError("the process that forks commands has ended")
        answer: list[tuple[int, str, int, float]] = json.loads(line)
        return answer


# In the process that forks.


def _serve() -> None:
    import_module("specseek.cli")
    for name in ("archive", "backup", "batch", "doctor", "index", "reread", "review", "rules"):
        import_module(f"specseek.commands.{name}")
    sys.stdout.write("[]\n")
    sys.stdout.flush()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_run(json.loads(line))) + "\n")
        sys.stdout.flush()


def _run(order: dict[str, object]) -> list[tuple[int, str, int, float]]:
    commands, seconds = order["commands"], order["seconds"]
    if not isinstance(commands, list) or not isinstance(seconds, float | int):
        raise TypeError("no order")
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        places = [Path(folder) / str(number) for number in range(len(commands))]
        started = [_fork(one, order, place) for one, place in zip(commands, places, strict=True)]
        if seconds:
            time.sleep(seconds)
            for pid in started:
                os.kill(pid, signal.SIGKILL)  # nobody has asked yet how it ended, so it is there
        return [_ended(pid, place, began) for pid, place in zip(started, places, strict=True)]


def _fork(command: list[str], order: dict[str, object], place: Path) -> int:
    place.mkdir()
    if pid := os.fork():
        return pid
    status = 1
    try:
        _be_command(command, order, place)
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException as error:  # noqa: BLE001 - as an interpreter would tell it
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.stderr.flush()
        os._exit(status)


def _be_command(command: list[str], order: dict[str, object], place: Path) -> None:
    with Path(os.devnull).open("rb") as nothing, (place / "words").open("wb") as words:
        os.dup2(nothing.fileno(), 0)
        os.dup2(words.fileno(), 1)
        os.dup2(words.fileno(), 2)
    variables, largest, step = order["variables"], order["largest_file"], order["step"]
    if isinstance(variables, dict):
        os.environ.update(variables)
    if isinstance(largest, int) and largest:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    Steps(step if isinstance(step, int) else NEVER, place / "steps").install()
    sys.argv = ["specseek", *command]
    import_module("specseek.cli").main(args=command, prog_name="specseek")


def _ended(pid: int, place: Path, began: float) -> tuple[int, str, int, float]:
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    words = (place / "words").read_text("utf-8", "replace") if (place / "words").exists() else ""
    steps = (place / "steps").stat().st_size if (place / "steps").exists() else 0
    return status, words, steps, time.monotonic() - began


def main() -> None:
    if len(sys.argv) == 1:
        _serve()
        return
    step, module, *rest = sys.argv[1:]
    told = os.environ.get("STEPS_TOLD")
    Steps(int(step), Path(told) if told else None).install()
    sys.argv = [module, *rest]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
