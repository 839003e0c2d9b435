"""A Redis server of its own, on loopback, that vanishes at the end; nothing of it is on a disk."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evaluation.servers.process import free_port, listens, program, running

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator, Sequence
    from pathlib import Path


@dataclass
class RedisServer:
    """`hosts` are the addresses at which it can be reached."""

    folder: Path
    port: int
    hosts: Sequence[str] = ("127.0.0.1",)
    _held: ExitStack = field(default_factory=ExitStack, init=False)
    _process: subprocess.Popen[bytes] = field(init=False)

    @property
    def url(self) -> str:
        return self.url_at(self.hosts[0])

    def url_at(self, host: str) -> str:
        return f"redis://{host}:{self.port}/0"

    def start(self) -> None:
        command = [
            program("redis-server", "redis-server"),
            *("--bind", *self.hosts, "--port", str(self.port), "--protected-mode", "no"),
            *("--dir", str(self.folder), "--save", "", "--appendonly", "no"),
        ]
        log = self.folder / "redis.log"
        server = running(command, log, lambda: listens(self.port))
        self._process = self._held.enter_context(server)

    def kill(self) -> None:
        """As a crash does (SIGKILL): what it knew is lost."""
        self._process.kill()
        self._held.close()


@contextmanager
def redis_server(folder: Path, hosts: Sequence[str] = ("127.0.0.1",)) -> Iterator[RedisServer]:
    server = RedisServer(folder, free_port(), hosts)
    server.start()
    try:
        yield server
    finally:
        server.kill()
