"""One process at a time writes what it reads off pages."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from rules.atomic import LockedError, lock
from rules.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def data_folder_lock(folder: Path) -> Iterator[None]:
    """One crawl at a time in a data folder: two would mix up the queue.

    Whoever writes many records (reading stored pages again, applying decisions) takes it too.
    """
    with ExitStack() as held:
        try:
            held.enter_context(lock(folder / "crawl.lock", wait=False))
        except LockedError as error:
            raise SpecSeekError(
                f"another crawl is at work in {folder} (process {error.holder}); "
                "wait for it, stop it, or set another data folder (SPECSEEK_DATA)"
            ) from error
        except OSError as error:
            raise SpecSeekError(
                f"nothing can be kept in the data folder {folder}: {error.strerror}; allow "
                "writing to it, or set another one (SPECSEEK_DATA)"
            ) from error
        yield
