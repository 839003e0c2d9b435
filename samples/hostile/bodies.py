"""Bodies without end, and those that never seem to come."""

from __future__ import annotations

from samples.hostile.trap import Trap, here
from samples.hostile.wire import A_WHILE, HTML, always, endless, head

_PARAGRAPH = "<p>手机报价，没有尽头。</p>\n".encode() * 500
_CHUNK = f"{len(_PARAGRAPH):x}\r\n".encode() + _PARAGRAPH + b"\r\n"

TRAPS = (
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
