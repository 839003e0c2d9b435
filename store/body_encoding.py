"""Bodies that other tools stored in WARC files as the server sent them: chunked, compressed."""

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
_ENCODED_BLOCK = 16384


def plain_body(raw: bytes, content_encoding: str, transfer_encoding: str) -> bytes:
    """Undo chunking, then content encodings; unknown or wrongly declared ones are ignored.

    Each step yields at most `LARGEST_BODY` bytes. Of damaged data, what precedes the damage is
    kept.
    """
    if "chunked" in transfer_encoding.lower():
        raw = ChunkedDataReader(BytesIO(raw)).read()
    for name in reversed(content_encoding.lower().split(",")[:_MOST_ENCODINGS]):
        attempts = (decode(raw) for decode in _DECODERS.get(name.strip(), ()))
        raw = next(filter(None, attempts), raw)
    return raw


def _inflated(raw: bytes, window: int) -> bytes:
    inflater = zlib.decompressobj(window)
    inflated = bytearray()
    with suppress(zlib.error):
        for start in range(0, len(raw), _ENCODED_BLOCK):
            room = LARGEST_BODY - len(inflated)
            if not room:
                break
            inflated += inflater.decompress(raw[start : start + _ENCODED_BLOCK], room)
    return bytes(inflated)


def _unbrotli(raw: bytes) -> bytes:
    with suppress(brotli.error):
        decoded: bytes = brotli.Decompressor().process(raw, output_buffer_limit=LARGEST_BODY)
        return decoded[:LARGEST_BODY]
    return b""


_gunzip = partial(_inflated, window=16 + zlib.MAX_WBITS)
_DECODERS: dict[str, tuple[Callable[[bytes], bytes], ...]] = {
    "gzip": (_gunzip,),
    "x-gzip": (_gunzip,),
    # Some servers omit the header that the standard requires.
    "deflate": (
        partial(_inflated, window=zlib.MAX_WBITS),
        partial(_inflated, window=-zlib.MAX_WBITS),
    ),
    "br": (_unbrotli,),
}
