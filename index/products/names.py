"""The whole name, taken apart."""

from __future__ import annotations

import re
from typing import NamedTuple

from index.products.brand_names import split_brand
from index.products.codes import bare_code, codes_in, is_code, without_codes
from index.products.variants import Variant, take_marks
from index.products.vocabulary import BRANDS, BrandEntry
from index.products.writing import compact, folded, tidy

LONGEST_NAME = 200  # characters; what is longer is a text, no name
_PARTS = re.compile(r"[()\[\]{}【】<>《》/|,、;:\"“”]+")
_YEAR = re.compile(r"(?<![\w.])(20[0-3]\d)\s*+(?:年?[版款]|(?![\w.+]))")
_UNKNOWN = BrandEntry(names=("?",))


class ReadName(NamedTuple):
    """`brand` and `model` are compared; `written` is the model, `whole` all, as written."""

    brand: str = ""
    model: str = ""
    written: str = ""
    codes: frozenset[str] = frozenset()
    variant: Variant = Variant()
    whole: str = ""


def read_name(name: str, brand: str = "") -> ReadName:
    """Take a name apart; `brand` is what the page says elsewhere, for names that tell none.

    >>> read_name("HUAWEI Mate 10（全网通）").model, read_name("华为 Mate10 4GB+64GB").model
    ('mate10', 'mate10')
    """
    if len(name) > LONGEST_NAME:
        return ReadName(whole=tidy(name[:LONGEST_NAME]))
    branded = split_brand(tidy(name))
    brand = branded.brand or brand
    rest, variant = take_marks(branded.rest)
    about = BRANDS.brands.get(brand, _UNKNOWN)
    parts = [part for part in map(tidy, _PARTS.split(rest)) if compact(part)]
    telling = _telling(parts, about)
    model = _model(telling)
    if (sized := compact(f"{model} {variant.memory}")) in map(compact, about.memory_models):
        model = sized
    written = telling[0] if telling else ""
    return ReadName(brand, model, written, codes_in(rest), variant, tidy(name))


def _telling(parts: list[str], about: BrandEntry) -> list[str]:
    """The parts that tell the model.

    A maker's code is one of them only where it comes first and no name of a series says more:
    not in Galaxy S6 G9200, I9158V(Galaxy Mega 5.8) and S6/GN9010.
    """
    series = [folded(word) for word in (*about.series, *about.lines)]
    if any(word in folded(part) for word in series for part in parts):
        return [part for part in map(tidy, map(without_codes, parts)) if compact(part)]
    return parts[:1] + [part for part in parts[1:] if not is_code(part)]


def _model(parts: list[str]) -> str:
    """Years stand last, whichever way they were written: 2017版 Galaxy J3, Galaxy J3(2017)."""
    years = dict.fromkeys(year for part in parts for year in _YEAR.findall(part))
    keys = [compact(_bare(_YEAR.sub(" ", part))) for part in parts]
    named = "/".join(dict.fromkeys(filter(None, keys)))
    return "-".join(filter(None, (named, *years)))


def _bare(part: str) -> str:
    """Without the brand said once more, and a code without its prefix."""
    return bare_code(part) if is_code(part) else split_brand(part).rest
