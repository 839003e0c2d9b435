from __future__ import annotations

import pytest

from pages.archive.safe_lines import LONGEST_VALUE, MOST_HEADERS, address_line, http_lines
from tests.pages.archive.small_archive import capture


def lines(*headers: tuple[str, str], body: bytes = b"12345", status: int = 200) -> list[str]:
    written: bytes = http_lines(capture(body, *headers, status=status)).to_bytes()
    return written.decode().split("\r\n")


def test_status_headers_and_the_true_length() -> None:
    assert lines(("Server", "nginx")) == [
        "HTTP/1.1 200 OK", "Server: nginx", "Content-Length: 5", "", "",
    ]  # fmt: skip


def test_what_is_not_true_of_the_decoded_body_is_kept_under_another_name() -> None:
    sent = (("content-encoding", "gzip"), ("Transfer-Encoding", "chunked"), ("Content-Length", "3"))
    assert lines(*sent)[1:5] == [
        "X-Original-content-encoding: gzip",
        "X-Original-Transfer-Encoding: chunked",
        "X-Original-Content-Length: 3",
        "Content-Length: 5",
    ]


def test_a_true_length_is_said_once() -> None:
    assert lines(("Content-Length", "5"))[1:3] == ["Content-Length: 5", ""]


def test_the_length_in_a_304_is_that_of_the_page_it_does_not_send() -> None:
    assert lines(("Content-Length", "777"), body=b"", status=304) == [
        "HTTP/1.1 304 Not Modified", "Content-Length: 777", "", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sent", "line"),
    [
        (("X", "a\r\nSet-Cookie: b"), "X: a Set-Cookie: b"),
        (("X\r\nY", "a"), "X-Y: a"),
        (("X: a\nY", "b"), "X-a-Y: b"),
        ((" X", "\ta\x00\x85b "), "-X: a b"),
        (("标题", "诺基亚"), "-: 诺基亚"),
        (("X", "诺基亚 é \udc80"), "X: 诺基亚 é"),
    ],
)
def test_no_header_makes_a_line_of_its_own(sent: tuple[str, str], line: str) -> None:
    assert lines(sent)[1:] == [line, "Content-Length: 5", "", ""]


def test_a_header_without_a_name_is_left_out() -> None:
    assert lines(("", "a"))[1:2] == ["Content-Length: 5"]


def test_sizes_are_bounded() -> None:
    written = lines(*[("X", "a" * 100_000)] * 1000)
    assert written[1] == "X: " + "a" * LONGEST_VALUE
    assert len(written) == 1 + MOST_HEADERS + 3


def test_a_status_no_one_knows_has_no_words() -> None:
    assert lines(status=799)[0] == "HTTP/1.1 799"


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("http://a.example/b?c=d%20e#f[1]", "http://a.example/b?c=d%20e#f[1]"),
        ("HTTPS://a.example/", "https://a.example/"),
        ("http://a.example/b c\r\nd", "http://a.example/b%20c%0D%0Ad"),
        ("http://a.example/手机?q=<\"'", "http://a.example/%E6%89%8B%E6%9C%BA?q=%3C%22'"),
        ("http://a.example/\x00\ud800\u3000", "http://a.example/%00%ED%A0%80%E3%80%80"),
    ],
)
def test_addresses_are_escaped_where_they_must_be(url: str, line: str) -> None:
    assert address_line(url) == line


@pytest.mark.parametrize("url", ["", "a.example", "ftp://a.example/", "data:text/html,a"])
def test_other_addresses_are_a_mistake(url: str) -> None:
    with pytest.raises(ValueError, match="only http and https"):
        address_line(url)
