"""A tunnel through the proxy, to a server on loopback and nowhere else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter


async def tunnel(reader: StreamReader, writer: StreamWriter, port: int) -> None:
    """Carry bytes both ways until either side has ended."""
    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
    ways = [
        asyncio.create_task(_carry(reader, far_writer)),
        asyncio.create_task(_carry(far_reader, writer)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        far_writer.transport.abort()
        await asyncio.gather(*ways, return_exceptions=True)
        # What is aborted is closed in the loop's next round; there may be none after this.
        await asyncio.sleep(0)


async def _carry(source: StreamReader, sink: StreamWriter) -> None:
    while data := await source.read(65536):
        sink.write(data)
        await sink.drain()
