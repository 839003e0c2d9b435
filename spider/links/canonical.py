"""One spelling for every address, so that no page is fetched twice.

The spelling is w3lib's `canonicalize_url` (parameters sorted, as is usual: the rare site that
depends on their order shows the same page in both), and further: no trackers, no sessions, no
default port, no dot behind the host, no fragment. Other than there, a parameter without "="
stays so, since servers that read `?12.html` want it as it is. Most addresses are plain already;
those take a short way, which gives what the long way gives.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, quote_plus, unquote_to_bytes, urlsplit

from w3lib.url import canonicalize_url, safe_url_string

from spider.links.parameters import is_idle, without_session

MOST_CHARACTERS = 2000

_PLAIN = re.compile(
    r"(https?://[a-z0-9-]++(?:\.[a-z0-9-]++)+)"
    r"((?:/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*+)*/?)"
    r"(?:\?((?:[A-Za-z0-9_.~-]++=[A-Za-z0-9_.~-]*+&)*[A-Za-z0-9_.~-]++=[A-Za-z0-9_.~-]*+))?"
    r"(?:#.*)?"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_HOST = re.compile(
    r"(?=.{1,253}\Z)(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*|\[[0-9a-f:.]+\]"
)
_DEFAULT_PORTS = {"http": 80, "https": 443}


@lru_cache(maxsize=32768)
def canonical_url(url: str, encoding: str = "utf-8") -> str | None:
    """The one spelling of a web address, or None where it is none that may be fetched.

    The encoding is that of the page the address stood on: browsers write parameters in it.

    >>> canonical_url("HTTP://Shop.Example:80/a/../p.php?utm_source=x&id=3&cid=2#top")
    'http://shop.example/p.php?cid=2&id=3'
    """
    if len(url) > MOST_CHARACTERS:
        return None
    plain = _PLAIN.fullmatch(url)
    if plain and _is_host(plain[1].partition("//")[2]):
        return plain[1] + (plain[2] or "/") + _query(plain[3])
    return _by_the_book(url, encoding)


def _by_the_book(url: str, encoding: str) -> str | None:
    url = url.strip(" ")
    if url[:4].lower() != "http" or _CONTROL.search(url):
        return None
    try:
        written = urlsplit(safe_url_string(url, encoding))
        # Sessions go first: without them dot segments may be left, which w3lib resolves.
        address = written._replace(path=without_session(written.path), query="")
        parts = urlsplit(canonicalize_url(address.geturl()))
        netloc = _netloc(parts)
    except (ValueError, LookupError):
        return None
    if netloc is None:
        return None
    query = _query("&".join(map(_requoted, written.query.split("&"))))
    found = f"{parts.scheme}://{netloc}{parts.path or '/'}{query}"
    return found if len(found) <= MOST_CHARACTERS else None


def _requoted(pair: str) -> str:
    """A parameter with everything quoted that must be, and nothing else."""
    return "=".join(
        quote_plus(unquote_to_bytes(part.replace("+", " ")), safe="/:,")
        for part in pair.split("=", maxsplit=1)
    )


def _netloc(parts: SplitResult) -> str | None:
    """Host and port; None where there is no host, or a name and password."""
    default = _DEFAULT_PORTS.get(parts.scheme)
    if default is None or "@" in parts.netloc:
        return None
    host, colon, port = parts.netloc.rpartition(":")
    if not colon or port.endswith("]"):
        host, port = parts.netloc, ""
    host = host.rstrip(".").lower()
    if not _is_host(host):
        return None
    return host if parts.port in (None, default) else f"{host}:{parts.port}"


def _is_host(host: str) -> bool:
    return _HOST.fullmatch(host) is not None


def _query(query: str | None) -> str:
    if not query:
        return ""
    pairs = sorted(pair.partition("=") for pair in query.split("&") if pair)
    kept = [name + sign + value for name, sign, value in pairs if not is_idle(name, value)]
    return "?" + "&".join(kept) if kept else ""
