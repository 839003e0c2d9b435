"""Wait for what happens in another thread or process, however busy the machine is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 300  # seconds: only what never happens is waited for so long
T = TypeVar("T")


def wait_until(happened: Callable[[], T]) -> T:
    """What the call gives as soon as that is true of it; or, when patience is over, at last."""
    end = time.monotonic() + PATIENCE
    while not (found := happened()) and time.monotonic() < end:
        time.sleep(0.05)
    return found
