"""Memory and open files of a process and of all that it has started, looked at again and again."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import linear_regression
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType

_PROCESSES = Path("/proc")
_MOST_EVER = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)
_NOW = re.compile(r"^VmRSS:\s+(\d+) kB", re.MULTILINE)
_PARENT = re.compile(r"^PPid:\s+(\d+)", re.MULTILINE)
_KILOBYTES_IN_A_MEGABYTE = 1000


class Sample(NamedTuple):
    """At a moment (`time.monotonic`); `most` is the most memory the process ever had."""

    at: float
    megabytes: float
    most: float
    files: int


@dataclass
class ProcessWatch:
    """Use as a context manager; `roots` tells the processes whose families are watched."""

    roots: Callable[[], Iterable[int]]
    every: float = 0.05
    samples: dict[int, list[Sample]] = field(default_factory=lambda: defaultdict(list))
    names: dict[int, str] = field(default_factory=dict)
    _stop: Event = field(default_factory=Event)

    def __enter__(self) -> Self:
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def megabytes(self) -> int:
        """The most that any of them ever had."""
        return round(max((one[-1].most for one in self.samples.values()), default=0))

    def _watch(self) -> None:
        while not self._stop.wait(self.every):
            for pid in family(self.roots()):
                if (sample := sample_of(pid)) is None:
                    continue
                self.names.setdefault(pid, _name(pid))
                self.samples[pid].append(sample)


def sample_of(pid: int) -> Sample | None:
    """What a process has now; none of one that has ended."""
    folder = _PROCESSES / str(pid)
    try:
        status = (folder / "status").read_text("ascii", "replace")
        files = sum(1 for _ in (folder / "fd").iterdir())
    except OSError:
        return None
    now, most = _NOW.search(status), _MOST_EVER.search(status)
    if now is None or most is None:  # it has ended, and nobody has asked how
        return None
    megabytes = int(now[1]) / _KILOBYTES_IN_A_MEGABYTE
    return Sample(time.monotonic(), megabytes, int(most[1]) / _KILOBYTES_IN_A_MEGABYTE, files)


def family(roots: Iterable[int]) -> Iterator[int]:
    """The processes and all their descendants that live."""
    children = defaultdict(list)
    for folder in _PROCESSES.glob("[0-9]*"):
        with suppress(OSError):
            if parent := _PARENT.search((folder / "status").read_text("ascii", "replace")):
                children[int(parent[1])].append(int(folder.name))
    waiting = list(roots)
    while waiting:
        pid = waiting.pop()
        yield pid
        waiting += children[pid]


def _name(pid: int) -> str:
    """The command without the interpreter and its options."""
    with suppress(OSError):
        words = (
            (_PROCESSES / str(pid) / "cmdline").read_bytes().decode(errors="replace").split("\0")
        )
        return " ".join(word for word in words[1:4] if not word.startswith("-"))
    return ""


def slope(samples: Sequence[Sample], of: Callable[[Sample], float]) -> float:
    """How much it grows in an hour, by the straight line that fits best.

    >>> round(slope([Sample(0.0, 100.0, 100.0, 5), Sample(36.0, 101.0, 101.0, 5)], megabytes_of))
    100
    """
    if len(samples) < 2:
        return 0.0
    return linear_regression([one.at for one in samples], [of(one) for one in samples]).slope * 3600


def megabytes_of(sample: Sample) -> float:
    return sample.megabytes


def files_of(sample: Sample) -> float:
    return sample.files
