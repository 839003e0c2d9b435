"""Numbers, prices, dates and units as the readers of a language write them.

`index.values.format` writes values in one format for all (6.5 英寸, ￥3,999, 2023-09), which the
index stores; what a page shows is made of that here. How a language writes is in its locale pack.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from core.currencies import currency_of
from core.locales import locale_of, locales
from index.values.format import CURRENCY_SIGNS, SEASONS, common_sizes, format_number
from index.values.units import scale_of

if TYPE_CHECKING:
    from collections.abc import Iterator


class ShownUnit(NamedTuple):
    """A unit as the pages of a language show it; `size` is how many of the topic's unit it is."""

    name: str
    size: float = 1.0


@lru_cache(maxsize=1024)
def unit_in(unit: str, language: str) -> ShownUnit:
    """The unit in which a language shows amounts of a topic's unit; for money, its sign.

    >>> unit_in("英寸", "de"), unit_in("万像素", "en"), unit_in("mAh", "zh"), unit_in("元", "en")
    (ShownUnit(name='Zoll', size=1.0), ShownUnit(name='MP', size=100.0), ShownUnit(name='mAh', size=1.0), ShownUnit(name='¥', size=1.0))
    """  # noqa: E501
    code = currency_of(unit)
    if code in CURRENCY_SIGNS:
        return ShownUnit(unit if _is_spelled(unit, language) else currency_sign_in(code, language))
    scale = scale_of(unit)
    own = locale_of(language).values.units.get(scale.kind, {})
    known = next((one for one in _units(scale.kind) if unit in one[1]), None)
    if known is None or any(unit in names for names in own.values()):
        return ShownUnit(unit)  # international, or the language's own
    if known[0] in own:
        return ShownUnit(own[known[0]][0])
    larger = [(scale.factors.get(names[0].casefold(), 0.0), names[0]) for names in own.values()]
    size, name = min((one for one in larger if one[0] > 1), default=(1.0, unit))
    return ShownUnit(name, size)


def _is_spelled(currency: str, language: str) -> bool:
    """Chinese pages call the yuan 元 where they name the unit of a limit."""
    spellings = locale_of(language).values.prices.currencies.get(currency_of(currency), ())
    return currency in spellings


def _units(kind: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The units of a kind of measure, with their spellings in each language that has any."""
    for locale in locales():
        yield from locale.values.units.get(kind, {}).items()


def currency_sign_in(code: str, language: str) -> str:
    return locale_of(language).values.prices.signs.get(code) or CURRENCY_SIGNS.get(code, code)


def number_in(value: float, language: str) -> str:
    """A number with the language's decimal sign.

    >>> number_in(6.5, "de"), number_in(6.5, "en")
    ('6,5', '6.5')
    """
    return format_number(value).replace(".", locale_of(language).values.numbers.decimal)


def count_in(number: int, language: str) -> str:
    """A number of things.

    >>> count_in(12345, "en"), count_in(12345, "de")
    ('12,345', '12.345')
    """
    return f"{number:,}".replace(",", locale_of(language).values.numbers.thousands)


def percent_in(share: float, language: str, places: int = 0) -> str:
    """A share of 1.

    >>> percent_in(0.125, "de", 1), percent_in(0.5, "en")
    ('12,5 %', '50%')
    """
    pack = locale_of(language)
    number = f"{100 * share:.{places}f}".replace(".", pack.values.numbers.decimal)
    return pack.labels.percent.format(n=number)


def money_in(value: float, currency: str, language: str) -> str:
    """An amount with its currency.

    >>> money_in(1299, "EUR", "de"), money_in(1299.5, "EUR", "en"), money_in(3999, "元", "zh")
    ('1.299 €', '€1,299.50', '￥3,999')
    """
    return _money(f"{value:,.2f}".removesuffix(".00"), currency_of(currency), language)


_SIGN_TWICE = re.compile(r"( [^\d\s–]+)(?=–[\d.,']+\1)")


def sign_once(prices: str) -> str:
    """A range of prices, with a sign that stands behind the amounts at its end only.

    >>> sign_once("200 €–300 €"), sign_once("$200–$300")
    ('200–300 €', '$200–$300')
    """
    return _SIGN_TWICE.sub("", prices)


def _money(amount: str, code: str, language: str) -> str:
    pack = locale_of(language).values
    amount = amount.translate({ord(","): pack.numbers.thousands, ord("."): pack.numbers.decimal})
    sign = currency_sign_in(code, language)
    return (
        f"{amount} {code}" if sign == code else pack.prices.pattern.format(sign=sign, amount=amount)
    )


# Texts of `index.values.format`, in a language.


_SIGN_CODES = {sign: code for code, sign in CURRENCY_SIGNS.items()}
_PRICE = re.compile(
    rf"(?P<sign>{'|'.join(map(re.escape, sorted(_SIGN_CODES, key=len, reverse=True)))})?"
    r"(?P<amount>\d[\d,]*(?:\.\d+)?)(?: (?P<code>[A-Z]{3})\b)?"
)


def prices_in(written: str, language: str) -> str:
    """Prices, with their signs or codes.

    >>> prices_in("￥3,999–￥4,999", "de"), prices_in("1,299 CHF", "de")
    ('3.999–4.999 ¥', '1.299 CHF')
    """
    return sign_once(_PRICE.sub(lambda found: _price(found, language), written))


def _price(found: re.Match[str], language: str) -> str:
    code = _SIGN_CODES.get(found["sign"] or "", found["code"] or "")
    return _money(found["amount"], code, language).strip()


_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_SAME_UNIT = re.compile(r" (\S+)(?= / [\d.]+ \1(?:$| /))")  # as the next amount has
_MILLIONS = re.compile(r"(?<![\d.])\d{7,}(?![\d.])")


def amounts_in(written: str, unit: str, language: str) -> str:
    """Amounts in the topic's unit.

    >>> amounts_in("6.5 英寸", "英寸", "en"), amounts_in("6.5 英寸", "英寸", "de")
    ('6.5 in', '6,5 Zoll')
    >>> amounts_in("5000 万像素", "万像素", "en"), amounts_in("68700000000 色", "色", "en")
    ('50 MP', '68.7 billion colours')
    >>> amounts_in("256 GB / 512 GB / 1024 GB", "GB", "zh")
    '256 / 512 GB / 1 TB'
    """
    amount = _SAME_UNIT.sub("", common_sizes(written))
    name, size = unit_in(unit, language) if unit else ShownUnit("")
    if size > 1:
        amount = _NUMBER.sub(lambda found: format_number(float(found[0]) / size), amount)
    if unit != name:
        amount = amount.replace(unit, name)
    labels = locale_of(language).labels
    if labels.million:
        amount = _MILLIONS.sub(
            lambda found: _in_words(float(found[0]), labels.million, labels.billion), amount
        )
    decimal = locale_of(language).values.numbers.decimal
    return _NUMBER.sub(lambda found: found[0].replace(".", decimal), amount)


def _in_words(amount: float, million: str, billion: str) -> str:
    size, word = (1e9, billion) if amount >= 1e9 else (1e6, million)
    return f"{format_number(round(amount / size, 1))} {word}"


_DATE = re.compile(
    r"(?P<y>\d{4})(?:-(?P<m>\d\d)(?:-(?P<d>\d\d))?| Q(?P<quarter>\d)| H(?P<half>\d)"
    rf"| (?P<season>{'|'.join(SEASONS)}))?"
)


def dates_in(written: str, language: str) -> str:
    """Dates, as exact as they are.

    >>> dates_in("2023-09-17 / 2024 Q3", "de"), dates_in("2023-09", "zh"), dates_in("2023 秋", "en")
    ('17.09.2023 / Q3 2024', '2023-09', 'autumn 2023')
    """
    return _DATE.sub(lambda found: _date(found, language), written)


def _date(found: re.Match[str], language: str) -> str:
    patterns = locale_of(language).labels.dates
    year, month, day, quarter, half, season = found.groups()
    if day:
        return patterns.day.format(y=year, m=int(month), d=int(day))
    if month:
        return patterns.month.format(y=year, m=int(month))
    if quarter:
        return patterns.quarter.format(y=year, n=quarter)
    if half:
        return patterns.half.format(y=year, n=half)
    if season:
        names = getattr(locale_of(language).values.dates, SEASONS[season])
        return patterns.season.format(y=year, season=names[0])
    return str(year)
