"""Prices: amounts with the currency beside them, or else the attribute's.

To add a currency, add a line to `_SPELLINGS`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from index.values.number import AMOUNT, Token, amount_of, measures_in, rounded, without_numbers
from index.values.types import Price, ValueMatch

if TYPE_CHECKING:
    from core.topic import Attribute


_SPELLINGS = {
    "CNY": "人民币 RMB CNY 元 圆 块钱 块 ¥",
    "USD": "US$ USD 美元 美金 $",
    "EUR": "EUR 欧元 euros euro €",
    "GBP": "GBP 英镑 £",
    "HKD": "HK$ HKD 港币 港元",
    "TWD": "NT$ TWD 新台币 台币",
    "JPY": "JPY 日元 日圆 円",
    "KRW": "KRW 韩元 ₩",
    "INR": "INR 卢比 Rs. Rs ₹",
    "CAD": "C$ CAD 加元",
    "AUD": "A$ AUD 澳元",
    "SGD": "S$ SGD 新加坡元",
    "IDR": "IDR Rp",
    "MYR": "MYR RM",
    "RUB": "RUB 卢布 руб ₽",
    "BRL": "R$ BRL",
    "THB": "THB 泰铢 ฿",
    "VND": "VND 越南盾 ₫",
    "PLN": "PLN zł",
    "CHF": "CHF 瑞士法郎",
}
CURRENCIES = {
    spelled.casefold(): code for code, many in _SPELLINGS.items() for spelled in many.split()
}
_ANY = "|".join(map(re.escape, sorted(CURRENCIES, key=len, reverse=True)))
_BEFORE = rf"(?P<before>(?<![a-z])(?:{_ANY}))\s{{0,3}}"
_AFTER = rf"\s{{0,3}}(?P<after>(?:{_ANY})(?![a-z]|\s{{0,3}}\d))"
_TIMES = {"百": 1e2, "千": 1e3, "万": 1e4}
_AMOUNT = re.compile(
    rf"(?:{_BEFORE})?(?P<number>{AMOUNT})(?:\s{{0,3}}(?P<times>[百千万]))?(?:{_AFTER})?",
    re.IGNORECASE,
)
_ONLY_FILLERS = re.compile(r"(?:参考价格?|报价|售价|价格|大?约|左右|起|以[上下]|[-~/,:\s≈至到])*")


def read_prices(text: str, attribute: Attribute) -> ValueMatch:
    home = currency_of(attribute.unit)
    tokens = _tokens(text, home)
    if not any(token.factor for token in tokens) and _is_bare(text, tokens):
        tokens = [replace(token, factor=1.0, unit=home) for token in tokens]
    values, spans = [], []
    for found in measures_in(text, tokens, commas_list=False):
        low, high = rounded(found.low), rounded(found.high)
        values.append(Price(low, high, found.unit, found.approximate, found.open))
        spans.append((found.start, found.end))
    return ValueMatch(tuple(values), tuple(spans))


def _is_bare(text: str, tokens: list[Token]) -> bool:
    return bool(_ONLY_FILLERS.fullmatch(without_numbers(text, tokens)))


def currency_of(unit: str) -> str:
    """The ISO code of a currency in any spelling; unknown ones are returned as they are."""
    return CURRENCIES.get(unit.casefold(), unit)


def _tokens(text: str, home: str) -> list[Token]:
    tokens = []
    for found in _AMOUNT.finditer(text):
        spelled = found["before"] or found["after"]
        number, times = amount_of(found["number"]), _TIMES.get(found["times"] or "", 1.0)
        if not spelled:
            tokens.append(Token(found.start(), found.end(), number * times, None))
            continue
        # Both China and Japan write ¥.
        unit = home if spelled == "¥" and home == "JPY" else currency_of(spelled)
        tokens.append(Token(found.start(), found.end(), number, times, unit))
    return tokens
