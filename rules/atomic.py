"""Files replaced in one step: a reader sees the old text or the new, never half of one."""

from __future__ import annotations

import os
import secrets
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def replace_file(path: Path, body: bytes) -> None:
    """Write beside the target, then rename over it; permissions and links are kept."""
    target = path.resolve()
    mode = _mode_of(target)
    aside = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with open(aside, "xb", opener=_made_for(mode)) as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            aside.chmod(mode)
        aside.replace(target)
    except BaseException:  # Ctrl-C too leaves nothing behind
        aside.unlink(missing_ok=True)
        raise
    _settle(target.parent)


def _made_for(mode: int | None) -> Callable[[str, int], int]:
    """What only its owner may read is never there for others, not even for a moment."""
    return lambda path, flags: os.open(path, flags, 0o666 if mode is None else mode)


def _mode_of(target: Path) -> int | None:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise OSError(f"{target} is no ordinary file")
    return stat.S_IMODE(mode)


def _settle(folder: Path) -> None:
    """Make the rename itself survive a power cut, where the system lets us."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
