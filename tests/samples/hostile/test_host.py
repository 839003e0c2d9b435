"""Canary, certificate, web and proxy work together."""

from __future__ import annotations

import ssl
from contextlib import closing
from http.client import HTTPConnection, HTTPSConnection
from typing import TYPE_CHECKING

import pytest

from samples.hostile import hostile_host

if TYPE_CHECKING:
    from samples.proxy import Asked


def through(port: int, context: ssl.SSLContext) -> HTTPSConnection:
    client = HTTPSConnection("127.0.0.1", port, context=context)
    client.set_tunnel("badcert.hostile.example", 443)
    return client


def test_the_bad_certificate_is_refused_by_who_looks() -> None:
    asked: list[Asked] = []
    with hostile_host(asked.append) as host:
        with (
            closing(through(host.proxy.port, ssl.create_default_context())) as client,
            pytest.raises(ssl.SSLCertVerificationError, match="self-signed certificate"),
        ):
            client.request("GET", "/")
        assert host.certificate.trusted == 0
    assert asked == [("CONNECT", "badcert.hostile.example:443", 200)]


def test_who_does_not_look_comes_in_and_is_counted() -> None:
    careless = ssl.create_default_context()
    careless.check_hostname = False
    careless.verify_mode = ssl.CERT_NONE
    with hostile_host() as host:
        with closing(through(host.proxy.port, careless)) as client:
            client.request("GET", "/")
            assert client.getresponse().status == 200
        assert host.certificate.trusted == 1


def test_the_certificate_is_for_another_name() -> None:
    context = ssl.create_default_context()
    with hostile_host() as host:
        certificate = ssl.get_server_certificate(("127.0.0.1", host.certificate.port))
        context.load_verify_locations(cadata=certificate)
        with (
            closing(through(host.proxy.port, context)) as client,
            pytest.raises(ssl.SSLCertVerificationError, match="Hostname mismatch"),
        ):
            client.request("GET", "/")


def test_no_other_tunnel_is_dug() -> None:
    with hostile_host() as host:
        with closing(HTTPConnection("127.0.0.1", host.proxy.port)) as client:
            client.set_tunnel("127.0.0.1", host.canary.port)
            with pytest.raises(OSError, match="403"):
                client.request("GET", "/")
        assert host.canary.connections == 0
