"""Redirects that lead nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.hostile.trap import Trap, Visit, here
from samples.hostile.wire import always, head, html, raw
from samples.response import redirect

if TYPE_CHECKING:
    from samples.response import Response

_LOOP = here("/redirect/loop/")
_CHAIN = here("/redirect/chain/")


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


TRAPS = (
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
