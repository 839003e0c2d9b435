from __future__ import annotations

import gzip
import io
import tracemalloc
import zlib

import pytest

from pages.archive.member import GzipMember


def test_members_one_after_the_other() -> None:
    file = io.BytesIO(gzip.compress(b"one\ntwo") + gzip.compress(b"three"))
    first = GzipMember(file)
    assert io.BufferedReader(first).readlines() == [b"one\n", b"two"]
    assert first.leave() == file.tell() == len(gzip.compress(b"one\ntwo"))
    assert io.BufferedReader(GzipMember(file)).read() == b"three"


def test_a_member_that_is_cut_off_or_damaged() -> None:
    packed = gzip.compress(b"some words, some more words")
    for end in range(len(packed)):
        with pytest.raises(EOFError):
            io.BufferedReader(GzipMember(io.BytesIO(packed[:end]))).read()
    with pytest.raises(zlib.error):
        io.BufferedReader(GzipMember(io.BytesIO(packed[:-5] + b"other"))).read()


def test_reading_a_little_of_a_bomb_holds_a_little() -> None:
    bomb = io.BytesIO(gzip.compress(bytes(50_000_000)))
    tracemalloc.start()
    stream = io.BufferedReader(GzipMember(bomb))
    assert sum(len(stream.read(1000)) for _ in range(1000)) == 1_000_000
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
