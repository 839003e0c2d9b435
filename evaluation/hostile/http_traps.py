"""Answers that are no proper HTTP, or lead nowhere: redirects, statuses, headers, lengths."""

from __future__ import annotations

from evaluation.hostile.trap import HTML, Trap, Visit, always, endless, head, here, html, page, raw
from samples.response import Response, redirect

_LOOP = here("/redirect/loop/")
_CHAIN = here("/redirect/chain/")
_STATUS_PAGE = page("状态")
_HINT = b"HTTP/1.1 103 Early Hints\r\nLink: </css/site.css>; rel=preload\r\n\r\n"
_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
_TOO_LARGE = "headers-too-large"
_TEN_MEGABYTES = 10 * 2**20
_LINE = f"X-Filler: {'x' * 88}\r\n"
_BEGIN = b"HTTP/1.1 200 OK\r\n"
_REST = b"Content-Type: text/html\r\nConnection: close\r\n\r\n" + page("大头")
HEADERS = (
    Trap(
        "header-of-10-mb",
        here("/headers/one/"),
        _TOO_LARGE,
        always(raw(_BEGIN, b"X-Filler: ", *(b"x" * 2**16,) * 160, b"\r\n", _REST)),
    ),
    Trap(
        "headers-of-10-mb",
        here("/headers/many/"),
        _TOO_LARGE,
        always(raw(_BEGIN, *((_LINE * 1000).encode(),) * (_TEN_MEGABYTES // 100_000 + 1), _REST)),
    ),
    Trap(
        "endless-headers",
        here("/headers/endless/"),
        _TOO_LARGE,
        always(endless(_BEGIN, (_LINE * 1000).encode())),
    ),
    Trap(
        "endless-header",
        here("/headers/endless-one/"),
        _TOO_LARGE,
        always(endless(_BEGIN + b"X-Filler: ", b"x" * 2**16)),
    ),
    Trap(
        "many-cookies",
        here("/headers/cookies/"),
        _TOO_LARGE,
        always(
            raw(head(*(f"Set-Cookie: c{n}={'x' * 100}; Path=/" for n in range(2000))), page("饼干"))
        ),
        must_register=False,
    ),
)
_PAGE = page("长短不一", "<p>手机</p>")
_CHUNKED = "Transfer-Encoding: chunked"


def _loop(visit: Visit) -> Response:
    return redirect(_LOOP if visit.rest else f"{_LOOP}back")


def _chain(visit: Visit) -> Response:
    """Each redirect leads to an address never seen before."""
    step = int(visit.rest) + 1 if visit.rest.isdecimal() and len(visit.rest) < 20 else 1
    return redirect(f"{_CHAIN}{step}")


def _located(name: str, location: bytes, kind: str = "") -> Trap:
    """A redirect with these bytes as a header; below it is the page that some of them mean."""
    folder = here(f"/redirect/{name}/")
    lines = (b"HTTP/1.1 302 Found", location, b"Content-Length: 0", b"Connection: close", b"", b"")
    moved = raw(b"\r\n".join(lines), status=302)
    landed = html("到了")
    return Trap(
        f"redirect-{name}",
        folder,
        kind,
        lambda visit: landed if visit.rest else moved,
        must_register=bool(kind),
    )


REDIRECTS = (
    Trap("redirect-loop", _LOOP, "redirect-loop", _loop),
    Trap(
        "redirect-to-itself",
        here("/redirect/itself/"),
        "redirect-loop",
        always(redirect(here("/redirect/itself/"))),
    ),
    Trap("redirect-chain", _CHAIN, "redirect-loop", _chain),
    _located("without-location", b"X-Location: /"),
    _located("empty-location", b"Location: "),
    _located("unreadable-location", b"Location: http://[broken/", "forbidden-address"),
    _located("two-lines", b"Location: /redirect/two-lines/page\nSet-Cookie: injected=1"),
    _located("folded", b"Location: /redirect/folded/page\r\n ?folded=1"),
    _located("utf-8", "Location: /redirect/utf-8/手机".encode()),
    _located("gbk", "Location: /redirect/gbk/手机".encode("gbk")),
    Trap(
        "redirect-with-long-location",
        here("/redirect/long/"),
        "headers-too-large",
        always(raw(head(f"Location: /{'a' * 1_000_000}", status="302 Found"), status=302)),
        must_register=False,
    ),
)


def _status_trap(
    name: str, kind: str, *pieces: bytes, status: int = 200, must_register: bool = True
) -> Trap:
    answer = always(raw(*pieces, status=status))
    return Trap(name, here(f"/status/{name}/"), kind, answer, must_register=must_register)


STATUSES = (
    _status_trap("answer-garbage", "not-http", bytes(range(256)) * 20, status=0),
    _status_trap("answer-empty", "connection", status=0),
    _status_trap(
        "answer-without-head", "not-http", b"\n".join((_STATUS_PAGE, _STATUS_PAGE)), status=0
    ),
    _status_trap("status-no-number", "not-http", head(status="OK 好") + _STATUS_PAGE, status=0),
    _status_trap(
        "status-999",
        "not-http",
        head(status="999 No") + _STATUS_PAGE,
        status=999,
        must_register=False,
    ),
    _status_trap(
        "status-204-with-body",
        "",
        head(status="204 No Content") + _STATUS_PAGE,
        status=204,
        must_register=False,
    ),
    _status_trap("many-100", "", *(_GO_ON * 100,) * 20, head() + _STATUS_PAGE, must_register=False),
    _status_trap(
        "many-103",
        "headers-too-large",
        *(_HINT * 100,) * 20,
        head() + _STATUS_PAGE,
        must_register=False,
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


def _length_trap(
    name: str, kind: str, *headers: str, body: bytes = _PAGE, must_register: bool = True
) -> Trap:
    answer = always(raw(head(*headers), body))
    return Trap(name, here(f"/length/{name}/"), kind, answer, must_register=must_register)


LENGTHS = (
    _length_trap("length-too-long", "data-loss", f"Content-Length: {len(_PAGE) + 1000}"),
    _length_trap("length-too-short", "data-loss", "Content-Length: 20", must_register=False),
    _length_trap("length-negative", "not-http", "Content-Length: -1"),
    _length_trap("length-absurd", "too-large", f"Content-Length: {10**18}"),
    _length_trap("length-no-number", "not-http", "Content-Length: 手机"),
    _length_trap(
        "length-twice",
        "not-http",
        f"Content-Length: {len(_PAGE)}",
        "Content-Length: 20",
    ),
    _length_trap(
        "length-and-chunks", "data-loss", "Content-Length: 20", _CHUNKED, must_register=False
    ),
    _length_trap("chunk-size-broken", "data-loss", _CHUNKED, body=b"zz\r\n" + _PAGE),
    _length_trap("chunk-size-negative", "data-loss", _CHUNKED, body=b"-5\r\n" + _PAGE),
    _length_trap("chunk-size-absurd", "data-loss", _CHUNKED, body=b"f" * 16 + b"\r\n" + _PAGE),
    _length_trap("chunks-cut", "data-loss", _CHUNKED, body=b"5\r\n<html\r\n"),
)
