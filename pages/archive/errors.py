"""Damage, by file and offset."""

from __future__ import annotations

from typing import NamedTuple


class Damage(NamedTuple):
    """Something in an archive file that cannot be read; the offset counts bytes."""

    file: str
    offset: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: record at byte {self.offset} {self.reason}"


class ArchiveError(Exception):
    """A part of an archive cannot be read. All that could be read was handed out before."""

    def __init__(self, *damages: Damage) -> None:
        super().__init__(*damages)
        self.damages = damages

    def __str__(self) -> str:
        return "\n".join(map(str, self.damages))


class UnfitRecordError(Exception):
    """Why one record cannot be read; who knows its place makes an ArchiveError of it."""
