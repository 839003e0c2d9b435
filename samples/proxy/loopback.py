"""A server on loopback in a thread of its own, gone without a trace when its block is left."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter
from contextlib import suppress
from socket import create_server
from threading import Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from socket import socket
    from ssl import SSLContext
    from types import TracebackType

    Conversation = Callable[[StreamReader, StreamWriter], Coroutine[None, None, None]]


class LoopbackServer:
    """Use as a context manager; each connection is one call of `talk`."""

    def __init__(self, talk: Conversation, port: int = 0, tls: SSLContext | None = None) -> None:
        """Port 0 takes any that is free."""
        self._talk = talk
        self._wanted = port
        self._tls = tls
        self._stop = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        return self._port

    def __enter__(self) -> Self:
        listener = create_server(("127.0.0.1", self._wanted))
        self._port: int = listener.getsockname()[1]
        # A loop factory keeps the runner from making its loop that of the calling thread.
        runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._loop = runner.get_loop()
        self._thread = Thread(target=self._run, args=(runner, listener), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self, runner: asyncio.Runner, listener: socket) -> None:
        with runner:
            runner.run(self._serve(listener))

    async def _serve(self, listener: socket) -> None:
        """Accept by hand: asyncio's own server leaks connections that come while it closes."""
        listener.settimeout(0)
        loop = asyncio.get_running_loop()
        with listener:
            loop.add_reader(listener, self._accept, listener)
            await self._stop.wait()
            loop.remove_reader(listener)
        # Those that just came must have begun, else they would not close their connections.
        await asyncio.sleep(0)
        for conversation in self._open:
            conversation.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def _accept(self, listener: socket) -> None:
        with suppress(BlockingIOError, ConnectionError):  # the client has gone already
            connection, _ = listener.accept()
            conversation = asyncio.get_running_loop().create_task(self._converse(connection))
            self._open.add(conversation)
            conversation.add_done_callback(self._open.discard)

    async def _converse(self, connection: socket) -> None:
        loop = asyncio.get_running_loop()
        reader = StreamReader()
        protocol = StreamReaderProtocol(reader)
        # A client may go away whenever it likes; a TLS client also in the midst of greeting.
        with suppress(OSError):
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol, connection, ssl=self._tls
            )
            writer = StreamWriter(transport, protocol, reader, loop)
            try:
                await self._talk(reader, writer)
                writer.close()
                await writer.wait_closed()
            finally:
                # What nobody reads any more must not keep the connection open.
                transport.abort()
