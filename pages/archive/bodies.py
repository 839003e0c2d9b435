"""Decoding bodies that other tools kept as the server sent them: chunked, compressed."""

from __future__ import annotations

import zlib
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

import brotli
from warcio.bufferedreaders import ChunkedDataReader

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST_BODY = 64 * 1024 * 1024
_MOST_ENCODINGS = 4
_BLOCK = 16384


def plain_body(raw: bytes, content_encoding: str, transfer_encoding: str) -> bytes:
    """Undo chunks, then encodings; one that is unknown, or not there in truth, changes nothing.

    At most `LARGEST_BODY` bytes come out of one, whatever it would unpack to. What stands
    before a damaged part is kept.
    """
    if "chunked" in transfer_encoding.lower():
        raw = ChunkedDataReader(BytesIO(raw)).read()
    for name in reversed(content_encoding.lower().split(",")[:_MOST_ENCODINGS]):
        attempts = (unpack(raw) for unpack in _UNPACKERS.get(name.strip(), ()))
        raw = next(filter(None, attempts), raw)
    return raw


def _inflated(raw: bytes, window: int) -> bytes:
    inflater = zlib.decompressobj(window)
    inflated = bytearray()
    with suppress(zlib.error):
        for start in range(0, len(raw), _BLOCK):
            room = LARGEST_BODY - len(inflated)
            if not room:
                break
            inflated += inflater.decompress(raw[start : start + _BLOCK], room)
    return bytes(inflated)


def _unbrotlied(raw: bytes) -> bytes:
    with suppress(brotli.error):
        unpacked: bytes = brotli.Decompressor().process(raw, output_buffer_limit=LARGEST_BODY)
        return unpacked[:LARGEST_BODY]
    return b""


_GZIP = partial(_inflated, window=16 + zlib.MAX_WBITS)
_UNPACKERS: dict[str, tuple[Callable[[bytes], bytes], ...]] = {
    "gzip": (_GZIP,),
    "x-gzip": (_GZIP,),
    # Some servers leave out the header that the standard wants.
    "deflate": (
        partial(_inflated, window=zlib.MAX_WBITS),
        partial(_inflated, window=-zlib.MAX_WBITS),
    ),
    "br": (_unbrotlied,),
}
