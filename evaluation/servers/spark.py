"""A Spark cluster on this machine: a standalone master and its workers, from pyspark's package."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.request import urlopen

from evaluation.servers.process import ServerMissingError, free_port, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from subprocess import Popen

# The settings of Spark, for all its parts here: nothing leaves the machine.
ON_LOOPBACK = {
    "SPARK_LOCAL_IP": "127.0.0.1",
    "SPARK_LOCAL_HOSTNAME": "127.0.0.1",
    "PYSPARK_PYTHON": sys.executable,
    "PYSPARK_SUBMIT_ARGS": "--conf spark.ui.enabled=false --executor-memory 512m pyspark-shell",
}


class SparkCluster(NamedTuple):
    """`master` is its address; each worker has a number of cores, and what it started with it."""

    master: str
    workers: tuple[Popen[bytes], ...]

    def kill_worker(self) -> None:
        """As if its machine lost power: nothing of it can say good-bye."""
        os.killpg(self.workers[0].pid, signal.SIGKILL)


def check_spark() -> Path:
    """Where Spark is installed."""
    found = find_spec("pyspark")
    if not found or not found.origin:
        raise ServerMissingError("pyspark is not installed (pip install 'specseek[spark]')")
    home = os.environ.get("JAVA_HOME")
    if not shutil.which("java", path=f"{home}/bin" if home else None):
        raise ServerMissingError("Java is not installed (apt-get install openjdk-17-jre-headless)")
    return Path(found.origin).parent


@contextmanager
def spark_cluster(folder: Path, workers: int, cores: int = 1) -> Iterator[SparkCluster]:
    """A master and so many workers, each with so many cores; logs and work are in the folder."""
    home = check_spark()
    folder.mkdir(parents=True, exist_ok=True)
    environment = {
        **ON_LOOPBACK,
        "SPARK_HOME": str(home),
        "SPARK_WORKER_DIR": str(folder / "work"),
        "SPARK_DAEMON_MEMORY": "256m",
    }
    port, page = free_port(), free_port()
    master = f"spark://127.0.0.1:{port}"
    start = [str(home / "bin" / "spark-class"), "org.apache.spark.deploy"]

    def command(part: str, *options: str) -> list[str]:
        return [start[0], f"{start[1]}.{part}", "--host", "127.0.0.1", *options]

    def alive() -> int:
        try:
            with urlopen(f"http://127.0.0.1:{page}/json/", timeout=10) as answer:
                return int(json.load(answer)["aliveworkers"])
        except (OSError, ValueError):
            return -1

    with ExitStack() as stack:
        ports = ("--port", str(port), "--webui-port", str(page))
        stack.enter_context(
            running(
                command("master.Master", *ports),
                folder / "master.log",
                lambda: alive() >= 0,
                environment,
            )
        )
        started: list[Popen[bytes]] = []
        for number in range(1, workers + 1):
            ports = ("--port", str(free_port()), "--webui-port", str(free_port()))
            size = ("--cores", str(cores), "--memory", "1g")
            started.append(
                stack.enter_context(
                    running(
                        command("worker.Worker", *ports, *size, master),
                        folder / f"worker-{number}.log",
                        lambda: alive() >= len(started) + 1,
                        environment,
                    )
                )
            )
        yield SparkCluster(master, tuple(started))
