"""The proxy over real HTTP, as a spider uses it."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest

from samples.pocket_web import PocketWeb
from samples.proxy import BadRequestError, LoopbackServer, PocketProxy, parsed_request

if TYPE_CHECKING:
    from collections.abc import Iterator

WEB = PocketWeb()
PAGE = next(WEB.product_pages("www.pcpop.example"))
ROOT = Path(__file__).parent.parent.parent.parent
PROXY_COMMAND = (sys.executable, "-m", "samples.proxy")


@pytest.fixture(scope="module")
def proxy() -> Iterator[PocketProxy]:
    with PocketProxy(WEB) as running:
        yield running


def connection(proxy: PocketProxy) -> HTTPConnection:
    return HTTPConnection(urlsplit(proxy.url).netloc)


def ask(
    proxy: PocketProxy, url: str, method: str = "GET", **headers: str
) -> tuple[int, HTTPMessage, bytes]:
    with closing(connection(proxy)) as client:
        client.putrequest(method, url, skip_host=True)
        for name, value in headers.items():
            client.putheader(name.replace("_", "-"), value)
        client.endheaders()
        response = client.getresponse()
        return response.status, response.headers, response.read()


def test_a_page_comes_as_its_site_serves_it(proxy: PocketProxy) -> None:
    status, headers, body = ask(proxy, PAGE.url)
    assert (status, headers["Content-Type"], body) == (200, PAGE.content_type, PAGE.body)


def test_clients_use_it_as_their_proxy(proxy: PocketProxy) -> None:
    opener = build_opener(ProxyHandler({"http": proxy.url}))
    for host in WEB.sites:
        page = next(WEB.product_pages(host))
        with opener.open(page.url) as response:
            assert response.read() == page.body


def test_redirects_are_followed_through_the_proxy(proxy: PocketProxy) -> None:
    opener = build_opener(ProxyHandler({"http": proxy.url}))
    with opener.open("http://pcpop.example/index.html") as response:
        assert response.url == "http://www.pcpop.example/"


def test_one_connection_serves_many_requests(proxy: PocketProxy) -> None:
    with closing(connection(proxy)) as client:
        for page in list(WEB.product_pages("tech.163.example"))[:5]:
            client.request("GET", page.url)
            assert client.getresponse().read() == page.body


def test_head_sends_the_headers_only(proxy: PocketProxy) -> None:
    status, headers, body = ask(proxy, PAGE.url, "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) == len(PAGE.body)


def test_a_page_already_known_is_not_sent_again(proxy: PocketProxy) -> None:
    _, known, _ = ask(proxy, PAGE.url)
    by_tag, _, body = ask(proxy, PAGE.url, If_None_Match=known["ETag"])
    assert (by_tag, body) == (304, b"")
    by_date, _, body = ask(proxy, PAGE.url, If_Modified_Since=known["Last-Modified"])
    assert (by_date, body) == (304, b"")


def test_the_tag_decides_where_tag_and_date_disagree(proxy: PocketProxy) -> None:
    _, known, _ = ask(proxy, PAGE.url)
    headers = {"If_None_Match": '"other"', "If_Modified_Since": known["Last-Modified"]}
    assert ask(proxy, PAGE.url, **headers)[2] == PAGE.body


@pytest.mark.parametrize("date", ["Thu, 01 Jan 1998 00:00:00 GMT", "yesterday", "1 Jan 1998"])
def test_a_page_changed_since_is_sent(proxy: PocketProxy, date: str) -> None:
    assert ask(proxy, PAGE.url, If_Modified_Since=date)[2] == PAGE.body


def test_an_unknown_page_is_not_found(proxy: PocketProxy) -> None:
    assert ask(proxy, "http://www.pcpop.example/no-such-page")[0] == 404


@pytest.mark.parametrize("url", ["http://www.elsewhere.example/", "http://[broken/", "http://"])
def test_an_unknown_host_is_refused_with_the_reason(proxy: PocketProxy, url: str) -> None:
    status, _, body = ask(proxy, url)
    assert status == 502
    assert "Nothing leaves this machine" in body.decode()


def test_tunnels_are_refused_with_the_reason(proxy: PocketProxy) -> None:
    status, _, body = ask(proxy, "www.pcpop.example:443", "CONNECT")
    assert status == 403
    assert "only speaks plain http" in body.decode()


@pytest.mark.parametrize("target", ["/", "https://www.pcpop.example/"])
def test_what_no_proxy_is_asked_for_is_refused(proxy: PocketProxy, target: str) -> None:
    status, _, body = ask(proxy, target)
    assert status == 400
    assert "ask for http://host/path" in body.decode()


def test_a_port_of_ones_own_can_be_chosen() -> None:
    with PocketProxy(WEB) as free:
        port = urlsplit(free.url).port or 0
    with PocketProxy(WEB, port) as chosen:
        assert chosen.url == f"http://127.0.0.1:{port}"
        assert ask(chosen, PAGE.url)[0] == 200


@pytest.mark.parametrize(
    ("head", "keeps"),
    [
        (b"GET http://a.example/ HTTP/1.1\r\n\r\n", True),
        (b"GET http://a.example/ HTTP/1.1\r\nConnection: close\r\n\r\n", False),
        (b"GET http://a.example/ HTTP/1.0\r\n\r\n", False),
        (b"GET http://a.example/ HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", True),
    ],
)
def test_the_version_decides_whether_connections_are_kept_unless_the_client_says_so(
    head: bytes, *, keeps: bool
) -> None:
    assert parsed_request(head).keeps_connection is keeps


def test_header_names_are_read_in_any_spelling() -> None:
    request = parsed_request(b'GET http://a.example/ HTTP/1.1\r\nIF-NONE-match:  "x:y"\r\n\r\n')
    assert request.headers == {"if-none-match": '"x:y"'}


def test_an_address_may_be_in_chinese() -> None:
    request = parsed_request("GET http://a.example/手机 HTTP/1.1\r\n\r\n".encode())
    assert request.target == "http://a.example/手机"


@pytest.mark.parametrize(
    "head", [b"\r\n\r\n", b"GET /\r\n\r\n", b"GET  / HTTP/1.1\r\n\r\n", b"\x16\x03\x01 a b\r\n\r\n"]
)
def test_what_is_no_request_is_refused(head: bytes) -> None:
    with pytest.raises(BadRequestError, match="no HTTP/1 request"):
        parsed_request(head)


def test_it_serves_the_pocket_web_until_it_is_interrupted() -> None:
    with subprocess.Popen(
        [*PROXY_COMMAND, "--port", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        address = process.stdout.readline().partition(" ")[0]
        opener = build_opener(ProxyHandler({"http": address}))
        with opener.open("http://www.pcpop.example/robots.txt") as response:
            assert response.status == 200
        process.send_signal(signal.SIGINT)
        assert "http://detail.zol.example/" in process.stdout.read()
    assert process.returncode == 0


def test_a_port_that_is_taken_is_told_of() -> None:
    with LoopbackServer(lambda *_: _never()) as taken:
        failed = subprocess.run(
            [*PROXY_COMMAND, "--port", str(taken.port)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert failed.returncode == 2
    assert f"cannot listen on port {taken.port}" in failed.stderr


async def _never() -> None:
    raise AssertionError("nobody connects")
