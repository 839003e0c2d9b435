"""Starts a server as a process of its own on loopback, waits until it answers, and stops it.

A module beside this one for each server (`postgres.py`, …) has a context manager that gives its
address. A server that this machine cannot have raises `ServerMissingError`, which says what to
install: tests skip with that line, trials end with it.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

_PATIENCE = 300.0  # seconds until a server must answer: this machine may be very busy
_PAUSE = 0.1


class ServerMissingError(SpecSeekError):
    """The server cannot be had on this machine; the message says what to install."""


def program(name: str, package: str) -> str:
    """The path of a program."""
    found = shutil.which(name)
    if not found:
        raise ServerMissingError(f"{name} is not installed (Debian: apt-get install {package})")
    return found


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@contextmanager
def running(
    command: Sequence[str],
    log: Path,
    answers: Callable[[], bool],
    environment: Mapping[str, str] | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """The process, from when `answers` says yes; its output is in `log`.

    It is stopped at the end.
    """
    with (
        log.open("wb") as output,
        subprocess.Popen(  # noqa: S603 - the servers named in this folder
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        ) as process,
    ):
        try:
            _wait(process, log, answers)
            yield process
        finally:
            stop(process)


def _wait(process: subprocess.Popen[bytes], log: Path, answers: Callable[[], bool]) -> None:
    last = time.monotonic() + _PATIENCE
    while not answers():
        if process.poll() is not None or time.monotonic() > last:
            end = log.read_bytes()[-2000:].decode(errors="replace")
            raise RuntimeError(f"{process.args!r} does not answer. The end of its log:\n{end}")
        time.sleep(_PAUSE)


def stop(process: subprocess.Popen[bytes], patience: float = 30.0) -> None:
    """Ask it to end; kill what does not."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


def listens(port: int) -> bool:
    """Whether somebody accepts connections on this port of loopback."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False
