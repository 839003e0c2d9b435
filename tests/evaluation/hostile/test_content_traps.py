from __future__ import annotations

import gzip
import zlib
from socket import SHUT_WR, create_connection
from typing import TYPE_CHECKING

import pytest

from evaluation.hostile import HostileHost, HostileWeb, Trap, content_traps
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

MUCH = 3_000_000
GIGABYTE = 2**30
WORDS = "手机报价参数图片大全"
WEB = HostileWeb()
HERE = "http://evil.hostile.example"


def test_an_endless_body_has_no_length(receive: Callable[..., bytes]) -> None:
    answer = receive(f"{HERE}/body/endless/", MUCH)
    assert len(answer) == MUCH
    assert b"Content-Length" not in answer
    assert "手机报价，没有尽头".encode() in answer


def test_endless_chunks_are_proper_chunks(receive: Callable[..., bytes]) -> None:
    head, _, body = receive(f"{HERE}/body/chunks/", MUCH).partition(b"\r\n\r\n")
    assert b"Transfer-Encoding: chunked" in head
    size, _, rest = body.partition(b"\r\n")
    length = int(size, 16)
    assert rest[length:].startswith(b"\r\n" + size + b"\r\n")


@pytest.mark.parametrize(
    ("name", "so_far"), [("drip", b"\r\n\r\nxx"), ("slow-headers", b"\r\nX-Wait: xx")]
)
def test_slow_answers_come_byte_by_byte(name: str, so_far: bytes, host: HostileHost) -> None:
    with create_connection(("127.0.0.1", host.proxy.port), timeout=PATIENCE) as client:
        client.sendall(f"GET {HERE}/body/{name}/ HTTP/1.1\r\n\r\n".encode())
        answer = client.recv(1000)
        while len(answer) < 1000 and not answer.endswith(so_far):
            answer += client.recv(1)
    assert answer.endswith(so_far)


def test_silence_says_nothing_until_the_client_goes(
    host: HostileHost, traps: dict[str, Trap]
) -> None:
    with create_connection(("127.0.0.1", host.proxy.port), timeout=PATIENCE) as client:
        client.sendall(f"GET {traps['silence'].url} HTTP/1.1\r\n\r\n".encode())
        client.shutdown(SHUT_WR)
        assert client.makefile("rb").read() == b""


def unpacked(body: bytes, window: int, limit: int = 5_000_000) -> bytes:
    return zlib.decompressobj(window).decompress(body, limit)


def split(answer: bytes) -> tuple[bytes, bytes]:
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


@pytest.mark.parametrize(
    ("name", "encoding", "size"),
    [
        ("gzip-bomb", b"gzip", 1_100_000),
        ("gzip-in-gzip-bomb", b"gzip, gzip", 5_000),
        ("deflate-bomb", b"deflate", 1_100_000),
        ("brotli-bomb", b"br", 1_000),
    ],
)
def test_bombs_are_small(
    name: str, encoding: bytes, size: int, receive: Callable[..., bytes]
) -> None:
    head, body = split(receive(f"http://evil.hostile.example/packed/{name}/", 2_000_000))
    assert b"\r\nContent-Encoding: " + encoding + b"\r\n" in head
    assert f"\r\nContent-Length: {len(body)}".encode() in head
    assert len(body) < size


def test_a_gzip_bomb_is_a_gigabyte_of_spaces() -> None:
    bomb = content_traps.gzip_bomb()
    assert set(unpacked(bomb, 31)) == {ord(" ")}
    assert int.from_bytes(bomb[-4:], "little") == GIGABYTE


def test_the_other_bombs_hold_the_same() -> None:
    assert gzip.decompress(content_traps.double_gzip_bomb()) == content_traps.gzip_bomb()
    same = content_traps.gzip_bomb()[10:-8]
    assert content_traps.deflate_bomb()[2:-4] == same
    assert set(unpacked(content_traps.deflate_bomb(), 15)) == {ord(" ")}


def test_a_brotli_bomb_unpacks_without_end() -> None:
    unpacker = pytest.importorskip("brotli").Decompressor()
    piece = unpacker.process(content_traps.brotli_bomb(), output_buffer_limit=5_000_000)
    assert len(piece) >= 5_000_000
    assert set(piece) == {ord(" ")}


def test_a_broken_body_cannot_be_unpacked() -> None:
    with pytest.raises(zlib.error):
        unpacked(content_traps.broken_gzip(), 31)


def test_a_cut_body_is_readable_up_to_a_point() -> None:
    assert unpacked(content_traps.cut_gzip(), 31).startswith(b"<!DOCTYPE html>")
    with pytest.raises(EOFError):
        gzip.decompress(content_traps.cut_gzip())


def test_a_body_may_not_be_packed_at_all(receive: Callable[..., bytes]) -> None:
    head, body = split(receive("http://evil.hostile.example/packed/plain/"))
    assert b"Content-Encoding: gzip" in head
    assert body.startswith(b"<!DOCTYPE html>")


def encoded(name: str) -> bytes:
    response = WEB.fetch(f"http://evil.hostile.example/encoding/{name}/")
    assert response.content_type == "text/html; charset=utf-8"
    return response.body


@pytest.mark.parametrize("name", ["utf-8-is-gbk", "invalid-bytes", "html-is-png", "html-is-pdf"])
def test_what_is_called_utf_8_is_not(name: str) -> None:
    with pytest.raises(UnicodeDecodeError):
        encoded(name).decode()


@pytest.mark.parametrize(
    ("name", "encoding"), [("utf-8-is-gbk", "gbk"), ("utf-16-without-mark", "utf-16-le")]
)
def test_it_is_something_else(name: str, encoding: str) -> None:
    assert WORDS in encoded(name).decode(encoding)


def test_tags_are_torn_by_nul_bytes() -> None:
    assert b"\0<\0p>" in encoded("nul-bytes")
    assert WORDS in encoded("nul-bytes").decode()


@pytest.mark.parametrize(
    ("name", "magic"), [("html-is-png", b"\x89PNG\r\n"), ("html-is-pdf", b"%PDF-")]
)
def test_a_file_goes_as_a_page(name: str, magic: bytes) -> None:
    assert encoded(name).startswith(magic)


def test_some_characters_do_not_exist() -> None:
    assert b"&#xD800;" in encoded("impossible-entities")


def body(name: str) -> bytes:
    return WEB.fetch(f"{HERE}/markup/{name}/").body


def test_a_page_has_a_hundred_thousand_links_that_lead_nowhere() -> None:
    assert body("many-links").count(b"<a href=") == 100_000
    assert WEB.fetch(f"{HERE}/markup/many-links/99999.html").status == 404


def test_a_link_is_a_megabyte_long() -> None:
    assert b'"' + b"a" * 2**20 + b'"' in body("long-link")


def test_tags_are_nested_deeper_than_any_tree() -> None:
    assert body("nested-tags").count(b"<div>") == body("nested-tags").count(b"</div>") == 200_000
    assert b"<div>" * 200_000 in body("nested-tags")


def test_tags_are_opened_and_never_closed() -> None:
    page = body("unclosed-tags")
    assert page.count(b"<table>") == 50_000
    assert b"</table>" not in page


def test_a_page_asks_to_be_loaded_again_and_again() -> None:
    assert b'http-equiv="refresh" content="0"' in body("refresh-loop")
