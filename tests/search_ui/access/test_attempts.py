"""Guessing a password is slow, for one address and for many."""

from search_ui.access.attempts import Attempts


def test_one_address_waits_after_some_failures_others_do_not() -> None:
    clock = [0.0]
    attempts = Attempts(lambda: clock[0])
    for _ in range(6):
        assert attempts.allowed("10.0.0.1")
        attempts.failed("10.0.0.1")
    assert not attempts.allowed("10.0.0.1")
    assert attempts.allowed("10.0.0.2")
    clock[0] = 301
    assert attempts.allowed("10.0.0.1")


def test_many_addresses_together_wait_too() -> None:
    attempts = Attempts(lambda: 0.0)
    for number in range(60):
        attempts.failed(f"10.0.0.{number}")
    assert not attempts.allowed("10.1.1.1")


def test_who_knows_the_password_starts_anew() -> None:
    attempts = Attempts(lambda: 0.0)
    for _ in range(5):
        attempts.failed("10.0.0.1")
    attempts.succeeded("10.0.0.1")
    for _ in range(5):
        attempts.failed("10.0.0.1")
    assert attempts.allowed("10.0.0.1")
