"""The shape of an address: what addresses of one kind of page have in common."""

from __future__ import annotations

import re
from functools import lru_cache

from rules.site_names import host_of, site_of

_LONGEST = 100
_MOST_SEGMENTS = 8
_LONGEST_WORD = 12

_ENDING = re.compile(r"\.([a-zA-Z][a-zA-Z0-9]{1,4})$")
_QUOTED = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_DIGITS = re.compile(r"[0-9]+")
_LETTERS = re.compile(r"[A-Za-z]+")
_WORD = re.compile(r"[A-Za-z]+(?:[_-][A-Za-z]+)?")
_LAST_NUMBER = re.compile(r"([-_.,~]?)[0-9]+$")
_BETWEEN = re.compile(r"[-_.+~, ]")
_WORDS = re.compile(r"[A-Za-z]+(?:[-_.+~!, ]+[A-Za-z]+)*")
# Letters and digits that change places like this are an id, not a word and a number.
_MIXED = re.compile(
    r"(?:[A-Za-z]+[0-9]+){2,}[A-Za-z]*|(?:[0-9]+[A-Za-z]+){2,}[0-9]*"
    r"|(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{8,}|(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{8,}"
)


def shape_of(url: str) -> str:
    """The kind of address: numbers become #, phrases a, ids x; short names stay.

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
    shape = _host(address[:at] if at >= 0 else address)
    shape += "".join("/" + _folder(segment) for segment in segments[:-1])
    shape += "/" + _name(segments[-1])
    if query:
        shape += "?" + "&".join(_parameters(query.split("&")))
    return shape[:_LONGEST]


def coarse(shape: str) -> str:
    """A shape without its names: what many shapes of a site have in common.

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
def _host(origin: str) -> str:
    """What stands before the site's own name, if it tells anything."""
    host = host_of(origin + "/")
    prefix = host.removesuffix(site_of(origin + "/")).rstrip(".")
    return prefix + ":" if prefix not in {"", "www"} else ""


def _folder(segment: str) -> str:
    if len(segment) <= _LONGEST_WORD and _WORD.fullmatch(segment):
        return segment.lower()
    return _plain(segment)


def _name(segment: str) -> str:
    if not segment:
        return ""
    ending = _ENDING.search(segment)
    if ending is None:
        return _folder(segment)
    return _plain(segment[: ending.start()]) + "." + ending[1].lower()


@lru_cache(maxsize=4096)
def _plain(segment: str) -> str:
    """One word stays, more than one are a phrase; a number at the end is kept apart."""
    segment = _QUOTED.sub("q", segment)
    if _MIXED.fullmatch(segment):
        return "x"
    words = _LETTERS.findall(segment)
    if not words or (len(words) == 1 and len(words[0]) <= _LONGEST_WORD):
        return _DIGITS.sub("#", segment).lower()
    number = _LAST_NUMBER.search(segment)
    between = _BETWEEN.search(segment)
    phrase = f"a{between[0]}a" if len(words) > 1 and between else "a"
    return phrase + (f"{number[1]}#" if number else "")


def _parameters(pairs: list[str]) -> list[str]:
    """Each name once: a parameter that is said again and again makes no new shape."""
    shapes: dict[str, str] = {}
    for pair in pairs:
        shape = _parameter(pair)
        name = shape.partition("=")[0]
        shapes[name] = f"{name}=a" if shapes.get(name, shape) != shape else shape
    return list(shapes.values())[:_MOST_SEGMENTS]


def _parameter(pair: str) -> str:
    name, sign, value = pair.partition("=")
    if not sign:
        return _plain(name)
    if value.isdigit():
        value = "#"
    elif not (value.isalpha() and len(value) <= _LONGEST_WORD):
        value = "x" if _MIXED.fullmatch(value) else "a"
    return f"{_DIGITS.sub('#', name)}={value}".lower()
