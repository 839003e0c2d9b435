"""Addresses that give an endless space away by themselves."""

from __future__ import annotations

import re
from collections import Counter

_MOST_SEGMENTS = 16
_MOST_PARAMETERS = 14
_MOST_OF_ONE_NAME = 3
_MOST_OF_ONE_SEGMENT = 4
_FIRST_YEAR = 1970
_YEARS_AHEAD = 2

# A round of folders that begins again: /a/b/a/b.
_ROUND = re.compile(r"((?:/[^/]*[A-Za-z%][^/]*){2,4})\1")
# As dates are written: `/brand/3932/1` is a number and a page.
_DATE_IN_PATH = re.compile(r"/((?:19|2[01])\d{2})[/-](?:0[1-9]|1[0-2])(?:[/-]|$)")
_DATE_IN_QUERY = re.compile(r"(?:^|&)(?:y|year|date|day|month|time)=(\d{4})(?:$|[-&/.]|\d{2,4}\b)")
_DATE_SHAPE = re.compile(r"#[-/]#[-/]#|(?:year|month|day|date)=#")


def why_endless(url: str, this_year: int) -> str:
    """What tells that addresses like this have no end; "" where nothing does.

    >>> why_endless("http://shop.example/a/b/a/b/", 2020)
    'the folders of the address begin again'
    >>> why_endless("http://shop.example/calendar/2031/05/", 2020)
    'the address is a date in the year 2031'
    >>> why_endless("http://shop.example/brands/3932/1", 2020)
    ''
    """
    address, _, query = url.partition("?")
    path = address[address.find("/", 8) :]
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) > _MOST_SEGMENTS:
        return f"the address has {len(segments)} folders"
    if _ROUND.search(path) or _most_repeated(segments) >= _MOST_OF_ONE_SEGMENT:
        return "the folders of the address begin again"
    names = [pair.partition("=")[0] for pair in query.split("&")] if query else []
    if len(names) > _MOST_PARAMETERS:
        return f"the address has {len(names)} parameters"
    if _most_repeated(names) >= _MOST_OF_ONE_NAME and not any(
        name.endswith("[]") for name in names
    ):
        return "the address says the same parameter again and again"
    year = _DATE_IN_PATH.search(path) or _DATE_IN_QUERY.search(query)
    if year and not _FIRST_YEAR <= int(year[1]) <= this_year + _YEARS_AHEAD:
        return f"the address is a date in the year {int(year[1])}"
    return ""


def is_suspect(address_shape: str) -> bool:
    """Do addresses of this shape count days, or choose by many parameters?"""
    return bool(_DATE_SHAPE.search(address_shape)) or address_shape.count("&") >= 3


def _most_repeated(words: list[str]) -> int:
    """How often the word that comes most often comes."""
    told = [word for word in words if not word.isdigit()]
    return max(Counter(told).values(), default=0)
