"""Work in a separate process: no visitor waits, and it survives worker restarts.

It applies decisions, and then does what was asked for (`Wish`): crawl, or update the index. The
server starts `python -m search_ui.background TOPIC`, settings on stdin. One process at a time works
(`running.lock`), at most one more of a topic waits (`TOPIC.waiting.lock`); any other ends at once,
for the one that waits will see what was asked for before its turn came. A failure is kept for the
page to show; decisions that had not been applied are resumed the next time.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from core.errors import SpecSeekError, error_text
from core.files import LockedError, is_locked, lock, replace_file
from core.settings import Settings
from index.build import build_index
from review.apply import apply_changes
from review.context import ReviewContext
from review.queue import learn_if_due
from search_ui.crawling import run_crawl
from store.changes import finish_pending_changes
from store.database import steady_time
from store.ledger import existing_ledger

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_MODULE = "search_ui.background"
_RUNNING, _WAITING, _PROBLEM, _LOG = "running.lock", "waiting.lock", "problem.json", "log.txt"


class Wish(StrEnum):
    """Further work that can be requested, by creating a file of this name."""

    CRAWL = "crawl.wanted"
    INDEX = "index.wanted"


class ApplyFailure(NamedTuple):
    """Why the last process did not finish."""

    at: float
    words: str


def review_folder(data: Path) -> Path:
    return data / "review"


def start_work(settings: Settings, topic_name: str, wish: Wish | None = None) -> None:
    """Start applying decisions, and what is wished for; returns at once."""
    folder = review_folder(settings.data)
    folder.mkdir(parents=True, exist_ok=True)
    forget_failure(settings.data)
    if wish:
        wish_file(settings.data, topic_name, wish).touch()
    with (folder / _LOG).open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", _MODULE, topic_name],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    # A thread waits for its end, or it would stay a zombie process.
    Thread(target=process.communicate, args=(settings_to_json(settings),), daemon=True).start()


def is_working(data: Path) -> bool:
    """Whether a process applies decisions, crawls, or updates the index."""
    return is_locked(review_folder(data) / _RUNNING)


def open_wishes(data: Path, topic_name: str) -> list[Wish]:
    """Work that was requested and has not begun."""
    return [wish for wish in Wish if wish_file(data, topic_name, wish).exists()]


def wish_file(data: Path, topic_name: str, wish: Wish) -> Path:
    return review_folder(data) / f"{topic_name}.{wish}"


def last_work_start(data: Path) -> float:
    """When a process was last started, 0 for never: it takes a moment to become visible."""
    try:
        return (review_folder(data) / _LOG).stat().st_mtime
    except OSError:
        return 0.0


@contextmanager
def work_turn(data: Path, topic_name: str) -> Iterator[bool]:
    """Wait for this process's turn; False if another one waits for the topic already."""
    folder = review_folder(data)
    with ExitStack() as waiting:
        try:
            waiting.enter_context(lock(folder / f"{topic_name}.{_WAITING}", wait=False))
        except LockedError:
            yield False
            return
        with lock(folder / _RUNNING):
            waiting.close()
            yield True


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


# Settings for the process, sent through a pipe because they may contain a password.


def settings_to_json(settings: Settings) -> bytes:
    return settings.model_dump_json().encode()


def settings_from_json(body: bytes) -> Settings:
    """The settings that were sent."""
    return Settings.model_validate(_with_empty_texts(json.loads(body)))


def _with_empty_texts(told: dict[str, Any]) -> dict[str, Any]:
    """None is written as "" in settings, also in their sections."""
    return {
        name: _with_empty_texts(value)
        if isinstance(value, dict)
        else ""
        if value is None
        else value
        for name, value in told.items()
    }


# The process itself: applies decisions, learns from them, and does what was asked for.
#
# A failure is stored for the page to show; unfinished changes are resumed the next time.


def work(topic_name: str, settings: Settings) -> None:
    with work_turn(settings.data, topic_name) as is_ours:
        if is_ours:
            try:
                _work(topic_name, settings)
            except SpecSeekError as error:
                keep_failure(settings.data, str(error))
            except BaseException as error:
                keep_failure(settings.data, error_text(error))
                raise


def _work(topic_name: str, settings: Settings) -> None:
    wishes = _taken_wishes(settings.data, topic_name)
    _apply(topic_name, settings)
    try:
        if Wish.CRAWL in wishes:
            run_crawl(settings, topic_name, review_folder(settings.data))
    finally:
        if wishes:
            _update_index(topic_name, settings)


def _taken_wishes(data: Path, topic_name: str) -> list[Wish]:
    """Take the requests at the beginning: later ones are for the next process."""
    wishes = open_wishes(data, topic_name)
    for wish in wishes:
        wish_file(data, topic_name, wish).unlink(missing_ok=True)
    return wishes


def _apply(topic_name: str, settings: Settings) -> None:
    ledger = existing_ledger(settings)
    if ledger is not None:
        with ledger:
            finish_pending_changes(ledger, settings)
            apply_changes(ReviewContext(settings, topic_name, ledger))
            with ledger.transaction() as conn:
                learn_if_due(conn, topic_name, steady_time())


def _update_index(topic_name: str, settings: Settings) -> None:
    ledger = existing_ledger(settings)
    if ledger is not None:
        with ledger:
            build_index(ReviewContext(settings, topic_name, ledger).index_place(), ledger)


if __name__ == "__main__":
    work(sys.argv[1], settings_from_json(sys.stdin.buffer.read()))
