"""The pocket web: a few small sites, the same on every machine, with gold for what they say."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from samples.channel_sites.jiyou import JiYou
from samples.channel_sites.laowang import LaoWang
from samples.channel_sites.shoujibao import ShoujiBao
from samples.channel_sites.zhangshang import ZhangShang
from samples.monitor_sites.bildschirmwelt import Bildschirmwelt
from samples.monitor_sites.monitorkatalog import Monitorkatalog
from samples.monitor_sites.screenshop import Screenshop
from samples.response import redirect
from samples.routes import Routes
from samples.sites.digi_sohu import DigiSohu
from samples.sites.mobile_21cn import Mobile21cn
from samples.sites.pconline import Pconline
from samples.sites.pcpop import Pcpop
from samples.sites.shangcheng import Shangcheng
from samples.sites.shouji import Shouji
from samples.sites.tech_163 import Tech163
from samples.sites.tongxun import Tongxun
from samples.sites.zol import DetailZol, MobileZol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from samples.channel_sites.site import ChannelSite
    from samples.response import Response
    from samples.site import ProductPage, Site

# The sites of the published experiments, in their order, and zol.
SIX = (Pcpop, Pconline, Mobile21cn, Tech163, DigiSohu, DetailZol)
# Further layouts: zol as it once was, and what sites look like today.
FURTHER = (MobileZol, Shouji, Tongxun, Shangcheng)
SITES: tuple[type[Site], ...] = (*SIX, *FURTHER)
# Another kind of product: two German sites and an American one.
MONITOR_SITES: tuple[type[Site], ...] = (Bildschirmwelt, Monitorkatalog, Screenshop)
ALL_SITES = (*SITES, *MONITOR_SITES)
SIX_HOSTS = tuple(site.host for site in SIX)
# Sites that speak of phones: news, a blog, two forums.
CHANNEL_SITES: tuple[Callable[[], ChannelSite], ...] = (ShoujiBao, LaoWang, JiYou, ZhangShang)


class UnknownHostError(LookupError):
    """The pocket web has no such site."""


class PocketWeb:
    """Pages are made when they are asked for; nothing is fetched from anywhere."""

    def __init__(
        self,
        sites: Sequence[type[Site]] = SITES,
        channel_sites: Sequence[Callable[[], ChannelSite]] = CHANNEL_SITES,
    ) -> None:
        self._makers = sites
        self._channel_makers = channel_sites

    @cached_property
    def sites(self) -> Mapping[str, Site]:
        """Every site by its host; `SIX_HOSTS` are those of the published experiments."""
        return MappingProxyType({site.host: site() for site in self._makers})

    @cached_property
    def channel_sites(self) -> Mapping[str, ChannelSite]:
        """The sites with articles and threads, by host."""
        made = (make() for make in self._channel_makers)
        return MappingProxyType({site.host: site for site in made})

    @cached_property
    def _routes(self) -> dict[str, Routes]:
        return {
            host: Routes(site, [friend for friend in self._hosts_of(site.topic) if friend != host])
            for host, site in self.sites.items()
        }

    def _hosts_of(self, topic: str) -> list[str]:
        return [host for host, site in self.sites.items() if site.topic == topic]

    def product_pages(self, host: str) -> Iterator[ProductPage]:
        """Every product page of a site with its gold, in the site's order."""
        site = self.sites[host]
        return map(site.product, site.products)

    def pages(self, host: str) -> list[str]:
        """Every page's URL that a site's map tells of."""
        return list(map(self.sites[host].url, self._routes[host].pages))

    def fetch(self, url: str) -> Response:
        """Answer as the site would; a site's bare domain leads to its host."""
        host, target = _host_and_target(url)
        if routes := self._routes.get(host):
            return routes.answer(target)
        if routes := self._picture_hosts.get(host):
            return routes.picture(target)
        if channel_site := self.channel_sites.get(host):
            return channel_site.answer(target)
        if site := self._by_domain.get(host):
            return redirect(site.url(target))
        known = ", ".join((*self.sites, *self.channel_sites))
        raise UnknownHostError(f"{url}: the pocket web has no host {host!r}; it has {known}")

    @cached_property
    def _picture_hosts(self) -> dict[str, Routes]:
        return {
            site.picture_host: self._routes[host]
            for host, site in self.sites.items()
            if site.picture_host
        }

    @cached_property
    def _by_domain(self) -> dict[str, Site]:
        """The sites by domain: `pcpop.example` of `www.pcpop.example`; first come, first served."""
        domains: dict[str, Site] = {}
        for host, site in self.sites.items():
            domains.setdefault(host.partition(".")[2], site)
        return domains


def _host_and_target(url: str) -> tuple[str, str]:
    """What is asked of whom; an address that cannot be read names no host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.hostname or "", target
