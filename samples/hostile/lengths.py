"""Answers that are longer or shorter than they say."""

from __future__ import annotations

from samples.hostile.trap import Trap, here
from samples.hostile.wire import always, head, page, raw

_PAGE = page("长短不一", "<p>手机</p>")
_CHUNKED = "Transfer-Encoding: chunked"


def _trap(
    name: str, kind: str, *headers: str, body: bytes = _PAGE, must_register: bool = True
) -> Trap:
    answer = always(raw(head(*headers), body))
    return Trap(name, here(f"/length/{name}/"), kind, answer, must_register=must_register)


TRAPS = (
    _trap("length-too-long", "data-loss", f"Content-Length: {len(_PAGE) + 1000}"),
    _trap("length-too-short", "data-loss", "Content-Length: 20", must_register=False),
    _trap("length-negative", "not-http", "Content-Length: -1"),
    _trap("length-absurd", "too-large", f"Content-Length: {10**18}"),
    _trap("length-no-number", "not-http", "Content-Length: 手机"),
    _trap(
        "length-twice",
        "not-http",
        f"Content-Length: {len(_PAGE)}",
        "Content-Length: 20",
    ),
    _trap("length-and-chunks", "data-loss", "Content-Length: 20", _CHUNKED, must_register=False),
    _trap("chunk-size-broken", "data-loss", _CHUNKED, body=b"zz\r\n" + _PAGE),
    _trap("chunk-size-negative", "data-loss", _CHUNKED, body=b"-5\r\n" + _PAGE),
    _trap("chunk-size-absurd", "data-loss", _CHUNKED, body=b"f" * 16 + b"\r\n" + _PAGE),
    _trap("chunks-cut", "data-loss", _CHUNKED, body=b"5\r\n<html\r\n"),
)
