"""Sites: what the hosts of a registered domain have in common."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from tldextract import TLDExtract

# The list of public suffixes that comes with the package: nothing is fetched.
_SUFFIXES = TLDExtract(suffix_list_urls=(), cache_dir=None)


def host_of(url: str) -> str:
    """The host of a URL in lower case, "" where there is none."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".").lower()
    except ValueError:
        return ""


@lru_cache(maxsize=4096)
def site_of(url: str) -> str:
    """The registered domain: what `www.`, `m.` and other hosts of a site have in common."""
    host = host_of(url)
    if not host or _is_address(host):
        return host
    site = _SUFFIXES(host).top_domain_under_public_suffix
    return site or ".".join(host.split(".")[-2:])


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
