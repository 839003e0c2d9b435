"""The hostile host, served: web, proxy, canary and bad certificate together."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from samples.hostile import certificate
from samples.hostile.canary import Canary
from samples.hostile.certificate import BadCertificate
from samples.hostile.web import HostileWeb
from samples.proxy import Asked, PocketProxy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@dataclass(frozen=True)
class HostileHost:
    web: HostileWeb
    proxy: PocketProxy
    canary: Canary
    certificate: BadCertificate


@contextmanager
def hostile_host(log: Callable[[Asked], object] | None = None) -> Iterator[HostileHost]:
    """Serve the hostile web; `log` is told every request, as by the proxy."""
    with Canary() as canary, BadCertificate() as bad:
        web = HostileWeb(canary.port)
        tunnels = {f"{certificate.HOST}:443": bad.port}
        with PocketProxy(web, log=log, tunnels=tunnels) as proxy:
            yield HostileHost(web, proxy, canary, bad)
