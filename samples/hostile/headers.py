"""Heads that are larger than their pages."""

from __future__ import annotations

from samples.hostile.trap import Trap, here
from samples.hostile.wire import always, endless, head, page, raw

_KIND = "headers-too-large"
_TEN_MEGABYTES = 10 * 2**20
_LINE = f"X-Filler: {'x' * 88}\r\n"
_BEGIN = b"HTTP/1.1 200 OK\r\n"
_REST = b"Content-Type: text/html\r\nConnection: close\r\n\r\n" + page("大头")


TRAPS = (
    Trap(
        "header-of-10-mb",
        here("/headers/one/"),
        _KIND,
        always(raw(_BEGIN, b"X-Filler: ", *(b"x" * 2**16,) * 160, b"\r\n", _REST)),
    ),
    Trap(
        "headers-of-10-mb",
        here("/headers/many/"),
        _KIND,
        always(raw(_BEGIN, *((_LINE * 1000).encode(),) * (_TEN_MEGABYTES // 100_000 + 1), _REST)),
    ),
    Trap(
        "endless-headers",
        here("/headers/endless/"),
        _KIND,
        always(endless(_BEGIN, (_LINE * 1000).encode())),
    ),
    Trap(
        "endless-header",
        here("/headers/endless-one/"),
        _KIND,
        always(endless(_BEGIN + b"X-Filler: ", b"x" * 2**16)),
    ),
    Trap(
        "many-cookies",
        here("/headers/cookies/"),
        _KIND,
        always(
            raw(head(*(f"Set-Cookie: c{n}={'x' * 100}; Path=/" for n in range(2000))), page("饼干"))
        ),
        must_register=False,
    ),
)
