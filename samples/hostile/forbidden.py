"""Addresses where no spider may go: this machine, its network, its files.

Those that mean this machine lead to the canary, which tells if anybody came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.hostile.trap import HOST, Trap, here
from samples.hostile.wire import HTML, always, html
from samples.response import Response, redirect

if TYPE_CHECKING:
    from collections.abc import Iterator

_KIND = "forbidden-address"


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


def traps(canary: int) -> Iterator[Trap]:
    hosts = _hosts(canary)
    for name, url in (hosts | _SCHEMES).items():
        folder = here(f"/redirect-to/{name}/")
        yield Trap(f"redirect-to-{name}", folder, _KIND, always(redirect(url)), target=url)
        noted = name not in _NO_LINKS
        yield Trap(f"link-to-{name}", url, _KIND, target=url, must_register=noted)
    yield from _in_the_head(hosts["loopback"])


def _in_the_head(loopback: str) -> Iterator[Trap]:
    """Addresses that are no links but mean something to spiders."""
    yield Trap(
        "base-is-loopback",
        here("/head/base/"),
        _KIND,
        always(_with_head(f'<base href="{loopback}">', '<a href="phone.html">手机</a>')),
        target=f"{loopback}phone.html",
    )
    yield Trap(
        "canonical-is-loopback",
        here("/head/canonical/"),
        _KIND,
        always(_with_head(f'<link rel="canonical" href="{loopback}">')),
        target=loopback,
        must_register=False,
    )
    yield Trap(
        "refresh-to-loopback",
        here("/head/refresh/"),
        _KIND,
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
