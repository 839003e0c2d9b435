"""Currencies: the signs that all pages share, and the words of the locale packs.

To add a currency, add a line to `_SIGNS`, and its names to the packs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.locales import locales

if TYPE_CHECKING:
    from collections.abc import Iterator


_SIGNS = {
    "CNY": "RMB ¥",
    "USD": "US$ $",
    "EUR": "€",
    "GBP": "£",
    "HKD": "HK$",
    "TWD": "NT$",
    "JPY": "",
    "KRW": "₩",
    "INR": "Rs. Rs ₹",
    "CAD": "C$ CA$",
    "AUD": "A$ AU$",
    "NZD": "NZ$",
    "SGD": "S$",
    "IDR": "Rp",
    "MYR": "RM",
    "RUB": "руб ₽",
    "BRL": "R$",
    "THB": "฿",
    "VND": "₫",
    "PLN": "zł",
    "CHF": "Fr.",
}
# Signs that several countries write: they mean the topic's own currency, if it is one of these.
SHARED_SIGNS = {
    "¥": frozenset(("CNY", "JPY")),
    "$": frozenset(("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD")),
}


def _all_spellings() -> Iterator[tuple[str, str]]:
    for code, signs in _SIGNS.items():
        for locale in locales():
            yield from ((word, code) for word in locale.values.prices.currencies.get(code, ()))
        yield from ((sign, code) for sign in (code, *signs.split()))


# Codes, and signs that are no letters: what tells a price wherever it stands.
CLEAR_SIGNS = tuple(
    sign
    for code, signs in _SIGNS.items()
    for sign in (code, *signs.split())
    if sign == code or not sign.rstrip(".").isalpha()
)
# Every spelling in lower case → ISO 4217 code.
CURRENCIES = {spelled.casefold(): code for spelled, code in _all_spellings()}


def currency_of(unit: str) -> str:
    """The ISO code of a currency in any spelling; unknown ones are returned as they are.

    >>> currency_of("元"), currency_of("Euro"), currency_of("mAh")
    ('CNY', 'EUR', 'mAh')
    """
    return CURRENCIES.get(unit.casefold(), unit)
