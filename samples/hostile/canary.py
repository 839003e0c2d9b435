"""A listener on loopback where nobody should ever come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.proxy.loopback import LoopbackServer

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter


class Canary(LoopbackServer):
    """Use as a context manager; `connections` counts who came."""

    def __init__(self) -> None:
        super().__init__(self._sing)
        self.connections = 0

    async def _sing(self, _reader: StreamReader, _writer: StreamWriter) -> None:
        self.connections += 1
