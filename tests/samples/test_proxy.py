"""The proxy over real HTTP, as a spider uses it."""

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPMessage
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest

from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy

WEB = PocketWeb()
PAGE = next(WEB.product_pages("www.pcpop.example"))


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
