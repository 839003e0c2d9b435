"""Several visitors at once, each on a connection of its own: how long did each wait?"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LONGEST_WAIT: Final = 60.0  # seconds
_MOST_BYTES: Final = 1 << 24


@dataclass
class Waiting:
    """Seconds from the first byte sent to the last byte got, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    bytes: int = 0
    took: float = 0.0


def visit(address: str, paths: Sequence[str], connections: int) -> Waiting:
    """Every path once; each connection asks for the next as soon as it has its answer."""
    return asyncio.run(_visit(address, paths, connections))


async def _visit(address: str, paths: Sequence[str], connections: int) -> Waiting:
    waiting, left = Waiting(), iter(paths)
    began = time.perf_counter()
    await asyncio.gather(*(_visitor(address, left, waiting) for _ in range(connections)))
    waiting.took = time.perf_counter() - began
    return waiting


async def _visitor(address: str, left: Iterator[str], waiting: Waiting) -> None:
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=_MOST_BYTES)
    try:
        for path in left:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
            began = time.perf_counter()
            async with asyncio.timeout(_LONGEST_WAIT):
                status, body = await _answer(reader)
            waiting.seconds.append(time.perf_counter() - began)
            waiting.bytes += len(body)
            if status != 200 or b"</html>" not in body:
                waiting.problems.append(f"{status} {path}")
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as problem:
        waiting.problems.append(repr(problem))
    finally:
        writer.close()
        await writer.wait_closed()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    lines = head.split("\r\n")
    lengths = [line for line in lines if line.lower().startswith("content-length:")]
    length = int(lengths[0].partition(":")[2])
    return int(lines[0].split()[1]), await reader.readexactly(length)
