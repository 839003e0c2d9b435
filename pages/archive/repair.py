"""Repair after a crash: archive files are cut where the last committed record ends."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pages.archive.writer import ARCHIVE_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_SET_ASIDE = ".uncommitted"


def file_sizes(folder: Path) -> dict[str, int]:
    """The archive's files by name, with their lengths in bytes."""
    found = sorted(folder.glob(f"*{ARCHIVE_SUFFIX}"))
    return {path.name: path.stat().st_size for path in found if path.is_file()}


def cut_tails(folder: Path, committed_ends: Mapping[str, int]) -> list[str]:
    """Cut off what was written but never committed; tell what was done or is missing.

    Not while a writer is at work: its newest record is not committed yet. A file with no
    committed record is set aside under another name rather than deleted: should the ledger
    be the one that got lost, the pages are still there.
    """
    sizes = file_sizes(folder)
    told = []
    for name, size in sizes.items():
        path, end = folder / name, committed_ends.get(name, 0)
        if not end:
            path.rename(path.with_name(name + _SET_ASIDE))
            told.append(f"{name}: nothing in it was committed; now {name}{_SET_ASIDE}")
        elif size > end:
            os.truncate(path, end)
            told.append(f"{name}: {size - end} bytes that were never committed cut off")
    return told + [
        f"{name}: {end - sizes.get(name, 0)} of {end} committed bytes are missing"
        for name, end in sorted(committed_ends.items())
        if sizes.get(name, 0) < end
    ]
