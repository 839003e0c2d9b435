"""Requests as clients of a proxy send them, and what is none."""

import pytest

from samples.proxy.request import BadRequestError, parsed


@pytest.mark.parametrize(
    ("head", "keeps"),
    [
        (b"GET http://a.example/ HTTP/1.1\r\n\r\n", True),
        (b"GET http://a.example/ HTTP/1.1\r\nConnection: close\r\n\r\n", False),
        (b"GET http://a.example/ HTTP/1.0\r\n\r\n", False),
        (b"GET http://a.example/ HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", True),
    ],
)
def test_the_version_decides_whether_connections_are_kept_unless_the_client_says_so(
    head: bytes, *, keeps: bool
) -> None:
    assert parsed(head).keeps_connection is keeps


def test_header_names_are_read_in_any_spelling() -> None:
    request = parsed(b'GET http://a.example/ HTTP/1.1\r\nIF-NONE-match:  "x:y"\r\n\r\n')
    assert request.headers == {"if-none-match": '"x:y"'}


def test_an_address_may_be_in_chinese() -> None:
    request = parsed("GET http://a.example/手机 HTTP/1.1\r\n\r\n".encode())
    assert request.target == "http://a.example/手机"


@pytest.mark.parametrize(
    "head", [b"\r\n\r\n", b"GET /\r\n\r\n", b"GET  / HTTP/1.1\r\n\r\n", b"\x16\x03\x01 a b\r\n\r\n"]
)
def test_what_is_no_request_is_refused(head: bytes) -> None:
    with pytest.raises(BadRequestError, match="no HTTP/1 request"):
        parsed(head)
