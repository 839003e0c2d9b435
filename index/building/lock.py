"""One builder at a time in an index folder."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from index.building.problems import BuildFailed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def build_lock(root: Path) -> Iterator[None]:
    """Held until the end of the block, or of the process, however it ends."""
    root.mkdir(parents=True, exist_ok=True)
    with (root / "build.lock").open("a+", encoding="ascii", errors="replace") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            who = file.read(20).strip() or "unknown"
            raise BuildFailed(
                f"Another process ({who}) is building the index in {root}. Nothing was done. "
                "What to do: wait for it, or stop it."
            ) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
