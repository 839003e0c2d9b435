"""Answers that are no HTTP, or HTTP as nobody expects it."""

from collections.abc import Callable

import pytest

HERE = "http://evil.hostile.example/status"
END = b"</html>"


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("answer-garbage", b"\x00\x01\x02"),
        ("answer-without-head", b"<!DOCTYPE html>"),
        ("status-no-number", b"HTTP/1.1 OK "),
        ("status-999", b"HTTP/1.1 999 No\r\n"),
        ("status-204-with-body", b"HTTP/1.1 204 No Content\r\n"),
        ("endless-103", b"HTTP/1.1 103 Early Hints\r\n"),
    ],
)
def test_answers_start_like_this(name: str, start: bytes, receive: Callable[..., bytes]) -> None:
    assert receive(f"{HERE}/{name}/").startswith(start)


def test_an_answer_may_be_empty(receive: Callable[..., bytes]) -> None:
    assert receive(f"{HERE}/answer-empty/") == b""


def test_no_content_has_content(receive: Callable[..., bytes]) -> None:
    assert receive(f"{HERE}/status-204-with-body/").endswith(END)


@pytest.mark.parametrize("status", ["100 Continue", "103 Early Hints"])
def test_a_page_comes_after_thousands_of_announcements(
    status: str, receive: Callable[..., bytes]
) -> None:
    answer = receive(f"{HERE}/many-{status[:3]}/", 1_000_000)
    assert answer.count(f"HTTP/1.1 {status}\r\n".encode()) == 2000
    assert answer.count(b"HTTP/1.1 200 OK\r\n") == 1
    assert answer.endswith(END)


def test_announcements_may_have_no_end(receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/endless-103/", 1_000_000)
    assert len(answer) == 1_000_000
    assert b" 200 " not in answer


def test_a_page_may_be_empty(receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/empty-page/")
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"\r\nContent-Length: 0\r\n\r\n")
