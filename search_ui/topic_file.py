"""The topic as its file says now: decisions change the file while the server runs."""

from __future__ import annotations

import logging
import time
from threading import Lock
from typing import TYPE_CHECKING

from core.errors import FileProblems
from core.topic import Topic, load_topic, topic_file

if TYPE_CHECKING:
    from pathlib import Path

_FILE_CHECK_PAUSE = 1.0  # seconds between two looks at the file: visitors come far more often
_log = logging.getLogger(__name__)


class TopicFile:
    """Looks whether the file is another, and reads it then; safe to use from several threads.

    A file that cannot be read (somebody is editing it) leaves the last one that could.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._lock = Lock()
        self._topic: Topic | None = None
        self._seen: tuple[int, int, int] | None = None
        self._next_look = 0.0

    def get(self) -> Topic:
        """The same object as long as the file says the same; FileProblems if it never could."""
        topic = self._topic
        if topic is not None and time.monotonic() < self._next_look:
            return topic
        with self._lock:
            self._next_look = time.monotonic() + _FILE_CHECK_PAUSE
            return self._read_if_another()

    def _read_if_another(self) -> Topic:
        seen = self._look()
        if self._topic is not None and seen == self._seen:
            return self._topic
        try:
            topic = load_topic(self._folder, self._name)
        except FileProblems as problems:
            if self._topic is None:
                raise
            _log.warning("The topic stays as it was. %s", problems)
            topic = self._topic
        if topic != self._topic:
            self._topic = topic
        self._seen = seen
        return self._topic or topic

    def _look(self) -> tuple[int, int, int] | None:
        try:
            stat = topic_file(self._folder, self._name).stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_mtime_ns, stat.st_size
