"""Sites without end, sites that ask for something, and addresses where no spider may go.

Hosts that ask to come back later have a domain of their own, for waiting concerns a domain.
Forbidden addresses that mean this machine lead to the canary, which tells if anybody came.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from math import inf
from typing import TYPE_CHECKING

from evaluation.hostile.trap import (
    HOST,
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
from samples.chance import number
from samples.response import Response, not_found, redirect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


_LAST_DAY = date.max.toordinal()
_TEXT = "text/plain; charset=utf-8"
ROBOTS = Response(200, _TEXT, b"User-agent: *\nDisallow: /secret/\n")
"""Of the hostile host itself."""
DELAY = 1
"""Seconds that one host wants between requests."""
_RATE_LIMITED = "rate-limited"
_FREE = Response(200, "text/plain", b"User-agent: *\nAllow: /\n")
_FORBIDDEN = "forbidden-address"


def _calendar(visit: Visit) -> Iterable[str]:
    """The days before and after, and some further away."""
    day = _ordinal(visit.rest)
    for step in (-1, 1, -30, 30):
        # After the last day of all comes the first.
        yield here(f"/calendar/{date.fromordinal((day + step - 1) % _LAST_DAY + 1)}/")


def _ordinal(rest: str) -> int:
    try:
        return date.fromisoformat(rest.rstrip("/")).toordinal()
    except ValueError:
        return date(2009, 7, 1).toordinal()


def _sessions(visit: Visit) -> Iterable[str]:
    """The same page under a new session's name each time."""
    for n in "123":
        yield here(f"/maze/sessions/?sid={number(visit.url, n):012x}{number(n, visit.url):012x}")


def _orders(visit: Visit) -> Iterable[str]:
    """Each choice is added to those made before."""
    so_far = visit.rest or "?"
    for choice in ("sort=price", "sort=date", "order=up", "order=down", "view=list"):
        yield here(f"/maze/orders/{so_far}{'' if so_far.endswith('?') else '&'}{choice}")


def _paths(_visit: Visit) -> Iterable[str]:
    """Relative links that make the address longer."""
    return ("a/b/", "b/a/")


def _maze(
    name: str,
    folder: str,
    links: Callable[[Visit], Iterable[str]],
    *,
    start: str = "",
    must_register: bool = True,
) -> Trap:
    def answer(visit: Visit) -> Response:
        anchors = (f'<a href="{url}">手机报价</a>\n' for url in links(visit))
        return html("手机报价", *anchors)

    return Trap(name, here(folder), "trap", answer, start=start, must_register=must_register)


MAZES = (
    _maze("endless-calendar", "/calendar/", _calendar, start="2009-07-01/"),
    # A spider that knows session ids sees one page only.
    _maze("endless-sessions", "/maze/sessions/", _sessions, must_register=False),
    _maze("endless-orders", "/maze/orders/", _orders),
    _maze("endless-paths", "/maze/paths/", _paths),
)


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


def _robots_trap(
    name: str, robots: Response, *, kind: str = "robots", must_register: bool = True
) -> Trap:
    return Trap(
        f"robots-{name}",
        f"http://robots-{name}.hostile.example/",
        kind,
        _host(name, robots),
        must_register=must_register,
    )


ROBOTS_TRAPS = (
    Trap("robots-secret", here("/secret/"), "robots", always(html("秘密")), start="phone.html"),
    _robots_trap("forbids-all", Response(200, _TEXT, b"User-agent: *\nDisallow: /\n")),
    _robots_trap("unavailable", Response(503, _TEXT, b"try later\n"), kind="server-error"),
    _robots_trap(
        "endless",
        endless(head(content_type="text/plain"), b"Disallow: /secret/\n" * 500),
        must_register=False,
    ),
    _robots_trap(
        "delay",
        Response(200, _TEXT, f"User-agent: *\nCrawl-delay: {DELAY}\n".encode()),
        must_register=False,
    ),
)


def _later(status: str, retry_after: str) -> Response:
    body = page("请稍后再来")
    lines = (f"Retry-After: {retry_after}", f"Content-Length: {len(body)}")
    return raw(head(*lines, status=status), body, status=int(status[:3]))


def in_seconds() -> Response:
    return _later("429 Too Many Requests", "1")


def by_date() -> Response:
    when = datetime.now(UTC) + timedelta(seconds=2)
    return _later("503 Service Unavailable", format_datetime(when, usegmt=True))


def _answer(refuse: Callable[[], Response], times: float) -> Callable[[Visit], Response]:
    """Refuse as many requests, then serve."""

    def answer(visit: Visit) -> Response:
        if visit.rest == "robots.txt":
            return _FREE
        return refuse() if visit.before < times else html("欢迎")

    return answer


def _limit_trap(name: str, refuse: Callable[[], Response], times: float) -> Trap:
    return Trap(name, f"http://www.{name}.example/", _RATE_LIMITED, _answer(refuse, times))


LIMITS = (
    _limit_trap("limited-once", in_seconds, 1),
    _limit_trap("limited-until-date", by_date, 1),
    _limit_trap("limited-for-ever", in_seconds, inf),
)


def _hosts(canary: int) -> dict[str, str]:
    """Hosts that are this machine's or its network's, written in every way there is."""
    return {
        "loopback": f"http://127.0.0.1:{canary}/",
        "localhost": f"http://localhost:{canary}/",
        "loopback-ipv6": f"http://[::1]:{canary}/",
        "loopback-mapped": f"http://[::ffff:127.0.0.1]:{canary}/",
        "loopback-decimal": f"http://2130706433:{canary}/",
        "loopback-hexadecimal": f"http://0x7f.1:{canary}/",
        "loopback-octal": f"http://0177.0.0.1:{canary}/",
        "loopback-full-width": f"http://１２７。０。０。１:{canary}/",
        "loopback-behind-user": f"http://{HOST}@127.0.0.1:{canary}/",
        "unspecified": f"http://0.0.0.0:{canary}/",
        "private-10": "http://10.0.0.1/",
        "private-172": "http://172.16.0.1/",
        "private-192": "http://192.168.1.1/",
        "metadata": "http://169.254.169.254/latest/meta-data/",
        "metadata-ipv6": "http://[fd00:ec2::254]/latest/meta-data/",
        "metadata-name": "http://metadata.google.internal/computeMetadata/v1/",
    }


_SCHEMES = {
    "file": "file:///etc/passwd",
    "ftp": f"ftp://{HOST}/",
    "javascript": "javascript:alert(1)",
    "data": "data:text/html,<a href='/'>手机</a>",
}

# What looks like this is no link for many a spider, and honest pages have it too.
_NO_LINKS = frozenset({*_SCHEMES, "loopback-behind-user"})


def forbidden_traps(canary: int) -> Iterator[Trap]:
    hosts = _hosts(canary)
    for name, url in (hosts | _SCHEMES).items():
        folder = here(f"/redirect-to/{name}/")
        yield Trap(f"redirect-to-{name}", folder, _FORBIDDEN, always(redirect(url)), target=url)
        noted = name not in _NO_LINKS
        yield Trap(f"link-to-{name}", url, _FORBIDDEN, target=url, must_register=noted)
    yield from _in_the_head(hosts["loopback"])


def _in_the_head(loopback: str) -> Iterator[Trap]:
    """Addresses that are no links but mean something to spiders."""
    yield Trap(
        "base-is-loopback",
        here("/head/base/"),
        _FORBIDDEN,
        always(_with_head(f'<base href="{loopback}">', '<a href="phone.html">手机</a>')),
        target=f"{loopback}phone.html",
    )
    yield Trap(
        "canonical-is-loopback",
        here("/head/canonical/"),
        _FORBIDDEN,
        always(_with_head(f'<link rel="canonical" href="{loopback}">')),
        target=loopback,
        must_register=False,
    )
    yield Trap(
        "refresh-to-loopback",
        here("/head/refresh/"),
        _FORBIDDEN,
        always(_with_head(f'<meta http-equiv="refresh" content="0; url={loopback}">')),
        target=loopback,
        must_register=False,
    )
    yield Trap(
        "canonical-elsewhere",
        here("/head/canonical-elsewhere/"),
        "",
        always(_with_head('<link rel="canonical" href="http://www.elsewhere.example/">')),
        must_register=False,
    )


def _with_head(tags: str, *parts: str) -> Response:
    body = html("手机", *parts).body.replace(b"</head>", f"{tags}</head>".encode())
    return Response(200, HTML, body)
