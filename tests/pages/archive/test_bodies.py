from __future__ import annotations

import gzip
import tracemalloc
import zlib
from functools import partial
from typing import TYPE_CHECKING

import brotli
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.archive.bodies import plain_body

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = "<h1>诺基亚 N95</h1>".encode() * 3


def raw_deflate(body: bytes) -> bytes:
    return zlib.compress(body, wbits=-15)


def chunked(body: bytes) -> bytes:
    pieces = [body[:7], body[7:]]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


PACKED = [
    ("gzip", gzip.compress(PAGE, mtime=0)),
    ("X-Gzip", gzip.compress(PAGE, mtime=0)),
    ("deflate", zlib.compress(PAGE)),
    ("deflate", raw_deflate(PAGE)),
    ("br", brotli.compress(PAGE)),
    ("deflate, gzip", gzip.compress(zlib.compress(PAGE), mtime=0)),
    ("identity", PAGE),
    ("", PAGE),
]


@pytest.mark.parametrize(("encoding", "packed"), PACKED)
def test_encodings_are_undone(encoding: str, packed: bytes) -> None:
    assert plain_body(packed, encoding, "") == PAGE
    assert plain_body(chunked(packed), encoding, "Chunked") == PAGE


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "gzip, br", "nonsense"])
def test_a_body_that_is_plain_in_truth_stays_as_it_is(encoding: str) -> None:
    assert plain_body(PAGE, encoding, "") == PAGE
    assert plain_body(PAGE, encoding, "chunked") == PAGE


def test_what_stands_before_a_damaged_part_is_kept() -> None:
    page = b"".join(b"<p>%d" % number for number in range(30_000))
    packed = gzip.compress(page)
    damaged = packed[:40_000] + b"\xff" * 1000 + packed[41_000:]
    for broken in (packed[:-20], damaged):
        assert page.startswith(plain_body(broken, "gzip", ""))
        assert len(plain_body(broken, "gzip", "")) > 50_000


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("deflate", raw_deflate),
        ("br", partial(brotli.compress, quality=5)),
    ],
)
def test_a_bomb_is_not_unpacked(
    encoding: str, pack: Callable[[bytes], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pages.archive.bodies.LARGEST_BODY", 1_000_000)
    bomb = pack(bytes(50_000_000))
    tracemalloc.start()
    assert plain_body(bomb, encoding, "") == bytes(1_000_000)
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


@settings(max_examples=100, deadline=None)
@given(
    raw=st.binary(max_size=200),
    encoding=st.sampled_from(["gzip", "deflate", "br", ",", "gzip,gzip"]) | st.text(max_size=10),
    transfer=st.sampled_from(["", "chunked", "gzip, chunked"]),
)
def test_any_bytes_give_a_body(raw: bytes, encoding: str, transfer: str) -> None:
    assert isinstance(plain_body(raw, encoding, transfer), bytes)
