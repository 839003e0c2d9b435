"""Processes that do a part of the work of another."""

from __future__ import annotations

import os
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread


def end_with_parent() -> None:
    """End this process when its parent was killed: else it would wait for work for ever."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)
