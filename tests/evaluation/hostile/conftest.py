"""The hostile host, served; and a client that believes nothing.

Each file of tests has its own: the host remembers who asked before.
"""

from collections.abc import Callable, Iterator
from socket import create_connection

import pytest

from evaluation.hostile import HostileHost, Trap, hostile_host
from tests.waiting import PATIENCE


@pytest.fixture(scope="module")
def host() -> Iterator[HostileHost]:
    with hostile_host() as running:
        yield running
        assert running.canary.connections == 0


@pytest.fixture(scope="module")
def traps(host: HostileHost) -> dict[str, Trap]:
    return {trap.name: trap for trap in host.web.traps}


@pytest.fixture(scope="module")
def receive(host: HostileHost) -> Callable[..., bytes]:
    """The first bytes of an answer, just as they come through the proxy."""

    def receive(url: str, limit: int = 100_000) -> bytes:
        with create_connection(("127.0.0.1", host.proxy.port), timeout=PATIENCE) as client:
            client.sendall(f"GET {url} HTTP/1.0\r\n\r\n".encode())
            return client.makefile("rb").read(limit)

    return receive
