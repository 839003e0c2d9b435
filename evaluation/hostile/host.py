"""The hostile host: a home page that links to every trap, and an honest shop.

`hostile_host` serves it: web, proxy, canary (a listener on loopback where nobody should ever come)
and a TLS server whose certificate nobody has signed, and for another name at that.
"""

from __future__ import annotations

import ssl
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from evaluation.hostile import content_traps, http_traps, listing_traps, page_traps, site_traps
from evaluation.hostile.trap import HOST, Trap, Visit, endless, head, here, html, page
from samples.drawings import bomb
from samples.page_parts import anchor, wrapped
from samples.pocket_web import UnknownHostError
from samples.proxy import LoggedRequest, LoopbackServer, PocketProxy
from samples.response import Response, not_found, redirect
from samples.routes import Routes
from samples.sites.shouji import Shouji

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from collections.abc import Callable, Iterator

    from samples.catalogue import Phone
    from samples.response import Web
    from samples.site import ProductPage


_TLS_HOST = "badcert.hostile.example"
CERTIFICATE = (Trap("bad-certificate", f"https://{_TLS_HOST}/", "bad-certificate"),)
_FAMILIES = (
    http_traps.REDIRECTS,
    content_traps.COMPRESSION,
    content_traps.BODIES,
    http_traps.LENGTHS,
    http_traps.STATUSES,
    http_traps.HEADERS,
    site_traps.ROBOTS_TRAPS,
    site_traps.LIMITS,
    content_traps.ENCODINGS,
    content_traps.MARKUP,
    site_traps.MAZES,
    page_traps.PAGES,
    page_traps.STYLES,
    listing_traps.SITEMAPS,
    listing_traps.ROBOTS,
    listing_traps.FARMS,
    CERTIFICATE,
)
SOURCES = (*listing_traps.FEEDS, *listing_traps.BOARDS)
_SOURCE_HOSTS = frozenset(urlsplit(source.url).hostname for source in SOURCES)


class Canary(LoopbackServer):
    """Use as a context manager; `connections` counts who came."""

    def __init__(self) -> None:
        super().__init__(self._sing)
        self.connections = 0

    async def _sing(self, _reader: StreamReader, _writer: StreamWriter) -> None:
        self.connections += 1


class BadCertificate(LoopbackServer):
    """Use as a context manager; `trusted` counts who came in all the same."""

    def __init__(self) -> None:
        super().__init__(self._welcome, tls=_context())
        self.trusted = 0

    async def _welcome(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Only a client that has accepted the certificate gets here."""
        self.trusted += 1
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head() + page("信任是好的"))


def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.pem"
        file.write_bytes(_self_signed("another-name.example"))
        context.load_cert_chain(file)
    return context


def _self_signed(name: str) -> bytes:
    """Return a key and its certificate, valid for an hour."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    return certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def traps_with(canary_port: int) -> tuple[Trap, ...]:
    """Every trap; those that lead to this machine lead to the canary's port."""
    fixed = chain.from_iterable(_FAMILIES)
    return (*fixed, *site_traps.forbidden_traps(canary_port))


_NOBODY_LISTENS = 1

TRAPS = traps_with(_NOBODY_LISTENS)
"""The traps of a hostile web without a canary."""

SEEDS = (here("/"), *(trap.url for trap in site_traps.LIMITS), *listing_traps.FARM_SEEDS)
"""The home page, and a page of each domain besides."""


class _Shop(Shouji):
    """An honest site in bad company: its products are still to be found, but not their pictures."""

    host = HOST
    title = "样例商店"
    page_count = 5

    def __init__(self, canary_port: int) -> None:
        self._canary_port = canary_port

    def picture(self, phone: Phone) -> Response:
        """Each is bad in a way of its own."""
        drawing = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
        answers = (
            Response(200, "image/png", bomb()),
            endless(head(content_type="image/png"), b"x" * 2**16),
            redirect(f"http://127.0.0.1:{self._canary_port}/picture.png"),
            Response(200, "image/svg+xml", drawing),
            Response(200, "image/png", drawing),
        )
        return answers[self.products.index(phone)]


class HostileWeb:
    """Use `hostile_host` to have it served."""

    def __init__(self, canary_port: int = _NOBODY_LISTENS, beside: Web | None = None) -> None:
        """`beside` answers for all other hosts."""
        self._beside = beside
        self.traps = traps_with(canary_port)
        self._by_folder = {trap.folder: trap for trap in (*self.traps, *SOURCES)}
        self._visits: Counter[str] = Counter()
        self._shop = _Shop(canary_port)

    def product_pages(self) -> list[ProductPage]:
        """Every product page of the honest shop with its gold."""
        return list(map(self._shop.product, self._shop.products))

    def fetch(self, url: str) -> Response:
        trap = next(filter(None, map(self._by_folder.get, _folders(url))), None)
        if trap and trap.answer:
            before = self._visits[trap.name]
            self._visits[trap.name] += url == trap.url
            return trap.answer(Visit(url, url.removeprefix(trap.folder), before))
        start = here("")
        if url == start or url.startswith(f"{start}/"):
            return self._honest_answer(url.removeprefix(start) or "/")
        if urlsplit(url).hostname in _SOURCE_HOSTS:
            return not_found(url)
        if self._beside:
            return self._beside.fetch(url)
        raise UnknownHostError(
            f"{url}: nobody is there; the hostile web has {HOST} and its friends"
        )

    def _honest_answer(self, target: str) -> Response:
        match target:
            case "/":
                return self._home
            case "/robots.txt":
                return site_traps.ROBOTS
        return self._routes.answer(target)

    @cached_property
    def _home(self) -> Response:
        shop = anchor(self._shop.list_path("", 1), "手机大全")
        links = wrapped("li", (anchor(trap.url, trap.name) for trap in self.traps))
        return html("恶意站点", f"<p>{shop}</p><ul>{links}</ul>")

    @cached_property
    def _routes(self) -> Routes:
        return Routes(self._shop, [])


def _folders(url: str) -> Iterator[str]:
    """The folders an address lies in, the outermost first; before them all hosts of its domain.

    >>> list(_folders("http://evil.hostile.example/secret/phone.html"))[3:]
    ['http://evil.hostile.example/', 'http://evil.hostile.example/secret/']
    >>> next(_folders("http://evil.hostile.example/secret/phone.html"))
    'http://*.hostile.example/'
    """
    scheme, _, rest = url.partition("://")
    yield f"{scheme}://*.{rest.partition('/')[0].partition('.')[2]}/"
    end = url.find("/")
    while end >= 0:
        yield url[: end + 1]
        end = url.find("/", end + 1)


@dataclass(frozen=True)
class HostileHost:
    web: HostileWeb
    proxy: PocketProxy
    canary: Canary
    certificate: BadCertificate


@contextmanager
def hostile_host(
    log: Callable[[LoggedRequest], object] | None = None, beside: Web | None = None
) -> Iterator[HostileHost]:
    """Serve the hostile web, and another beside it; `log` is told every request."""
    with Canary() as canary, BadCertificate() as bad:
        web = HostileWeb(canary.port, beside)
        tunnels = {f"{_TLS_HOST}:443": bad.port}
        with PocketProxy(web, log=log, tunnels=tunnels) as proxy:
            yield HostileHost(web, proxy, canary, bad)
