"""Answers that are no HTTP, or HTTP as nobody expects it."""

from __future__ import annotations

from samples.hostile.trap import Trap, here
from samples.hostile.wire import HTML, always, endless, head, page, raw
from samples.response import Response

_PAGE = page("状态")
_HINT = b"HTTP/1.1 103 Early Hints\r\nLink: </css/site.css>; rel=preload\r\n\r\n"
_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


def _trap(
    name: str, kind: str, *pieces: bytes, status: int = 200, must_register: bool = True
) -> Trap:
    answer = always(raw(*pieces, status=status))
    return Trap(name, here(f"/status/{name}/"), kind, answer, must_register=must_register)


TRAPS = (
    _trap("answer-garbage", "not-http", bytes(range(256)) * 20, status=0),
    _trap("answer-empty", "connection", status=0),
    _trap("answer-without-head", "not-http", b"\n".join((_PAGE, _PAGE)), status=0),
    _trap("status-no-number", "not-http", head(status="OK 好") + _PAGE, status=0),
    _trap("status-999", "not-http", head(status="999 No") + _PAGE, status=999, must_register=False),
    _trap(
        "status-204-with-body",
        "",
        head(status="204 No Content") + _PAGE,
        status=204,
        must_register=False,
    ),
    _trap("many-100", "", *(_GO_ON * 100,) * 20, head() + _PAGE, must_register=False),
    _trap(
        "many-103", "headers-too-large", *(_HINT * 100,) * 20, head() + _PAGE, must_register=False
    ),
    Trap(
        "endless-103",
        here("/status/endless-103/"),
        "headers-too-large",
        always(endless(_HINT, _HINT * 100)),
    ),
    Trap(
        "empty-page",
        here("/status/empty-page/"),
        "",
        always(Response(200, HTML, b"")),
        must_register=False,
    ),
)
