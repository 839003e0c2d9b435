from __future__ import annotations

import re
import resource
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from core.limits import ReadingLimits, TooCostlyError

if TYPE_CHECKING:
    from collections.abc import Callable

LIMITS = ReadingLimits(0.05, 100)


def endless_loop() -> None:
    while True:
        pass


def endless_loop_that_goes_on_after_errors() -> None:
    while True:
        with suppress(Exception):
            endless_loop()


def endless_expression() -> None:
    re.fullmatch("(a+)+b", "a" * 60)


@pytest.mark.parametrize(
    "work", [endless_loop, endless_loop_that_goes_on_after_errors, endless_expression]
)
def test_what_takes_too_much_time_is_stopped(work: Callable[[], None]) -> None:
    with pytest.raises(TooCostlyError, match=r"more than 0\.05 s of processor time"), LIMITS.kept():
        work()


def test_what_takes_too_much_memory_is_stopped() -> None:
    with pytest.raises(TooCostlyError, match="more than 100 MB of memory"), LIMITS.kept():
        bytearray(500_000_000)
    assert len(bytearray(500_000_000)) == 500_000_000, "the limit is gone"


def test_what_is_within_the_limits_goes_on_and_what_follows_has_none() -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    with ReadingLimits(60.0, 100).kept():
        done = sum(range(1000))
    assert done == 499_500
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_errors_are_passed_on() -> None:
    with pytest.raises(KeyError), LIMITS.kept():
        raise KeyError


def test_another_thread_has_no_limits() -> None:
    def work() -> int:
        with LIMITS.kept():
            return len(bytearray(200_000_000))

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(work).result() == 200_000_000
