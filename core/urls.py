"""URLs: their canonical form, links of pages, shapes of URLs, and the site of a URL."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import SplitResult, quote_plus, unquote_to_bytes, urljoin, urlsplit

from courlan.clean import TRACKERS_RE
from w3lib.url import canonicalize_url, safe_url_string

from core.names import host_of, site_of

MOST_CHARACTERS = 2000

_PLAIN_URL = re.compile(
    r"(https?://[a-z0-9-]++(?:\.[a-z0-9-]++)+)"
    r"((?:/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*+)*/?)"
    r"(?:\?((?:[A-Za-z0-9_.~-]++=[A-Za-z0-9_.~-]*+&)*[A-Za-z0-9_.~-]++=[A-Za-z0-9_.~-]*+))?"
    r"(?:#.*)?"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# No name is so long, however it is encoded; encoding it would take long.
_LONG_HOST = re.compile(r"https?:/*+[^/?#\\]{300}", re.IGNORECASE)
_HOST = re.compile(
    r"(?=.{1,253}\Z)(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*|\[[0-9a-f:.]+\]"
)
_DEFAULT_PORTS = {"http": 80, "https": 443}


@lru_cache(maxsize=32768)
def canonical_url(url: str, encoding: str = "utf-8") -> str | None:
    """The canonical form of a URL, or None if it is not an http(s) URL that can be fetched.

    `encoding` is that of the page that links to it: browsers encode parameters in it.

    >>> canonical_url("HTTP://Shop.Example:80/a/../p.php?utm_source=x&id=3&cid=2#top")
    'http://shop.example/p.php?cid=2&id=3'
    """
    if len(url) > MOST_CHARACTERS:
        return None
    plain = _PLAIN_URL.fullmatch(url)
    if plain and _is_host(plain[1].partition("//")[2]):
        return plain[1] + (plain[2] or "/") + _clean_query(plain[3])
    return _canonicalized(url, encoding)


def _canonicalized(url: str, encoding: str) -> str | None:
    url = url.strip(" ")
    if url[:4].lower() != "http" or _CONTROL.search(url) or _LONG_HOST.match(url):
        return None
    try:
        written = urlsplit(safe_url_string(url, encoding))
        # Sessions first: removing them may leave dot segments, which w3lib then resolves.
        address = written._replace(path=without_session(written.path), query="")
        parts = urlsplit(canonicalize_url(address.geturl()))
        netloc = _netloc(parts)
    except (ValueError, LookupError):
        return None
    if netloc is None:
        return None
    query = _clean_query("&".join(map(_requoted, written.query.split("&"))))
    found = f"{parts.scheme}://{netloc}{parts.path or '/'}{query}"
    return found if len(found) <= MOST_CHARACTERS else None


def _requoted(pair: str) -> str:
    """A parameter in which only what must be quoted is quoted."""
    return "=".join(
        quote_plus(unquote_to_bytes(part.replace("+", " ")), safe="/:,")
        for part in pair.split("=", maxsplit=1)
    )


def _netloc(parts: SplitResult) -> str | None:
    """Host and port; None without a host, or with a user name and password."""
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


def _clean_query(query: str | None) -> str:
    if not query:
        return ""
    pairs = sorted(pair.partition("=") for pair in query.split("&") if pair)
    kept = [name + sign + value for name, sign, value in pairs if not is_idle(name, value)]
    return "?" + "&".join(kept) if kept else ""


# Parameters that do not choose the page: trackers and sessions.
#
# Only courlan's list of trackers is used, and not all of it: in shops and catalogues `cid`, `uid`,
# `keyword` or `source` choose pages. Its `clean_url` drops empty parameters, breaks values that are
# not UTF-8, and takes longer than everything else we do with a link.


# Trackers to courlan, but catalogues use them to choose a page.
_AMBIGUOUS = frozenset(
    "aff affi cid clid eid ga gl kwd keyword medium ref session source uid".split()
)
# Trackers that courlan does not know: of Chinese shops and statistics services, and others.
_MORE_TRACKERS = frozenset(
    "spm scm hmsr hmpl hmcu hmkw hmci bd_vid qz_gdt _openstat _hsenc _hsmi srsltid".split()
)
_SESSIONS = frozenset(
    "phpsessid jsessionid sessionid session_id sessid cfid cftoken zenid oscsid".split()
)
# Sessions only if the value looks like one: sid=12 may well be a shop.
_POSSIBLE_SESSIONS = frozenset("sid s session".split())
_TOKEN = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9]{6}|(?=.*[0-9])[A-Za-z0-9,-]{16,}")

_SESSION_IN_PATH = re.compile(
    r";(?:jsessionid|phpsessid|sid)=[^/;]*+|/\([a-z]\([a-z0-9]{20,}\)\)(?=/)", re.IGNORECASE
)


def is_idle(name: str, value: str) -> bool:
    """Does the page stay the same without this parameter?"""
    return _is_idle_name(name) or (name.lower() in _POSSIBLE_SESSIONS and _is_token(value))


def without_session(path: str) -> str:
    """The path without the session id that some servers put into it.

    >>> without_session("/shop/item.do;jsessionid=8A3F01")
    '/shop/item.do'
    """
    return _SESSION_IN_PATH.sub("", path) if ";" in path or "(" in path else path


@lru_cache(maxsize=4096)
def _is_idle_name(name: str) -> bool:
    lower = name.lower()
    if lower in _SESSIONS or lower in _MORE_TRACKERS:
        return True
    found = TRACKERS_RE.search(lower)
    return found is not None and found[0].lstrip("_") not in _AMBIGUOUS


def _is_token(value: str) -> bool:
    return _TOKEN.fullmatch(value) is not None


# The URL that a link on a page leads to, absolute and canonical.


_PLAIN_RELATIVE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.~-]*+(?:[/?][^:\\]*+)?")
_IGNORED_BY_BROWSERS = str.maketrans("", "", "\t\n\r")
_ORIGIN = re.compile(r"(https?:)//[^/?#]+")


class BaseAddress(NamedTuple):
    """What the relative links of a page are resolved against.

    `path` is the page's own; only links that begin with "?" need it. Without it (`shared`) the base
    is the same for all pages of a folder, and so are cached results for their links.
    """

    scheme: str
    origin: str
    folder: str
    path: str
    encoding: str

    @classmethod
    def of(cls, url: str, encoding: str) -> BaseAddress:
        origin = _ORIGIN.match(url)
        path = re.split("[?#]", url, maxsplit=1)[0]
        folder = path[: path.rfind("/") + 1] if path.count("/") >= 3 else path + "/"
        if not origin:
            return cls("http:", "", "", path, encoding)
        return cls(origin[1], origin[0], folder, path, encoding)

    def shared(self) -> BaseAddress:
        return self._replace(path="")


def resolved(href: str, base: BaseAddress) -> str | None:
    """The canonical URL of a link; None if it does not lead to a page."""
    url = address_of(href, base)
    return url if url and is_page(url) else None


def address_of(href: str, base: BaseAddress) -> str | None:
    """The same for links to anything: pages, pictures, style sheets."""
    href = href.strip().translate(_IGNORED_BY_BROWSERS)
    if not href or href[0] == "#" or len(href) > MOST_CHARACTERS:
        return None
    return canonical_url(_absolute(href, base), base.encoding)


def _absolute(href: str, base: BaseAddress) -> str:
    if href.startswith(("http://", "https://")):
        return href
    if href[0] == "/" and "\\" not in href:
        return (base.scheme if href[1:2] == "/" else base.origin) + href
    if _PLAIN_RELATIVE.fullmatch(href):
        return base.folder + href
    try:
        return urljoin(base.path or base.folder, href.replace("\\", "/"))
    except ValueError:
        return ""


# URLs that are pages, judged by their file name extension.


_NOT_A_PAGE = frozenset(
    # images, fonts, audio, video
    "jpg jpeg png gif bmp webp svg ico tif tiff avif heic psd ai eps woff woff2 ttf otf eot "
    "mp3 wav ogg flac aac m4a wma mid mp4 avi mkv mov wmv flv webm mpg mpeg m4v 3gp rm rmvb swf "
    # downloads
    "zip rar 7z gz tgz bz2 xz tar iso dmg exe msi apk ipa deb rpm jar cab bin sis sisx jad "
    "pdf doc docx xls xlsx ppt pptx odt ods odp rtf csv epub mobi torrent "
    # resources of pages, and feeds
    "css js mjs map json xml rss atom wasm".split()
)


def is_page(url: str) -> bool:
    """Does the URL look like a page, rather than an image, a download or a style sheet?

    >>> is_page("http://shop.example/p/3.html"), is_page("http://shop.example/a.JPG?w=2")
    (True, False)
    """
    path, _, _ = url.partition("?")
    name = path[path.rfind("/") + 1 :]
    _, dot, ending = name.rpartition(".")
    return not dot or ending.lower() not in _NOT_A_PAGE


# The shape of a URL: the same for URLs of one kind of page.


_LONGEST = 100
_MOST_SEGMENTS = 8
_LONGEST_WORD = 12

_ENDING = re.compile(r"\.([a-zA-Z][a-zA-Z0-9]{1,4})$")
_QUOTED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_DIGITS = re.compile(r"[0-9]+")
_LETTERS = re.compile(r"[A-Za-z]+")
_WORD = re.compile(r"[A-Za-z]+(?:[_-][A-Za-z]+)?")
_LAST_NUMBER = re.compile(r"([-_.,~]?)[0-9]+$")
_SEPARATOR = re.compile(r"[-_.+~, ]")
_WORDS = re.compile(r"[A-Za-z]+(?:[-_.+~!, ]+[A-Za-z]+)*")
# Letters and digits that alternate like this are an id, not a word and a number.
_MIXED = re.compile(
    r"(?:[A-Za-z]+[0-9]+){2,}[A-Za-z]*|(?:[0-9]+[A-Za-z]+){2,}[0-9]*"
    r"|(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{8,}|(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{8,}"
)


def shape_of(url: str) -> str:
    """The URL with # for numbers, a for phrases and x for ids; short names stay.

    >>> shape_of("http://detail.shop.example/cell_phone/index1234.shtml")
    'detail:/cell_phone/index#.shtml'
    >>> shape_of("http://www.shop.example/apple_iphone_x-8858.php")
    '/a_a-#.php'
    >>> shape_of("http://www.shop.example/detail.php?id=3&mod=view")
    '/detail.php?id=#&mod=view'
    >>> shape_of("http://www.shop.example/i/84723.html"), shape_of("http://www.shop.example/nokia/")
    ('/i/#.html', '/nokia/')
    >>> shape_of("http://www.shop.example/Product.aspx?Item=N82E16830120381")
    '/product.aspx?item=x'
    """
    address, _, query = url.partition("?")
    at = address.find("/", 8)
    path = address[at:] if at >= 0 else "/"
    segments = path[1:].split("/")
    if len(segments) > _MOST_SEGMENTS:
        segments = [*segments[: _MOST_SEGMENTS - 2], "…", segments[-1]]
    shape = _host_prefix(address[:at] if at >= 0 else address)
    shape += "".join("/" + _folder_shape(segment) for segment in segments[:-1])
    shape += "/" + _file_shape(segments[-1])
    if query:
        shape += "?" + "&".join(_parameter_shapes(query.split("&")))
    return shape[:_LONGEST]


def coarse(shape: str) -> str:
    """A shape with its names replaced too, to group the many shapes of a site.

    >>> coarse("/nokia/") == coarse("/apple/"), coarse("/show.php?brand=nokia&id=#")
    (True, '/a.php?brand=&id=')
    """
    path, mark, query = shape.partition("?")
    host, _, path = path.rpartition(":")
    name, dot, ending = path.rpartition(".")
    path = _WORDS.sub("a", name) + dot + ending if dot else _WORDS.sub("a", path)
    names = "&".join(pair.partition("=")[0] + "=" for pair in query.split("&")) if mark else ""
    return (host and "h:") + path + mark + names


@lru_cache(maxsize=2048)
def _host_prefix(origin: str) -> str:
    """The subdomain, unless it is www."""
    host = host_of(origin + "/")
    prefix = host.removesuffix(site_of(origin + "/")).rstrip(".")
    return prefix + ":" if prefix not in {"", "www"} else ""


def _folder_shape(segment: str) -> str:
    if len(segment) <= _LONGEST_WORD and _WORD.fullmatch(segment):
        return segment.lower()
    return _segment_shape(segment)


def _file_shape(segment: str) -> str:
    if not segment:
        return ""
    ending = _ENDING.search(segment)
    if ending is None:
        return _folder_shape(segment)
    return _segment_shape(segment[: ending.start()]) + "." + ending[1].lower()


@lru_cache(maxsize=4096)
def _segment_shape(segment: str) -> str:
    """One word stays, several become a phrase; a number at the end becomes #."""
    segment = _QUOTED.sub("q", segment)
    if _MIXED.fullmatch(segment):
        return "x"
    words = _LETTERS.findall(segment)
    if not words or (len(words) == 1 and len(words[0]) <= _LONGEST_WORD):
        return _DIGITS.sub("#", segment).lower()
    number = _LAST_NUMBER.search(segment)
    between = _SEPARATOR.search(segment)
    phrase = f"a{between[0]}a" if len(words) > 1 and between else "a"
    return phrase + (f"{number[1]}#" if number else "")


def _parameter_shapes(pairs: list[str]) -> list[str]:
    """Each name once: repeating a parameter does not make a new shape."""
    shapes: dict[str, str] = {}
    for pair in pairs:
        shape = _parameter_shape(pair)
        name = shape.partition("=")[0]
        shapes[name] = f"{name}=a" if shapes.get(name, shape) != shape else shape
    return list(shapes.values())[:_MOST_SEGMENTS]


def _parameter_shape(pair: str) -> str:
    name, sign, value = pair.partition("=")
    if not sign:
        return _segment_shape(name)
    if value.isdigit():
        value = "#"
    elif not (value.isalpha() and len(value) <= _LONGEST_WORD):
        value = "x" if _MIXED.fullmatch(value) else "a"
    return f"{_DIGITS.sub('#', name)}={value}".lower()


# The site of a link, looked up once per host.


def site_of_link(url: str) -> str:
    """The site of an absolute URL, cached by host.

    >>> site_of_link("http://detail.zol.example/cell_phone/index1234.shtml")
    'zol.example'
    """
    return site_of(url[: url.find("/", 8) + 1])
