"""The canary sings when somebody comes."""

from socket import create_connection

from samples.hostile.canary import Canary


def test_connections_are_counted() -> None:
    with Canary() as canary:
        assert canary.connections == 0
        for _ in range(3):
            with create_connection(("127.0.0.1", canary.port)) as client:
                assert client.recv(1) == b""
        assert canary.connections == 3
