"""Bodies without end come as long as they are read, slow ones a byte at a time."""

from collections.abc import Callable
from socket import SHUT_WR, create_connection

import pytest

from samples.hostile import HostileHost, Trap

HERE = "http://evil.hostile.example/body"
MUCH = 3_000_000


def test_an_endless_body_has_no_length(receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/endless/", MUCH)
    assert len(answer) == MUCH
    assert b"Content-Length" not in answer
    assert "手机报价，没有尽头".encode() in answer


def test_endless_chunks_are_proper_chunks(receive: Callable[..., bytes]) -> None:
    head, _, body = receive(f"{HERE}/chunks/", MUCH).partition(b"\r\n\r\n")
    assert b"Transfer-Encoding: chunked" in head
    size, _, rest = body.partition(b"\r\n")
    length = int(size, 16)
    assert rest[length:].startswith(b"\r\n" + size + b"\r\n")


@pytest.mark.parametrize(
    ("name", "so_far"), [("drip", b"\r\n\r\nxx"), ("slow-headers", b"\r\nX-Wait: xx")]
)
def test_slow_answers_come_byte_by_byte(name: str, so_far: bytes, host: HostileHost) -> None:
    with create_connection(("127.0.0.1", host.proxy.port), timeout=30) as client:
        client.sendall(f"GET {HERE}/{name}/ HTTP/1.1\r\n\r\n".encode())
        answer = client.recv(1000)
        while len(answer) < 1000 and not answer.endswith(so_far):
            answer += client.recv(1)
    assert answer.endswith(so_far)


def test_silence_says_nothing_until_the_client_goes(
    host: HostileHost, traps: dict[str, Trap]
) -> None:
    with create_connection(("127.0.0.1", host.proxy.port), timeout=30) as client:
        client.sendall(f"GET {traps['silence'].url} HTTP/1.1\r\n\r\n".encode())
        client.shutdown(SHUT_WR)
        assert client.makefile("rb").read() == b""
