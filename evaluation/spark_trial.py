"""Batches on a Spark cluster: the same bytes as local ones, faster with more cores, and no loss.

Pages of the pocket web and real ones become WARC files, which are read by local processes, by
clusters of one and of two cores, and by one that loses a worker half-way. The real pages are
repeated until there are enough; one of their files is as large as all others together.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import cycle, islice
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from evaluation import datasets
from evaluation.servers.spark import ON_LOOPBACK, spark_cluster
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from evaluation.servers.spark import SparkCluster

    Tell = Callable[[str], None]

_LEAST_SPEED_UP = 1.8  # of two idle cores against one
_ENOUGH_PAGES = 20_000  # with fewer of them much of the time goes into starting Spark
_FILES = 20  # into which repeated pages are written; one more has as many pages as all of them
_PAUSE = 0.5
_LOCAL = "Local, 2 processes"
_ONE = "Spark, 1 core"
_TWO = "Spark, 2 cores"
_KILLED = "Spark, 2 cores, a worker killed"


@dataclass(frozen=True)
class SparkReport:
    """Seconds are those of the whole command; `load` is the machine's, besides our own work."""

    pages: int
    same_sets: dict[str, bool]
    seconds: dict[str, float]
    same_repeated: dict[str, bool]
    load: float

    @property
    def speed_up(self) -> float:
        return self.seconds[_ONE] / self.seconds[_TWO]

    @property
    def faults(self) -> list[str]:
        both = {**self.same_sets, **self.same_repeated}
        found = [f"Not the same bytes as local: {name}" for name, same in both.items() if not same]
        if self.pages >= _ENOUGH_PAGES and self.speed_up < _LEAST_SPEED_UP:
            found.append(f"Two cores are {self.speed_up:.2f} times as fast as one: too slow")
        return found

    def table(self) -> Table:
        table = Table("", "seconds", "bytes", box=SIMPLE_HEAD)
        for name, same in self.same_sets.items():
            table.add_row(name, "", "same" if same else "DIFFERENT")
        for name, seconds in self.seconds.items():
            same = self.same_repeated.get(name, True)
            table.add_row(name, f"{seconds:.1f}", "same" if same else "DIFFERENT")
        table.caption = (
            f"{self.pages:,} pages; two cores against one: {self.speed_up:.2f} times as fast; "
            f"load before: {self.load:.1f} on {os.cpu_count()} cores"
        )
        return table

    def as_json(self) -> Mapping[str, object]:
        return {**asdict(self), "speed_up": round(self.speed_up, 3)}


def spark_trial(folder: Path, pages: int, tell: Tell) -> SparkReport:
    load = os.getloadavg()[0]
    sets = {name: _warc(folder / f"{name}.warc.gz", made) for name, made in _sets()}
    repeated = repeated_pages(folder, pages)
    trial = _Trial(folder, tell)
    trial.local("sets", list(sets.values()))
    trial.local(_LOCAL, repeated)
    with spark_cluster(folder / "one", workers=1) as cluster:
        trial.on_spark(_ONE, repeated, cluster)
    with spark_cluster(folder / "two", workers=2) as cluster:
        trial.on_spark("sets on Spark", list(sets.values()), cluster)
        trial.on_spark(_TWO, repeated, cluster)
    with spark_cluster(folder / "killed", workers=2) as cluster:
        trial.on_spark(_KILLED, repeated, cluster, kills=True)
    output = "{}.extract.jsonl".format
    return SparkReport(
        pages,
        {name: trial.are_same("sets", "sets on Spark", output(name)) for name in sets},
        {name: seconds for name, seconds in trial.seconds.items() if "sets" not in name},
        {
            name: trial.are_same("Local, 2 processes", name)
            for name in trial.seconds
            if "Spark," in name
        },
        load,
    )


class _Trial:
    """Runs of `specseek batch extract`, each with its folder of outputs."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        self._folder = folder
        self._tell = tell
        self.seconds: dict[str, float] = {}

    def local(self, name: str, files: Sequence[Path]) -> None:
        self._run(name, files, "--workers", "2")

    def on_spark(
        self, name: str, files: Sequence[Path], cluster: SparkCluster, *, kills: bool = False
    ) -> None:
        self._run(
            name, files, "--spark", cluster.master, kill=cluster.kill_worker if kills else None
        )

    def _run(
        self,
        name: str,
        files: Sequence[Path],
        *options: str,
        kill: Callable[[], None] | None = None,
    ) -> None:
        self._tell(name)
        output = self._folder / name
        command = [sys.executable, "-m", "specseek", "batch", "extract", *map(str, files)]
        began = time.monotonic()
        with subprocess.Popen(  # noqa: S603 - our own command
            [*command, "--output", str(output), *options],
            env={**os.environ, **ON_LOOPBACK},
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            while kill and len(list(output.glob("*.jsonl"))) < len(files) // 4:
                if process.poll() is not None:
                    break
                time.sleep(_PAUSE)
            if kill:
                if process.poll() is not None:
                    raise RuntimeError(f"{name}: it ended before a worker could be killed")
                kill()
            words = process.communicate()[1]
        if process.returncode:
            raise RuntimeError(f"{name} ended with {process.returncode}:\n{words[-3000:]}")
        self.seconds[name] = round(time.monotonic() - began, 1)

    def are_same(self, one: str, other: str, file: str = "*.jsonl") -> bool:
        first, second = (
            {path.name: path.read_bytes() for path in (self._folder / run).glob(file)}
            for run in (one, other)
        )
        return bool(first) and first == second


# The pages, as WARC files.


def _sets() -> Iterator[tuple[str, Iterable[tuple[str, bytes]]]]:
    yield "pocket-web", _pocket_pages()
    for name, read in (("gsmarena", datasets.gsmarena), ("swde-camera", datasets.swde_camera)):
        try:
            yield name, [(page.url, page.body) for page in read()]
        except datasets.DataSetsAbsentError:
            continue


def _pocket_pages() -> Iterator[tuple[str, bytes]]:
    web = PocketWeb()
    for host in web.sites:
        for url in web.pages(host):
            yield url, web.fetch(url).body


def repeated_pages(folder: Path, pages: int) -> list[Path]:
    """Half of the pages in one file, half in many."""
    known = [page for name, made in _sets() for page in made if name != "pocket-web"]
    endless = cycle(_records(known or _pocket_pages()))
    sizes = [pages // 2 // _FILES] * _FILES
    sizes.append(pages - sum(sizes))
    files = [folder / f"repeated-{number:02}.warc.gz" for number in range(len(sizes))]
    for file, size in zip(files, sizes, strict=True):
        with file.open("wb") as out:
            out.writelines(islice(endless, size))
    return files


def _warc(path: Path, pages: Iterable[tuple[str, bytes]]) -> Path:
    path.write_bytes(b"".join(_records(pages)))
    return path


def _records(pages: Iterable[tuple[str, bytes]]) -> list[bytes]:
    """A compressed record of each page: a file is any number of them."""
    headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
    found = []
    for url, body in pages:
        writer = WARCWriter(BytesIO(), gzip=True)
        record = writer.create_warc_record(
            url, "response", payload=BytesIO(body), length=len(body), http_headers=headers
        )
        writer.write_record(record)
        found.append(writer.out.getvalue())
    return found
