"""Bodies that harm: without end, bombs of compression, false encodings, too much of any markup."""

from __future__ import annotations

import gzip
import zlib
from base64 import b64decode
from functools import cache
from typing import TYPE_CHECKING

from evaluation.hostile.trap import (
    A_WHILE,
    HTML,
    Trap,
    Visit,
    always,
    endless,
    head,
    here,
    html,
    page,
    raw,
)
from samples.response import Response, not_found

if TYPE_CHECKING:
    from collections.abc import Callable


_PARAGRAPH = "<p>手机报价，没有尽头。</p>\n".encode() * 500
_CHUNK = f"{len(_PARAGRAPH):x}\r\n".encode() + _PARAGRAPH + b"\r\n"
BODIES = (
    Trap(
        "endless-body",
        here("/body/endless/"),
        "too-large",
        always(endless(head(), _PARAGRAPH)),
    ),
    Trap(
        "endless-chunks",
        here("/body/chunks/"),
        "too-large",
        always(endless(head("Transfer-Encoding: chunked"), _CHUNK)),
    ),
    Trap(
        "slow-drip",
        here("/body/drip/"),
        "timeout",
        always(endless(head(), b"x", A_WHILE)),
    ),
    Trap(
        "slow-headers",
        here("/body/slow-headers/"),
        "timeout",
        always(
            endless(f"HTTP/1.1 200 OK\r\nContent-Type: {HTML}\r\nX-Wait: ".encode(), b"x", A_WHILE)
        ),
    ),
    Trap(
        "silence",
        here("/body/silence/"),
        "timeout",
        always(endless(b"", b"", A_WHILE)),
    ),
)
_MEGABYTE = b" " * 2**20
_MEGABYTES = 1024
_GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\2\xff"
_ZLIB_HEAD = b"\x78\xda"
# A gigabyte of spaces at brotli's quality 5: 809 bytes, which repeat themselves.
_BROTLI = (
    "eNo7//9/PYOKw6ONDkXv///8/5+/gcVBRqzh3V/7////M05g6DjMdGHv/+f//9szCDEURjDs+v7/z///7A5MCnzc"
    "Dt//zQeqYvBgOJLI+OLe/8///8szcDZY6DDc/V3/7/9/ZgVGgXbWBdX/z4MtYXi0gaFk1JJRS4aiJfYAujavHg=="
)
_BAD_ENCODING = "bad-encoding"
_WORDS = "手机报价参数图片大全"
_PAGE = page(_WORDS, f"<p>{_WORDS * 20}</p>").decode()
_PIXEL = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
_PDF = (
    b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
_ENTITIES = "<p>&#xD800;&#xDFFF;&#55357;&#0;&#x110000;&#99999999999;手机</p>"
LINKS = 100_000
NESTING = 200_000


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


COMPRESSION = (
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


def _encoding_trap(name: str, body: bytes, *, must_register: bool) -> Trap:
    answer = always(Response(200, HTML, body))
    return Trap(
        name, here(f"/encoding/{name}/"), _BAD_ENCODING, answer, must_register=must_register
    )


ENCODINGS = (
    _encoding_trap("utf-8-is-gbk", _PAGE.encode("gbk"), must_register=True),
    _encoding_trap(
        "invalid-bytes",
        _PAGE.encode().replace(b"<p>", b"<p>" + b"\xff\xfe\x80" * 500),
        must_register=True,
    ),
    _encoding_trap("utf-16-without-mark", _PAGE.encode("utf-16-le"), must_register=False),
    _encoding_trap("nul-bytes", _PAGE.encode().replace(b"<", b"\0<\0"), must_register=False),
    _encoding_trap("html-is-png", _PIXEL * 20, must_register=False),
    _encoding_trap("html-is-pdf", _PDF * 20, must_register=False),
    Trap(
        "impossible-entities",
        here("/encoding/impossible-entities/"),
        "",
        always(html("实体", _ENTITIES)),
        must_register=False,
    ),
)


def _many_links() -> Response:
    return html("十万个为什么", *(f'<a href="{n}.html">手机{n}</a>\n' for n in range(LINKS)))


def _long_link() -> Response:
    return html("长链接", f'<a href="{"a" * 2**20}">手机</a>')


def _nested() -> Response:
    return html("深", "<div>" * NESTING, "手机", "</div>" * NESTING)


def _unclosed() -> Response:
    return html("深", "<b><table><tr><td>" * (NESTING // 4), "手机")


def _refresh() -> Response:
    return html("刷新", '<meta http-equiv="refresh" content="0">')


def _markup_trap(name: str, make: Callable[[], Response], kind: str = "") -> Trap:
    def answer(visit: Visit) -> Response:
        return not_found(visit.url) if visit.rest else make()

    return Trap(name, here(f"/markup/{name}/"), kind, answer, must_register=False)


MARKUP = (
    _markup_trap("many-links", _many_links, "trap"),
    _markup_trap("long-link", _long_link, "forbidden-address"),
    _markup_trap("nested-tags", _nested),
    _markup_trap("unclosed-tags", _unclosed),
    _markup_trap("refresh-loop", _refresh, "redirect-loop"),
)
