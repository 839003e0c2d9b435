"""Guessing a password is slow, for one network and for many, however it is tried."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from search_ui.attempts import Attempts


def test_one_address_waits_after_some_attempts_others_do_not() -> None:
    clock = [0.0]
    attempts = Attempts(lambda: clock[0])
    assert [attempts.begin("10.0.0.1") for _ in range(7)] == [True] * 6 + [False]
    assert attempts.begin("10.0.0.2")
    clock[0] = 301
    assert attempts.begin("10.0.0.1")


def test_many_addresses_together_wait_too() -> None:
    attempts = Attempts(lambda: 0.0)
    assert all(attempts.begin(f"10.0.0.{number}") for number in range(60))
    assert not attempts.begin("10.1.1.1")


def test_who_knows_the_password_starts_anew() -> None:
    attempts = Attempts(lambda: 0.0)
    for _ in range(5):
        attempts.begin("10.0.0.1")
    attempts.succeeded("10.0.0.1")
    assert all(attempts.begin("10.0.0.1") for _ in range(6))


def test_the_addresses_of_one_subscriber_count_as_one() -> None:
    attempts = Attempts()
    assert all(attempts.begin(f"2001:db8::{number}") for number in range(6))
    assert not attempts.begin("2001:db8::99")
    assert attempts.begin("2001:db8:0:1::99")
    assert all(attempts.begin("::ffff:10.0.0.1") for _ in range(6))
    assert not attempts.begin("10.0.0.1")


def test_of_many_attempts_at_one_moment_no_more_are_allowed_than_one_by_one() -> None:
    attempts = Attempts()
    with ThreadPoolExecutor(16) as pool:
        allowed = list(pool.map(attempts.begin, ["10.0.0.1"] * 200))
    assert allowed.count(True) == 6


def test_processes_of_a_server_count_together() -> None:
    attempts, children = Attempts(), []
    for _ in range(4):
        child = os.fork()
        if not child:
            os._exit(sum(attempts.begin("10.0.0.1") for _ in range(50)))
        children.append(child)
    allowed = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert sum(allowed) == 6
    assert not attempts.begin("10.0.0.1")
