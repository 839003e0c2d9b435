from __future__ import annotations

import gc
from contextlib import closing
from socket import create_connection
from threading import active_count
from typing import TYPE_CHECKING

import pytest

from samples.proxy import LoopbackServer

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter


async def echo(reader: StreamReader, writer: StreamWriter) -> None:
    writer.write(await reader.readline())


async def shout(_reader: StreamReader, writer: StreamWriter) -> None:
    while True:
        writer.write(b"!" * 65536)
        await writer.drain()


def test_a_conversation_has_an_end() -> None:
    with LoopbackServer(echo) as server, create_connection(("127.0.0.1", server.port)) as client:
        client.sendall("你好\n".encode())
        assert client.makefile("rb").read() == "你好\n".encode()


def test_nothing_is_left_when_clients_wait_or_do_not_read() -> None:
    before = active_count()
    with LoopbackServer(echo) as silent, LoopbackServer(shout) as loud:
        clients = [create_connection(("127.0.0.1", port)) for port in (silent.port, loud.port)]
        assert clients[1].recv(1) == b"!"
    for client in clients:
        client.close()
    assert active_count() == before
    gc.collect()  # what was left open would warn, and warnings are errors


def test_nothing_is_left_of_clients_that_just_came() -> None:
    for _ in range(50):
        with LoopbackServer(echo) as server:
            client = create_connection(("127.0.0.1", server.port))
        client.close()
    gc.collect()


def test_a_client_that_disconnects_does_not_disturb_others() -> None:
    with LoopbackServer(shout) as server:
        for _ in range(3):
            with create_connection(("127.0.0.1", server.port)) as client:
                assert client.recv(1) == b"!"


def test_a_port_that_is_taken_is_an_error() -> None:
    with (
        LoopbackServer(echo) as server,
        pytest.raises(OSError, match="in use"),
        LoopbackServer(echo, server.port),
    ):
        pass


def test_the_port_can_be_taken_again_at_once() -> None:
    with LoopbackServer(echo) as first, closing(create_connection(("127.0.0.1", first.port))):
        port = first.port
    with LoopbackServer(echo, port) as second:
        assert second.port == port
