from __future__ import annotations

import gzip
import zlib

import brotli
import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from spider.safety.compression import SafeCompression
from spider.safety.errors import BadEncodingError, BodyTooLargeError

REQUEST = Request("http://shop.example/")
MOST = 100_000


@pytest.fixture
def compression() -> SafeCompression:
    return SafeCompression.from_crawler(get_crawler(settings_dict={"DOWNLOAD_MAXSIZE": MOST}))


def response(body: bytes, encoding: str) -> Response:
    return Response(REQUEST.url, body=body, headers={"Content-Encoding": encoding})


def test_packed_pages_are_unpacked(compression: SafeCompression) -> None:
    packed = gzip.compress(brotli.compress("小米手机".encode()))
    unpacked = compression.process_response(REQUEST, response(packed, "br, gzip"))
    assert isinstance(unpacked, Response)
    assert unpacked.body.decode() == "小米手机"


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress)],
)
def test_bombs_are_too_large(compression: SafeCompression, encoding: str, pack: object) -> None:
    assert callable(pack)
    with pytest.raises(BodyTooLargeError):
        compression.process_response(REQUEST, response(pack(bytes(MOST + 1)), encoding))


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
@pytest.mark.parametrize("body", [b"<html>not packed at all</html>", b"\x1f\x8b\x08", b"\x28"])
def test_what_is_not_packed_as_said_is_told(
    compression: SafeCompression, encoding: str, body: bytes
) -> None:
    try:
        unpacked = compression.process_response(REQUEST, response(body, encoding))
    except BadEncodingError:
        return
    assert isinstance(unpacked, Response)
    assert unpacked.body == b""  # a stream that is cut off at its start


def test_a_thousand_layers_are_not_undone(compression: SafeCompression) -> None:
    with pytest.raises(BadEncodingError, match="1000 times"):
        compression.process_response(REQUEST, response(b"", ",".join(["gzip"] * 1000)))
