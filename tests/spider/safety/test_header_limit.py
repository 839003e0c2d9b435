from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from twisted.internet.testing import StringTransport
from twisted.web._newclient import Request
from twisted.web.http_headers import Headers

from spider.safety.errors import HeadersTooLargeError
from spider.safety.header_limit import limited_factory

if TYPE_CHECKING:
    from twisted.python.failure import Failure

LIMIT = 100
START = b"HTTP/1.1 200 OK\r\n"


def answer_to(*pieces: bytes) -> tuple[list[Any], StringTransport]:
    """What comes of an answer that arrives in these pieces; the transport it arrived by."""
    came: list[Any] = []
    transport = StringTransport()
    protocol = limited_factory(LIMIT)(lambda _: None, "").buildProtocol(None)
    protocol.makeConnection(transport)
    request = Request(b"GET", b"/", Headers({b"Host": [b"shop.example"]}), None)
    protocol.request(request).addBoth(came.append)
    for piece in pieces:
        protocol.dataReceived(piece)
    return came, transport


def reason(failure: Failure) -> BaseException:
    return failure.value.reasons[0].value  # type: ignore[union-attr,no-any-return]  # Twisted's


def test_headers_within_the_limit_are_taken_with_a_body_beyond_it() -> None:
    filler = b"X-A: " + b"x" * (LIMIT - len(START) - 5 - 2 - 2) + b"\r\n"
    assert len(START + filler + b"\r\n") == LIMIT
    came, transport = answer_to(START + filler + b"\r\n" + b"body" * LIMIT)
    assert came[0].code == 200
    assert not transport.disconnecting


@pytest.mark.parametrize(
    "pieces",
    [
        [START + b"X-A: " + b"x" * LIMIT + b"\r\n\r\n"],
        [START, b"X-A: ", b"x" * LIMIT, b"x" * LIMIT],
        [START, *[b"X-A: b\r\n"] * LIMIT],
        [START, b"X-A: b\r\n", *[b" c\r\n"] * LIMIT],
        [b"HTTP/1.1 103 Early\r\n\r\n"] * LIMIT,
    ],
    ids=["at once", "one line", "many lines", "folded", "many answers"],
)
def test_longer_headers_end_the_connection(pieces: list[bytes]) -> None:
    came, transport = answer_to(*pieces)
    assert isinstance(reason(came[0]), HeadersTooLargeError)
    assert transport.disconnected or transport.disconnecting


def test_a_first_line_without_end_is_no_http() -> None:
    came, _ = answer_to(b"\x80" * LIMIT, b"\x80" * LIMIT)
    assert isinstance(reason(came[0]), ValueError)
