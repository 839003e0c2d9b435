"""Quantities: numbers with a unit that can be converted to the attribute's (see `units`)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache
from math import isclose
from typing import TYPE_CHECKING

from core.locales import any_of, merged
from index.values.number import (
    AMOUNT,
    FRACTION,
    LONG_CONTINENTAL,
    NUMBER,
    SIMPLE,
    Token,
    amount_of,
    decimal_sign,
    measures_in,
    number_of,
    rounded,
    without_numbers,
)
from index.values.types import Quantity, ValueMatch
from index.values.units import Scale, attribute_scale, scale_of

if TYPE_CHECKING:
    from core.topic import Attribute
    from core.topic_parts import PairPlace
    from index.values.number import Measure


# The 53 of Cortex-A53 is not a quantity, but the 2.6 of Based2.6GHz is.
_NO_MODEL = r"(?<!(?-i:[A-Z]))(?<!(?-i:[A-Z])-)"
_MINUS = r"(?:(?<![\w)\"%℃°])(?<![\w)\"%℃°] )-)?"
_FILLERS = re.compile(any_of(merged(lambda locale: locale.values.numbers.fillers)), re.IGNORECASE)
_ONLY_SIGNS = re.compile(r"[-~/+:\s≈<>≤≥]*(?:,\D*)?")


def read_quantities(text: str, attribute: Attribute) -> ValueMatch:
    scale = attribute_scale(attribute)
    tokens = _tokens(text, attribute)
    if not any(token.factor for token in tokens):
        tokens = _bare(text, tokens, scale)
    if scale.kind == "time":
        tokens = _added_up(text, tokens)
    measures = list(measures_in(text, tokens, commas_list=scale.counted))
    if attribute.pair:
        measures = own_measures(text, measures, attribute.pair)
    values, spans = [], []
    for found in measures:
        low, high = rounded(found.low), rounded(found.high)
        values.append(Quantity(low, high, attribute.unit, found.approximate, found.open))
        spans.append((found.start, found.end))
    return ValueMatch(tuple(values), tuple(spans))


def restated_quantity(text: str, outside_brackets: str, attribute: Attribute) -> ValueMatch:
    """The 6.5 of "16.5厘米(6.5英寸)": the value repeated in the attribute's unit is more exact."""
    first = _tokens(outside_brackets, attribute)
    if len(first) != 1 or first[0].factor in {None, 1.0}:
        return ValueMatch()
    again = _tokens(text, attribute)[1:]
    if (
        len(again) != 1
        or again[0].factor != 1.0
        or not isclose(first[0].value, again[0].value, rel_tol=0.02)
    ):
        return ValueMatch()
    said = again[0]
    return ValueMatch(
        (Quantity(said.number, said.number, attribute.unit),), ((said.start, said.end),)
    )


@lru_cache(maxsize=1000)
def _measure_of(attribute: Attribute) -> re.Pattern[str]:
    scale = attribute_scale(attribute)
    numbers = SIMPLE if scale.counted else AMOUNT if scale.whole else NUMBER
    if decimal_sign("", attribute.language) == "," and not scale.counted:
        numbers = f"{LONG_CONTINENTAL}|{numbers}"
    if scale.kind == "length":
        numbers = rf"{FRACTION}(?=\s?(?:{_inches()}))|{numbers}"
    return re.compile(
        rf"(?P<number>{_MINUS}{_NO_MODEL}(?:{numbers}))(?:(?:\s{{0,3}}|-)(?P<unit>{scale.pattern}))?",
        re.IGNORECASE,
    )


@cache
def _inches() -> str:
    """Only they are written as fractions: 1/2.3英寸."""
    factors = scale_of("inch").factors
    return "|".join(re.escape(spelled) for spelled, factor in factors.items() if factor == 1)


def _tokens(text: str, attribute: Attribute) -> list[Token]:
    scale = attribute_scale(attribute)
    decimal = decimal_sign(text, attribute.language)
    tokens = []
    for found in _measure_of(attribute).finditer(text):
        written, spelled = found["number"].lstrip("-"), found["unit"]
        sign = -1 if found["number"][0] == "-" else 1
        factor = scale.factor(spelled) if spelled else None
        number = (
            amount_of(written)
            if scale.whole
            else number_of(written, scale.decimal(spelled or "", decimal))
        )
        unit = scale.unit if spelled else ""
        tokens.append(Token(found.start(), found.end(), sign * number, factor, unit))
    return tokens


def _bare(text: str, tokens: list[Token], scale: Scale) -> list[Token]:
    """Numbers without a unit, if nothing but a remark after a comma is beside them."""
    if not _ONLY_SIGNS.fullmatch(_FILLERS.sub("", without_numbers(text, tokens))):
        return []
    return [
        replace(token, factor=scale.factor_of_bare(token.number), unit=scale.unit)
        for token in tokens
    ]


def _added_up(text: str, tokens: list[Token]) -> list[Token]:
    """3 h 20 min is one duration."""
    summed: list[Token] = []
    for token in tokens:
        last = summed[-1] if summed else None
        if (
            last
            and last.factor
            and token.factor
            and token.factor < last.factor
            and not text[last.end : token.start].strip()
        ):
            summed[-1] = Token(last.start, token.end, last.value + token.value, 1.0, token.unit)
        else:
            summed.append(token)
    return summed


# Two attributes written together: the numbers that belong to this one.


_PLUS = re.compile(r"\s?\+\s?")


def own_measures(text: str, measures: list[Measure], pair: PairPlace) -> list[Measure]:
    """The 64GB of "64GB 4GB RAM" for storage, the 8GB of "8GB+256GB" for memory."""
    label = _label(pair.labels)
    others: set[int] = set()
    for at, measure in enumerate(measures):
        if label.match(text, measure.end):
            others.add(at)
        if at and _are_a_pair(text, measures[at - 1], measure, pair.ratio):
            others.add(at if pair.is_small else at - 1)
    return [measure for at, measure in enumerate(measures) if at not in others]


@lru_cache(maxsize=64)
def _label(labels: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{'|'.join(labels) or '(?!)'})(?![a-z])", re.IGNORECASE)


def _are_a_pair(text: str, small: Measure, large: Measure, ratio: float) -> bool:
    joined = _PLUS.fullmatch(text, small.end, large.start)
    return bool(joined) and small.high * ratio <= large.low
