"""Bombs are small, and as large inside as they say; only their beginnings are unpacked here."""

import gzip
import zlib
from collections.abc import Callable

import pytest

from samples.hostile import compression

GIGABYTE = 2**30


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
    bomb = compression.gzip_bomb()
    assert set(unpacked(bomb, 31)) == {ord(" ")}
    assert int.from_bytes(bomb[-4:], "little") == GIGABYTE


def test_the_other_bombs_hold_the_same() -> None:
    assert gzip.decompress(compression.double_gzip_bomb()) == compression.gzip_bomb()
    same = compression.gzip_bomb()[10:-8]
    assert compression.deflate_bomb()[2:-4] == same
    assert set(unpacked(compression.deflate_bomb(), 15)) == {ord(" ")}


def test_a_brotli_bomb_unpacks_without_end() -> None:
    unpacker = pytest.importorskip("brotli").Decompressor()
    piece = unpacker.process(compression.brotli_bomb(), output_buffer_limit=5_000_000)
    assert len(piece) >= 5_000_000
    assert set(piece) == {ord(" ")}


def test_a_broken_body_cannot_be_unpacked() -> None:
    with pytest.raises(zlib.error):
        unpacked(compression.broken_gzip(), 31)


def test_a_cut_body_is_readable_up_to_a_point() -> None:
    assert unpacked(compression.cut_gzip(), 31).startswith(b"<!DOCTYPE html>")
    with pytest.raises(EOFError):
        gzip.decompress(compression.cut_gzip())


def test_a_body_may_not_be_packed_at_all(receive: Callable[..., bytes]) -> None:
    head, body = split(receive("http://evil.hostile.example/packed/plain/"))
    assert b"Content-Encoding: gzip" in head
    assert body.startswith(b"<!DOCTYPE html>")
