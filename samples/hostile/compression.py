"""Bodies that are small until they are unpacked, and bodies that cannot be."""

from __future__ import annotations

import gzip
import zlib
from base64 import b64decode
from functools import cache
from typing import TYPE_CHECKING

from samples.hostile.trap import Trap, here
from samples.hostile.wire import head, page, raw

if TYPE_CHECKING:
    from collections.abc import Callable

    from samples.response import Response

_MEGABYTE = b" " * 2**20
_MEGABYTES = 1024
_GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\2\xff"
_ZLIB_HEAD = b"\x78\xda"
# A gigabyte of spaces at brotli's quality 5: 809 bytes, which repeat themselves.
_BROTLI = (
    "eNo7//9/PYOKw6ONDkXv///8/5+/gcVBRqzh3V/7////M05g6DjMdGHv/+f//9szCDEURjDs+v7/z///7A5MCnzc"
    "Dt//zQeqYvBgOJLI+OLe/8///8szcDZY6DDc/V3/7/9/ZgVGgXbWBdX/z4MtYXi0gaFk1JJRS4aiJfYAujavHg=="
)


@cache
def _deflated() -> bytes:
    """A gigabyte of spaces, from one that was really packed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(_MEGABYTE) + packer.flush(zlib.Z_FULL_FLUSH)
    return piece * _MEGABYTES + packer.flush()


def _checksum(of: Callable[[bytes, int], int], start: int) -> int:
    for _ in range(_MEGABYTES):
        start = of(_MEGABYTE, start)
    return start


@cache
def gzip_bomb() -> bytes:
    """A megabyte that becomes a gigabyte."""
    size = _MEGABYTES * len(_MEGABYTE)
    tail = _checksum(zlib.crc32, 0).to_bytes(4, "little") + size.to_bytes(4, "little")
    return _GZIP_HEAD + _deflated() + tail


@cache
def double_gzip_bomb() -> bytes:
    """A few kilobytes that become a megabyte that becomes a gigabyte."""
    return gzip.compress(gzip_bomb(), mtime=0)


@cache
def deflate_bomb() -> bytes:
    return _ZLIB_HEAD + _deflated() + _checksum(zlib.adler32, 1).to_bytes(4, "big")


@cache
def brotli_bomb() -> bytes:
    return zlib.decompress(b64decode(_BROTLI))


def broken_gzip() -> bytes:
    """Nothing behind the head can be unpacked."""
    return _GZIP_HEAD + b"\xff" * 4000


def cut_gzip() -> bytes:
    whole = gzip.compress(page("手机", *(f"<p>第{n}段</p>" for n in range(5000))), mtime=0)
    return whole[: len(whole) // 2]


def _packed(encoding: str, body: Callable[[], bytes]) -> Callable[[object], Response]:
    def answer(_visit: object) -> Response:
        content = body()
        lines = (f"Content-Encoding: {encoding}", f"Content-Length: {len(content)}")
        return raw(head(*lines), content)

    return answer


def _bomb(name: str, encoding: str, body: Callable[[], bytes]) -> Trap:
    return Trap(name, here(f"/packed/{name}/"), "too-large", _packed(encoding, body))


TRAPS = (
    _bomb("gzip-bomb", "gzip", gzip_bomb),
    _bomb("gzip-in-gzip-bomb", "gzip, gzip", double_gzip_bomb),
    _bomb("deflate-bomb", "deflate", deflate_bomb),
    _bomb("brotli-bomb", "br", brotli_bomb),
    Trap("gzip-broken", here("/packed/broken/"), "bad-encoding", _packed("gzip", broken_gzip)),
    Trap(
        "gzip-cut",
        here("/packed/cut/"),
        "bad-encoding",
        _packed("gzip", cut_gzip),
        must_register=False,
    ),
    Trap(
        "gzip-is-plain",
        here("/packed/plain/"),
        "bad-encoding",
        _packed("gzip", lambda: page("手机")),
        must_register=False,
    ),
)
