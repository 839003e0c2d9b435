"""OpenSearch for tests and trials: one node or several, each a process of its own on loopback.

Maven gets the minimal distribution by name, once, into a folder `specseek` of the user's cache. A
node refuses to run as root: root starts it as the user `nobody`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import urlopen

from core.settings import OpenSearchSettings
from evaluation.servers.process import ServerMissingError, free_port, program, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    _Process: TypeAlias = subprocess.Popen[bytes]

VERSION = "2.19.6"
_ARTIFACT = f"org.opensearch.distribution.integ-test-zip:opensearch:{VERSION}:zip"
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
_OLDEST_JAVA = 11
_DOWNLOAD_TIME = 900.0  # seconds
_START_TIME = 300.0  # seconds: this machine may be very busy
_USER = "nobody"
QUICK_START = ("-XX:TieredStopAtLevel=1",)  # for short lives: compiles less, and runs slower


class OpenSearchCluster:
    """Nodes that run; `addresses` has that of each, in order."""

    def __init__(self, ports: Sequence[int], start: Callable[[int], _Process]) -> None:
        self.addresses = tuple(f"http://127.0.0.1:{port}" for port in ports)
        self._start = start
        self._nodes = [start(node) for node in range(len(ports))]
        self.wait_for(len(ports))

    def settings(self, shards: int = 1) -> OpenSearchSettings:
        return OpenSearchSettings.model_validate(
            {"hosts": self.addresses, "user": "", "password": "", "ca": "", "shards": shards}
        )

    def kill(self, node: int) -> None:
        """At once, as when its machine fails."""
        self._nodes[node].kill()
        self._nodes[node].wait()

    def start_again(self, node: int) -> None:
        self._nodes[node] = self._start(node)
        self.wait_for(len(self._nodes))

    def processor_seconds(self) -> float:
        """What the nodes that run now have used."""
        return sum(_processor_seconds(node.pid) for node in self._nodes if node.poll() is None)

    def wait_for(self, nodes: int) -> None:
        """Until so many have found each other."""
        last = time.monotonic() + _START_TIME
        while not any(_nodes_seen(address) == nodes for address in self.addresses):
            running_ones = sum(node.poll() is None for node in self._nodes)
            if time.monotonic() > last or running_ones < nodes:
                raise RuntimeError(
                    f"OpenSearch has not come up with {nodes} nodes; {running_ones} are running"
                )
            time.sleep(0.2)


@contextmanager
def opensearch_cluster(
    nodes: int = 1, *, heap: str = "512m", java_options: Sequence[str] = ()
) -> Iterator[OpenSearchCluster]:
    """An empty cluster, stopped and removed at the end."""
    java_home = _java_home()
    archive = _distribution()
    ports = [(free_port(), free_port()) for _ in range(nodes)]
    with TemporaryDirectory(prefix="specseek-opensearch-") as name, ExitStack() as stack:
        root = Path(name)
        shutil.unpack_archive(archive, root)
        home = root / f"opensearch-{VERSION}"
        for program_file in (home / "bin").iterdir():
            program_file.chmod(0o755)
        folders = [root / f"node{number}" for number in range(nodes)]
        for folder, (http, transport) in zip(folders, ports, strict=True):
            settings = _settings(folder, http, transport, [one for _, one in ports])
            _write_configuration(folder, home, settings, [*_heap(heap), *java_options])
        _give_away(root)

        def start(node: int) -> _Process:
            return stack.enter_context(
                running(
                    [*_as_user(), str(home / "bin" / "opensearch")],
                    folders[node] / "output",
                    lambda: True,  # a node alone does not answer: they are waited for together
                    _environment(folders[node], java_home),
                )
            )

        yield OpenSearchCluster([http for http, _ in ports], start)


# Getting it.


def _java_home() -> Path:
    java = Path(program("java", "openjdk-17-jre-headless")).resolve()
    told = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr  # noqa: S603 - found on the path
    version = re.search(r'version "(\d+)', told)
    if version is None or int(version[1]) < _OLDEST_JAVA:
        raise ServerMissingError(
            f"OpenSearch needs Java {_OLDEST_JAVA} or newer"
            " (Debian: apt-get install openjdk-17-jre-headless)"
        )
    return java.parents[1]


def _distribution() -> Path:
    """The archive, from the cache or from Maven Central."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "specseek"
    archive = cache / f"opensearch-{VERSION}.zip"
    if archive.exists():
        return archive
    cache.mkdir(parents=True, exist_ok=True)
    command = [program("mvn", "maven"), "-q", "-B", _COPY, f"-Dartifact={_ARTIFACT}"]
    with TemporaryDirectory(dir=cache) as folder:
        try:
            subprocess.run(  # noqa: S603 - Maven
                [*command, f"-DoutputDirectory={folder}"],
                check=True,
                capture_output=True,
                timeout=_DOWNLOAD_TIME,
            )
        except subprocess.SubprocessError as failed:
            raise ServerMissingError(
                f"Maven could not get OpenSearch {VERSION} ({_ARTIFACT}): {failed}"
            ) from failed
        (Path(folder) / archive.name).replace(archive)
    return archive


# Its settings, and the user that runs it.


def _settings(folder: Path, http: int, transport: int, all_ports: Sequence[int]) -> dict[str, Any]:
    return {
        "cluster.name": f"specseek-{all_ports[0]}",
        "node.name": f"n{transport}",
        "path.data": str(folder / "data"),
        "path.logs": str(folder / "logs"),
        "network.host": "127.0.0.1",
        "http.port": http,
        "transport.port": transport,
        "discovery.seed_hosts": [f"127.0.0.1:{port}" for port in all_ports],
        "cluster.initial_cluster_manager_nodes": [f"n{port}" for port in all_ports],
        # The disk of a machine for tests may be nearly full.
        "cluster.routing.allocation.disk.threshold_enabled": False,
    }


def _heap(size: str) -> list[str]:
    return [f"-Xms{size}", f"-Xmx{size}"]


def _write_configuration(
    folder: Path, home: Path, settings: Mapping[str, Any], java_options: Sequence[str]
) -> None:
    configuration = folder / "config"
    (configuration / "jvm.options.d").mkdir(parents=True)
    for name in ("data", "logs", "tmp"):
        (folder / name).mkdir()
    shutil.copy(home / "config" / "log4j2.properties", configuration)
    options = (home / "config" / "jvm.options").read_text("utf-8").splitlines()
    kept = [line for line in options if "Xlog:gc" not in line]  # its log is in the working folder
    (configuration / "jvm.options").write_text("\n".join(kept), "utf-8")
    own = configuration / "jvm.options.d" / "own.options"
    own.write_text("\n".join(java_options), "utf-8")
    # JSON is YAML.
    (configuration / "opensearch.yml").write_text(json.dumps(settings), "utf-8")


def _environment(folder: Path, java_home: Path) -> dict[str, str]:
    return {
        "OPENSEARCH_JAVA_HOME": str(java_home),
        "OPENSEARCH_PATH_CONF": str(folder / "config"),
        "OPENSEARCH_TMPDIR": str(folder / "tmp"),
        "HOME": str(folder),
    }


def _is_root() -> bool:
    return os.geteuid() == 0


def _as_user() -> list[str]:
    """What to put before a command."""
    if not _is_root():
        return []
    return [
        program("setpriv", "util-linux"),
        f"--reuid={_USER}",
        "--regid=nogroup",
        "--clear-groups",
    ]


def _give_away(root: Path) -> None:
    if _is_root():
        for path in (root, *root.rglob("*")):
            shutil.chown(path, _USER)


# What the nodes say about themselves.


def _nodes_seen(address: str) -> int:
    try:
        with urlopen(f"{address}/_cluster/health", timeout=5) as answer:  # noqa: S310 - our own node
            return int(json.load(answer)["number_of_nodes"])
    except (URLError, OSError, ValueError, KeyError):
        return 0


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
