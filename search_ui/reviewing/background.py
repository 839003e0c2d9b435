"""Decisions are carried out by a process of their own: no visitor waits, no worker's end ends it.

The server starts one after each decision. One at a time works (`running.lock`), at most one more
waits for its turn (`waiting.lock`); any other ends at once, for the one that waits will see what
was decided before its turn came.
"""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import time
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from rules.atomic import replace_file
from search_ui.reviewing.sent_settings import settings_to_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import IO

    from settings.model import Settings

_MODULE = "search_ui.reviewing.apply_process"
_RUNNING, _WAITING, _PROBLEM, _LOG = "running.lock", "waiting.lock", "problem.json", "log.txt"


class ApplyFailure(NamedTuple):
    """Why the last process did not come to its end."""

    at: float
    words: str


def review_folder(data: Path) -> Path:
    return data / "review"


def start_applying(settings: Settings, topic_name: str) -> None:
    """Begin to carry out what was decided; returns at once."""
    folder = review_folder(settings.data)
    folder.mkdir(parents=True, exist_ok=True)
    forget_failure(settings.data)
    with (folder / _LOG).open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", _MODULE, topic_name],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    # Somebody has to wait for its end, or the system keeps it in its list for ever.
    Thread(target=process.communicate, args=(settings_to_json(settings),), daemon=True).start()


def is_applying(data: Path) -> bool:
    """Is anybody at work on decisions?"""
    try:
        with (review_folder(data) / _RUNNING).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def last_applying_start(data: Path) -> float:
    """When a process was last begun, 0 for never: it takes a moment until it is seen at work."""
    try:
        return (review_folder(data) / _LOG).stat().st_mtime
    except OSError:
        return 0.0


@contextmanager
def applying_turn(data: Path) -> Iterator[bool]:
    """The turn of this process, when it has come; False where another waits already."""
    folder = review_folder(data)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / _WAITING).open("ab") as waiting, (folder / _RUNNING).open("ab") as running:
        if not _locked_at_once(waiting):
            yield False
            return
        fcntl.flock(running, fcntl.LOCK_EX)
        fcntl.flock(waiting, fcntl.LOCK_UN)
        yield True


def _locked_at_once(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def keep_failure(data: Path, words: str) -> None:
    body = json.dumps({"at": time.time(), "words": words})
    replace_file(review_folder(data) / _PROBLEM, body.encode())


def forget_failure(data: Path) -> None:
    (review_folder(data) / _PROBLEM).unlink(missing_ok=True)


def last_failure(data: Path) -> ApplyFailure | None:
    try:
        return ApplyFailure(**json.loads((review_folder(data) / _PROBLEM).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
