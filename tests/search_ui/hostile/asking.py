"""Requests as they arrive at a server, and what every answer must be like."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes, urlsplit

from lxml import html

from tests.search_ui.hostile.texts import MARK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

LARGEST = 1_000_000
MOST_REPEATED = 8  # times that a page may repeat its own address, escaped
HOST = "localhost"
DATA_BLOCK = "@type='application/ld+json'"  # browsers run none of it
_UNSEEN = set(map(chr, (*range(9), 11, 12, *range(14, 32), 127, 0xFFFE))) | {"\ud800"}


def ask(
    client: FlaskClient,
    address: str,
    method: str = "GET",
    form: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> TestResponse:
    """The address percent-encoded, as a server takes it apart: no client tidies it up."""
    path, _, query = address.partition("?")
    raw = {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query}
    kind = None if form is None else "application/x-www-form-urlencoded"
    return client.open(
        buffered=True,
        method=method,
        data=form,
        content_type=kind,
        headers=headers,
        environ_overrides=raw,
    )


def check(answer: TestResponse, about: object) -> None:
    """Safe whatever was asked for: no failure, all headers, no way out, no end in sight."""
    assert answer.status_code < 500, about
    environ = answer.request.environ
    address = len(environ["QUERY_STRING"]) + 3 * len(environ["PATH_INFO"])
    assert len(answer.data) < LARGEST + MOST_REPEATED * address, about
    headers = answer.headers
    policy = dict(
        part.partition(" ")[::2] for part in headers["Content-Security-Policy"].split("; ")
    )
    assert policy["default-src"] == policy["base-uri"] == "'none'", about
    assert "unsafe" not in policy["script-src"], about
    assert policy["frame-ancestors"] == "'none'" or "sandbox" in policy, about
    assert headers["X-Content-Type-Options"] == "nosniff", about
    assert headers["Referrer-Policy"] == "same-origin", about
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin", about
    assert "hostile" not in "".join(headers.getlist("Set-Cookie")), about
    assert leads_within(headers.get("Location", "/")), about
    if answer.mimetype == "text/html" and "sandbox" not in policy:
        _check_page(answer, about)


def leads_within(location: str) -> bool:
    parts = urlsplit(location)
    here = parts.netloc in {"", HOST} and parts.scheme in {"", "http"}
    return (
        here and location.startswith(("/", f"http://{HOST}/")) and location[1:2] not in {"/", "\\"}
    )


def _check_page(answer: TestResponse, about: object) -> None:
    assert not set(answer.text) & _UNSEEN, about
    if not answer.data:
        return
    page = html.fromstring(answer.data)
    scripts = page.xpath(f"//script[not({DATA_BLOCK})]")
    assert all(one.get("src", "").startswith("/static/") for one in scripts), about
    assert not page.xpath("//style | //*[@style] | //img | //object | //embed | //base"), about
    assert not [name for name in page.xpath("//@*") if name.attrname.startswith("on")], about
    for link in page.xpath("//@href | //@src | //@action | //@formaction"):
        outward = urlsplit(link).netloc not in {"", HOST}
        if outward:
            assert link.startswith(("http://", "https://")), (about, link)
            assert "noreferrer" in link.getparent().get("rel", ""), (about, link)
        else:
            assert link[:1] in "#?" or leads_within(link), (about, link)
    for text in page.xpath(f"//script[not({DATA_BLOCK})]/text() | //@srcdoc"):
        assert MARK not in text, about
