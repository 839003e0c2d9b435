"""Workers on a Spark cluster (the extra `spark`): a job of one task for each piece of work.

What is done, in which order, and what becomes of the results is decided here, on the driver, by the
same code as for local processes; Spark finds a free core, and starts a task again if its machine
is lost. Workers import SpecSeek from where it is installed on their machine: the first task
of each of their processes checks that it is the same as here.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import socket
import sys
import time
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar
from uuid import uuid4

from core.errors import SpecSeekError, error_text
from core.processes import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from pyspark import Broadcast, SparkContext

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_MOST_JOBS = 1000  # that are handed to Spark at once, each by a thread of its own
_SETTLED = 2.0  # seconds without a further core: all machines have come
_CONNECT = 10.0  # seconds
_PATIENCE = 300.0  # seconds


class SparkUnusable(SpecSeekError):  # noqa: N818 - reads well where it is raised
    """There is no Spark, or it cannot be used; the message says what to do."""


class SparkFailed(BrokenExecutor, SpecSeekError):  # noqa: N818 - as `BrokenExecutor`
    """Spark gave up on a piece of work, or ended."""


@contextmanager
def spark_workers(
    master: str, name: str, begin: Callable[[], None], folders: Iterable[Path] = ()
) -> Iterator[Workers]:
    """The cores of a cluster, whose processes call `begin` first; `name` is shown by Spark.

    The `folders` that the work needs must be the same on all machines. Spark's own settings
    (`spark-defaults.conf`, its variables) hold. Jobs end with the block.
    """
    context = _started(master, name)
    needed = tuple(path.resolve() for path in folders)
    jobs = _Jobs(context, _Prepared(context.broadcast(begin), uuid4().hex, needed, digest(needed)))
    try:
        _wait_for_workers(jobs)
        yield Workers(jobs, _settled_cores(context))
    finally:
        jobs.shutdown(wait=False, cancel_futures=True)
        context.stop()


def _wait_for_workers(jobs: _Jobs) -> None:
    """Until one of them has done something; what goes wrong tells why none can."""
    try:
        jobs.submit(_do_nothing).result(_PATIENCE)
    except TimeoutError as error:
        raise SparkUnusable(
            f"No Spark worker took up work within {_PATIENCE:.0f} s. What to do: see on the "
            "master's page whether workers are there and have cores and memory to spare"
        ) from error


def _do_nothing() -> None:
    """The first piece of work."""


def _settled_cores(context: SparkContext) -> int:
    """Machines join one after the other: wait until no further one does."""
    cores, since = int(context.defaultParallelism), time.monotonic()
    while time.monotonic() - since < _SETTLED:
        time.sleep(_SETTLED / 10)
        if cores != context.defaultParallelism:
            cores, since = int(context.defaultParallelism), time.monotonic()
    return cores


# Starting Spark, or telling why it cannot be started.


def _started(master: str, name: str) -> SparkContext:
    try:
        from pyspark import SparkConf, SparkContext  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as missing:
        raise SparkUnusable(
            "Spark is not installed: pip install 'specseek[spark]', here and on the workers"
        ) from missing
    _check_java()
    _check_master(master)
    # The same place on all machines, unless told otherwise; Spark itself would take `python3`.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = SparkConf().setMaster(master).setAppName(name)
    settings.set("spark.ui.showConsoleProgress", "false").set("spark.log.level", "ERROR")
    handler = signal.getsignal(signal.SIGINT)
    try:
        return SparkContext(conf=settings)
    except Exception as error:
        raise SparkUnusable(f"Spark could not be started at {master}: {_reason(error)}") from error
    finally:
        if current_thread() is main_thread():
            signal.signal(signal.SIGINT, handler)  # Spark's own cannot be called after its end


def _check_java() -> None:
    home = os.environ.get("JAVA_HOME")
    if not shutil.which("java", path=f"{home}/bin" if home else None):
        where = f"in JAVA_HOME ({home})" if home else "on the path"
        raise SparkUnusable(
            f"Spark needs Java 17 or newer, and there is none {where}: install it "
            "(Debian: apt-get install openjdk-17-jre-headless) or set JAVA_HOME"
        )


_STANDALONE = re.compile(r"spark://([^,]+:\d+(?:,[^,]+:\d+)*)")
_MASTER = re.compile(r"local(\[.+\])?|local-cluster\[.+\]|yarn|k8s://.+")


def _check_master(master: str) -> None:
    """Spark itself would wait for a minute, and then tell little."""
    standalone = _STANDALONE.fullmatch(master)
    if not standalone and not _MASTER.fullmatch(master):
        raise SparkUnusable(
            f"{master!r} is no address of a Spark master: spark://HOST:PORT, yarn, "
            "k8s://ADDRESS, or local[CORES] on this machine"
        )
    problems = []
    for place in standalone[1].split(",") if standalone else ():
        host, _, port = place.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), _CONNECT).close()
        except (OSError, OverflowError) as error:
            problems.append(f"{place}: {error}")
        else:
            return
    if problems:
        raise SparkUnusable(
            f"There is no Spark master at {master} ({'; '.join(problems)}). "
            "What to do: start it, or correct the address"
        )


def _reason(error: Exception) -> str:
    """The line that says why, out of Spark's pages of Java and Python calls."""
    text = str(error)
    if missing := re.search(r"ModuleNotFoundError: (No module named \S+)", text):
        return (
            f"a worker's Python has no SpecSeek ({missing[1]}): install it there in the same place "
            "as here, or name that Python in PYSPARK_PYTHON"
        )
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if re.match(r"(Caused by: )?[\w.]+(Error|Exception)\b", line)]
    return ((telling or lines or [error_text(error)])[-1])[:500]


# Pieces of work, each a job of Spark.


class _Jobs(Executor):
    """Futures of what Spark's workers do."""

    def __init__(self, context: SparkContext, prepared: _Prepared) -> None:
        self._context = context
        self._prepared = prepared
        self._threads = ThreadPoolExecutor(_MOST_JOBS, "spark-job")

    def submit(
        self,
        work: Callable[_Arguments, _Result],
        /,
        *args: _Arguments.args,
        **kwargs: _Arguments.kwargs,
    ) -> Future[_Result]:
        return self._threads.submit(self._done, partial(work, *args, **kwargs))

    def _done(self, work: Callable[[], _Result]) -> _Result:
        try:
            job = self._context.parallelize([work], 1).map(partial(_work, self._prepared))
            answers: list[Any] = job.collect()
        except Exception as error:
            raise SparkFailed(f"Spark gave up: {_reason(error)}") from error
        if isinstance(answers[0], _Raised):
            raise answers[0].error
        result: _Result = answers[0]
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as its base
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)
        if cancel_futures:
            with suppress(Exception):  # the cluster may be gone
                self._context.cancelAllJobs()
        self._threads.shutdown(wait)


# What the workers do.


class _Prepared(NamedTuple):
    """What a process needs before its first task; the id tells one run from another."""

    begin: Broadcast[Callable[[], None]]
    run_id: str
    folders: tuple[Path, ...]
    digest: str


class _Raised(NamedTuple):
    """Returned, not raised: Spark would try again, and pass on no more than its text."""

    error: Exception


_begun = ""


def _work(prepared: _Prepared, work: Callable[[], object]) -> object:
    try:
        _begin(prepared)
        return work()
    except Exception as error:  # noqa: BLE001 - raised on the driver
        return _Raised(error)


def _begin(prepared: _Prepared) -> None:
    global _begun  # noqa: PLW0603 - how a process remembers that it has begun
    if _begun == prepared.run_id:
        return
    if digest(prepared.folders) != prepared.digest:
        raise SparkUnusable(
            f"The worker {socket.gethostname()} has not the same SpecSeek, or rules, as this "
            "machine. What to do: install the same version there; these must be the same: "
            f"{', '.join(map(str, (_ROOT, *prepared.folders)))}"
        )
    prepared.begin.value()
    _begun = prepared.run_id


_ROOT = Path(__file__).parents[1]
_ROOMS = "batch channels core discovery index pages review rules spider store".split()
_READ_FROM_FILES = (".py", ".yaml", ".json", ".toml")


@cache
def digest(folders: tuple[Path, ...]) -> str:
    """Of SpecSeek's code, and of the files that are read while it works."""
    found = hashlib.blake2b(digest_size=16)
    for folder in (*(_ROOT / room for room in _ROOMS), *folders):
        for file in sorted(folder.rglob("*")):
            if file.suffix in _READ_FROM_FILES:
                found.update(file.relative_to(folder).as_posix().encode() + b"\0")
                found.update(file.read_bytes())
    return found.hexdigest()
