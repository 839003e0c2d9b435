"""What spiders are asked not to do, and hosts that do not say it properly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.hostile.trap import Trap, Visit, here
from samples.hostile.wire import always, endless, head, html
from samples.response import Response, not_found

if TYPE_CHECKING:
    from collections.abc import Callable

_TEXT = "text/plain; charset=utf-8"
ROBOTS = Response(200, _TEXT, b"User-agent: *\nDisallow: /secret/\n")
"""Of the hostile host itself."""
DELAY = 1
"""Seconds that one host wants between requests."""


def _host(name: str, robots: Response) -> Callable[[Visit], Response]:
    def answer(visit: Visit) -> Response:
        match visit.rest:
            case "robots.txt":
                return robots
            case "" | "1.html" | "2.html" | "3.html":
                links = (f'<a href="/{n}.html">手机{n}</a>' for n in (1, 2, 3))
                return html(name, *links)
        return not_found(visit.url)

    return answer


def _trap(name: str, robots: Response, *, kind: str = "robots", must_register: bool = True) -> Trap:
    return Trap(
        f"robots-{name}",
        f"http://robots-{name}.hostile.example/",
        kind,
        _host(name, robots),
        must_register=must_register,
    )


TRAPS = (
    Trap("robots-secret", here("/secret/"), "robots", always(html("秘密")), start="phone.html"),
    _trap("forbids-all", Response(200, _TEXT, b"User-agent: *\nDisallow: /\n")),
    _trap("unavailable", Response(503, _TEXT, b"try later\n"), kind="server-error"),
    _trap(
        "endless",
        endless(head(content_type="text/plain"), b"Disallow: /secret/\n" * 500),
        must_register=False,
    ),
    _trap(
        "delay",
        Response(200, _TEXT, f"User-agent: *\nCrawl-delay: {DELAY}\n".encode()),
        must_register=False,
    ),
)
