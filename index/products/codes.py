"""Makers' own model numbers: SM-G9500, GT-i9000, VNS-TL00, XT1085."""

from __future__ import annotations

import re

from index.products.vocabulary import BRANDS
from index.products.writing import folded

_HYPHENED = r"[a-z]{2,4}-(?:[a-z]{1,2}\d{2,4}|\d{3,4})[a-z]{0,3}"
_NUMBERED = r"[a-z]{1,2}\d{4}[a-z]{0,2}"
_CODE = re.compile(rf"(?<![a-z0-9\-])(?:{_HYPHENED}|{_NUMBERED})(?![a-z0-9\-+])", re.IGNORECASE)
_PREFIXES = tuple(
    f"{folded(prefix)}-" for brand in BRANDS.brands.values() for prefix in brand.code_prefixes
)
_FAMILY = re.compile(r"([a-z]{2,4})-[a-z]|([a-z]*\d{3})|(.*)")


def codes_in(text: str) -> frozenset[str]:
    """The codes in a tidy text, each without its maker's prefix.

    >>> sorted(codes_in("SM-G9500/SM-G9508")), codes_in("galaxy s8")
    (['g9500', 'g9508'], frozenset())
    """
    return frozenset(map(bare_code, _CODE.findall(text)))


def is_code(text: str) -> bool:
    return _CODE.fullmatch(text.strip()) is not None


def without_codes(text: str) -> str:
    return _CODE.sub(" ", text)


def bare_code(code: str) -> str:
    """SM-G9500 is G9500 to most; in VNS-TL00 the prefix is the model itself.

    >>> bare_code("sm-g9500"), bare_code("vns-tl00")
    ('g9500', 'vns-tl00')
    """
    code = folded(code)
    for prefix in _PREFIXES:
        if code.startswith(prefix):
            return code.removeprefix(prefix)
    return code


def code_family(code: str) -> str:
    """What the codes of one phone for several networks and countries have in common.

    >>> code_family("g9500"), code_family("g9508"), code_family("g950f"), code_family("g9550")
    ('g950', 'g950', 'g950', 'g955')
    >>> code_family("vns-tl00"), code_family("vns-al00")
    ('vns', 'vns')
    """
    match = _FAMILY.match(code)
    return next(filter(None, match.groups()), code) if match else code
