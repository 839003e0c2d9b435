"""Heads that are larger than their pages."""

from collections.abc import Callable

import pytest

HERE = "http://evil.hostile.example/headers"
TEN_MEGABYTES = 10 * 2**20


@pytest.mark.parametrize(("name", "lines"), [("one", 3), ("many", 105_000)])
def test_ten_megabytes_stand_before_the_page(
    name: str, lines: int, receive: Callable[..., bytes]
) -> None:
    head, _, body = receive(f"{HERE}/{name}/", 2 * TEN_MEGABYTES).partition(b"\r\n\r\n")
    assert len(head) > TEN_MEGABYTES
    assert body.endswith(b"</html>")
    assert lines * 0.7 < head.count(b"\r\n") < lines * 1.3


@pytest.mark.parametrize(("name", "most"), [("endless", 30_000), ("endless-one", 1)])
def test_heads_may_have_no_end(name: str, most: int, receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/{name}/", 3_000_000)
    assert len(answer) == 3_000_000
    assert b"\r\n\r\n" not in answer
    assert most * 0.7 < answer.count(b"\r\n") < most * 1.3


def test_cookies_come_by_the_thousand(receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/cookies/", 1_000_000)
    assert answer.count(b"\r\nSet-Cookie: ") == 2000
