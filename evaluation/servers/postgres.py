"""A PostgreSQL server of its own, on loopback, that vanishes at the end.

Debian's programs are used. The server refuses to run as root: it then runs as the user `postgres`.
Nothing is synced to disk, so that tests are quick; a server that is to survive a power cut is not
for this module.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from signal import Signals
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from evaluation.servers.process import ServerMissingError, free_port, running

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PROGRAMS = Path("/usr/lib/postgresql")
_QUICKLY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
_USER = "postgres"


@dataclass
class PostgresServer:
    """`url` names its database `postgres`."""

    folder: Path
    port: int
    hosts: Sequence[str] = ("127.0.0.1",)
    _held: ExitStack = field(default_factory=ExitStack, init=False)
    _process: subprocess.Popen[bytes] = field(init=False)

    @property
    def url(self) -> str:
        return self.url_of(_USER)

    def url_of(self, database: str, host: str = "127.0.0.1") -> str:
        return f"postgresql://{_USER}@{host}:{self.port}/{database}"

    def execute(self, statement: str, database: str = _USER) -> str:
        """Run a statement with psql, and give what it prints."""
        command = ["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-c", statement]
        return _output([_program(command[0]), *command[1:], self.url_of(database)])

    def answers(self) -> bool:
        ready = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0  # noqa: S603 - our own command

    def start(self) -> None:
        """Returns when it answers."""
        settings = (
            f"listen_addresses={','.join(self.hosts)}",
            f"unix_socket_directories={self.folder}",
            "max_connections=200",
            *_QUICKLY,
        )
        command = [_program("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port)]
        command += [word for setting in settings for word in ("-c", setting)]
        process = running(_as_its_user(command), self.folder / "log", self.answers)
        self._process = self._held.enter_context(process)

    def stop(self, how: Signals = Signals.SIGINT) -> None:
        """Open transactions are rolled back, connections closed; SIGQUIT is as good as a crash."""
        self._process.send_signal(how)
        self._process.wait()
        self._held.close()


@contextmanager
def postgres_server(
    hosts: Sequence[str] = ("127.0.0.1",), trusted: str = ""
) -> Iterator[PostgresServer]:
    """A running server with an empty database.

    `hosts` are the addresses it listens on; `trusted` is a network that may connect to it.
    """
    folder = Path(mkdtemp(prefix="postgres-"))
    with ExitStack() as held:
        held.callback(shutil.rmtree, folder, ignore_errors=True)
        if os.geteuid() == 0:
            shutil.chown(folder, _USER, _USER)
        initdb = [_program("initdb"), "-D", str(folder / "data"), "-U", _USER, "-A", "trust"]
        _output(_as_its_user([*initdb, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]))
        if trusted:
            with (folder / "data" / "pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {trusted} trust\n")
        server = PostgresServer(folder, free_port(), hosts)
        server.start()
        held.callback(server.stop)
        yield server


def _program(name: str) -> str:
    versions = sorted(_PROGRAMS.glob("*/bin"), key=lambda folder: float(folder.parent.name))
    if not versions:
        raise ServerMissingError("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    return str(versions[-1] / name)


def _as_its_user(command: list[str]) -> list[str]:
    if os.geteuid() != 0:
        return command
    try:
        pwd.getpwnam(_USER)
    except KeyError as error:
        raise ServerMissingError(f"there is no user {_USER} to run PostgreSQL as") from error
    return ["setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups", *command]


def _output(command: list[str]) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - ours
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr[-2000:]}")
    return done.stdout.strip()
