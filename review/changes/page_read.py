"""What became of a stored page that was read again, in a form that a file keeps."""

from __future__ import annotations

import msgspec

from core.records import ReadRecord
from store.stored_pages import PageToRead


class PageRead(msgspec.Struct, frozen=True, array_like=True):
    """`records` is None where the ledger need not change."""

    page: PageToRead
    outcome: str
    records: tuple[ReadRecord, ...] | None
    damage: str = ""

    def line(self) -> bytes:
        return _ENCODER.encode(self) + b"\n"

    @classmethod
    def of_line(cls, line: bytes) -> PageRead:
        """ValueError for what no page was written as."""
        return _DECODER.decode(line)


_DECODER = msgspec.json.Decoder(PageRead)
_ENCODER = msgspec.json.Encoder()
