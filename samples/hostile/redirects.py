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


def _located(name: str, location: bytes, kind: str, *, must_register: bool) -> Trap:
    """A redirect whose `Location` is sent as these bytes; there is a page below."""
    folder = here(f"/redirect/{name}/")
    lines = (b"HTTP/1.1 302 Found", location, b"Content-Length: 0", b"Connection: close", b"", b"")
    moved = raw(b"\r\n".join(lines), status=302)
    landed = html("到了")
    return Trap(
        f"redirect-{name}",
        folder,
        kind,
        lambda visit: landed if visit.rest else moved,
        must_register=must_register,
    )


def _leads_on(name: str, location: bytes) -> Trap:
    return _located(name, b"Location: " + location, "bad-redirect", must_register=False)


def _leads_nowhere(name: str, location: bytes) -> Trap:
    return _located(name, location, "bad-redirect", must_register=True)


TRAPS = (
    Trap("redirect-loop", _LOOP, "redirect-loop", _loop),
    Trap(
        "redirect-to-itself",
        here("/redirect/itself/"),
        "redirect-loop",
        always(redirect(here("/redirect/itself/"))),
    ),
    Trap("redirect-chain", _CHAIN, "redirect-loop", _chain),
    _leads_nowhere("without-location", b"X-Location: /"),
    _leads_nowhere("empty-location", b"Location: "),
    _leads_nowhere("unreadable-location", b"Location: http://[broken/"),
    _leads_on("two-lines", b"/redirect/two-lines/page\nSet-Cookie: injected=1"),
    _leads_on("folded", b"/redirect/folded/page\r\n ?folded=1"),
    _leads_on("utf-8", "/redirect/utf-8/手机".encode()),
    _leads_on("gbk", "/redirect/gbk/手机".encode("gbk")),
    Trap(
        "redirect-with-long-location",
        here("/redirect/long/"),
        "headers-too-large",
        always(raw(head(f"Location: /{'a' * 1_000_000}", status="302 Found"), status=302)),
        must_register=False,
    ),
)
