"""One file of arrays, read where it lies: a checksum, a line with their lengths, the arrays.

Nothing in it is code, so that a file of unknown origin can be opened without harm.
"""

from __future__ import annotations

import json
import mmap
import zlib
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from index.suggesting.errors import SuggestionsUnreadableError
from index.suggesting.keys import WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Arrays: TypeAlias = "Mapping[str, np.ndarray[Any, Any]]"

_MAGIC = b"SpecSeek suggestions 1\n"
_CHECKSUM = len(b"00000000\n")
_ALIGNED = 16
_LONGEST_HEAD = 1_000
ARRAYS = {
    "keys": f"S{WIDTH}",
    "starts": "<u4",
    "ranks": "<u4",
    "best_of_block": "<u4",
    "text": "u1",
    "text_starts": "<u4",
    "words": "u1",
    "sounds": "u1",
}


def write_arrays(path: Path, arrays: Arrays) -> None:
    """All of `ARRAYS`, each of its kind."""
    head = json.dumps([len(arrays[name]) for name in ARRAYS]).encode() + b"\n"
    head += b" " * (-(len(_MAGIC) + _CHECKSUM + len(head)) % _ALIGNED)
    parts = [head, *(_padded(arrays[name].astype(kind)) for name, kind in ARRAYS.items())]
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    with path.open("wb") as file:
        file.write(_MAGIC + f"{checksum:08x}\n".encode())
        file.writelines(parts)


def _padded(array: np.ndarray[Any, Any]) -> bytes:
    content = array.tobytes()
    return content + bytes(-len(content) % _ALIGNED)


def read_arrays(path: Path) -> Arrays:
    """The arrays of a file, which stays mapped as long as one of them is in use."""
    try:
        with path.open("rb") as file:
            mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise SuggestionsUnreadableError(path, str(error)) from error
    try:
        return _arrays_in(mapping)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise SuggestionsUnreadableError(path, f"it is damaged ({error})") from error


def _arrays_in(mapping: mmap.mmap) -> Arrays:
    start = len(_MAGIC) + _CHECKSUM
    if mapping[: len(_MAGIC)] != _MAGIC:
        raise ValueError("not of this version")
    with memoryview(mapping) as whole, whole[start:] as checked:
        if f"{zlib.crc32(checked):08x}\n".encode() != mapping[len(_MAGIC) : start]:
            raise ValueError("the checksum is wrong")
    head, end_of_line, _ = mapping[start : start + _LONGEST_HEAD].partition(b"\n")
    at = start + len(head + end_of_line)
    arrays = {}
    for (name, kind), length in zip(ARRAYS.items(), json.loads(head), strict=True):
        at += -at % _ALIGNED
        arrays[name] = np.frombuffer(mapping, kind, max(length, 0), at)
        at += arrays[name].nbytes
    return arrays
