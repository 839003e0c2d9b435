"""One gzip member of a file, as a stream."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_BLOCK = 16384
_GZIP = 16 + zlib.MAX_WBITS


class GzipMember(io.RawIOBase):
    """The member that begins where the file stands; however it inflates, little is held.

    Reading raises EOFError where the file ends too early, `zlib.error` where it is no gzip.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._inflater = zlib.decompressobj(_GZIP)
        self._waiting = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        room = memoryview(buffer).cast("B")
        while not self._inflater.eof:
            packed = self._waiting or self._file.read(_BLOCK)
            if not packed:
                raise EOFError
            inflated = self._inflater.decompress(packed, len(room))
            self._waiting = self._inflater.unconsumed_tail
            if inflated:
                room[: len(inflated)] = inflated
                return len(inflated)
        return 0

    def leave(self) -> int:
        """Set the file behind the member, which was read to its end; tell where that is."""
        return self._file.seek(-len(self._inflater.unused_data), io.SEEK_CUR)
