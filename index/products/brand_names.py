"""Which brand does a name begin with?"""

from __future__ import annotations

import re
from typing import NamedTuple

from index.products.vocabulary import BRANDS
from index.products.writing import compact, folded


def _written(name: str) -> str:
    """Spaces and hyphens may be missing; a short Latin name must not run on ("MI" in "MIX")."""
    parts = re.findall(r"\d+|[a-z]+|[^\W\d_]", folded(name))
    runs_on = not name.isascii() or (len(name) >= 4 and name.isalpha())
    return r"[\s\-]*".join(map(re.escape, parts)) + ("" if runs_on else r"(?![a-z0-9])")


_NAMES = sorted(
    (name for brand in BRANDS.brands.values() for name in brand.names), key=len, reverse=True
)
_BETWEEN = r"[\s\-/()\[\]【】]*+"
_BRAND = re.compile(
    f"{_BETWEEN}({'|'.join(map(_written, _NAMES))}){_BETWEEN}(?:手机{_BETWEEN})?", re.IGNORECASE
)
_LINES = {folded(line): brand for brand, about in BRANDS.brands.items() for line in about.lines}
_LINE = re.compile("|".join(map(re.escape, _LINES)), re.IGNORECASE)


class Branded(NamedTuple):
    """A name's brand ("" where it names none that is known) and what stands behind it."""

    brand: str
    rest: str


def split_brand(name: str) -> Branded:
    """Read brands off the front of a tidy name: 华为 荣耀, HUAWEI 华为, Huadoo/华度.

    >>> split_brand("华为 荣耀9")
    Branded(brand='honor', rest='9')
    >>> split_brand("iPhone 8"), split_brand("详细参数")
    (Branded(brand='apple', rest='iPhone 8'), Branded(brand='', rest='详细参数'))
    """
    brand, rest = "", name
    while match := _BRAND.match(rest):
        found = BRANDS.by_name[compact(match[1])]
        if brand and not BRANDS.is_within(found, brand):
            break
        brand, rest = found, rest[match.end() :]
    if not brand and (line := _LINE.match(rest)):
        brand = _LINES[folded(line[0])]
    return Branded(brand, rest)
