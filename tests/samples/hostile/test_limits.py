"""Hosts that ask to come back later."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from samples.hostile import HostileWeb

LATER = b"HTTP/1.1 429 Too Many Requests\r\n"


def test_who_waited_is_welcome(receive: Callable[..., bytes]) -> None:
    url = "http://www.limited-once.example/"
    assert receive(f"{url}robots.txt").startswith(b"HTTP/1.1 200 ")
    first = receive(url)
    assert first.startswith(LATER)
    assert b"\r\nRetry-After: 1\r\n" in first
    assert receive(url).startswith(b"HTTP/1.1 200 ")


def test_the_time_to_wait_may_be_a_date(receive: Callable[..., bytes]) -> None:
    url = "http://www.limited-until-date.example/"
    first = receive(url)
    assert first.startswith(b"HTTP/1.1 503 ")
    date = first.partition(b"\r\nRetry-After: ")[2].partition(b"\r\n")[0].decode()
    assert abs(parsedate_to_datetime(date) - datetime.now(UTC)) < timedelta(seconds=60)
    assert receive(url).startswith(b"HTTP/1.1 200 ")


def test_some_never_welcome_anybody(receive: Callable[..., bytes]) -> None:
    answers = [receive("http://www.limited-for-ever.example/") for _ in range(5)]
    assert all(answer.startswith(LATER) for answer in answers)


def test_each_web_counts_for_itself() -> None:
    url = "http://www.limited-once.example/"
    assert [HostileWeb().fetch(url).status for _ in range(2)] == [429, 429]
