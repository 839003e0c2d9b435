"""Typed values in a uniform format: 5000 mAh, ￥3,999, 2023-09, 2340x1080."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.currencies import currency_of
from core.locales import locale_of
from index.values.read import read_value
from index.values.types import (
    DateSpan,
    FreeText,
    Price,
    Quantity,
    Resolution,
    Size,
    TypedValue,
    WordList,
    YesNo,
)

if TYPE_CHECKING:
    from core.topic import Attribute


CURRENCY_SIGNS = {"CNY": "￥", "USD": "$", "EUR": "€", "GBP": "£", "JPY": "JP¥", "HKD": "HK$"}
_GIGABYTES = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?) GB\b")
_MOST_DECIMALS = 4
_DIGITS = 4
_OPEN = {"from": "≥ ", "to": "≤ ", "": ""}
SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_SEASON_BY_MONTH = dict(zip((3, 6, 9, 12), SEASONS, strict=True))
YES, NO = "yes", "no"


def meaning_of(raw: str, attribute: Attribute) -> str:
    """The parsed values of a raw text, formatted; "" if it was not understood or is free text."""
    values = read_value(raw, attribute).values
    comma = locale_of(attribute.language).values.lists.comma
    written = (_written(value, comma) for value in values)
    return " / ".join(dict.fromkeys(filter(None, written)))


def format_number(value: float) -> str:
    """Short, never with an exponent; of converted numbers (17 cm in inches) four digits.

    >>> format_number(6.0), format_number(6.78), format_number(1234567.0), format_number(0.0078125)
    ('6', '6.78', '1234567', '0.0078125')
    >>> format_number(17 / 2.54), format_number(5.7 * 28.349523125), format_number(0.1 + 0.2)
    ('6.693', '161.6', '0.3')
    """
    text = f"{value:.9f}".rstrip("0").rstrip(".")
    if len(text.partition(".")[2]) <= _MOST_DECIMALS or (value * 1024).is_integer():
        return text  # as it was written, or megabytes in gigabytes
    places = max(0, _DIGITS - len(str(int(abs(value))))) if abs(value) >= 1 else _MOST_DECIMALS
    return f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"


def format_quantity(value: float, unit: str) -> str:
    between = "" if unit in {"%", "°"} else " "
    return f"{format_number(value)}{between}{unit}"


def common_sizes(amounts: str) -> str:
    """Gigabytes as TB or MB where people write these.

    >>> common_sizes("512 GB / 1024 GB"), common_sizes("0.5 GB"), common_sizes("1536 MB")
    ('512 GB / 1 TB', '512 MB', '1536 MB')
    """
    return _GIGABYTES.sub(_common_size, amounts)


def _common_size(found: re.Match[str]) -> str:
    gigabytes = float(found[1])
    if gigabytes >= 1024 and gigabytes % 512 == 0:
        return f"{format_number(gigabytes / 1024)} TB"
    return f"{format_number(round(gigabytes * 1024, 3))} MB" if 0 < gigabytes < 1 else found[0]


def format_resolution(value: Resolution) -> str:
    return f"{value.width}x{value.height}"


def format_money(value: float, currency: str) -> str:
    code = currency_of(currency)
    amount = f"{value:,.2f}".removesuffix(".00")
    return (
        f"{CURRENCY_SIGNS[code]}{amount}" if code in CURRENCY_SIGNS else f"{amount} {code}".rstrip()
    )


def currency_sign(unit: str) -> str:
    """The sign of a currency; any other unit is returned as it is.

    >>> currency_sign("元"), currency_sign("美元"), currency_sign("mAh")
    ('￥', '$', 'mAh')
    """
    return CURRENCY_SIGNS.get(currency_of(unit), unit)


def _written(value: TypedValue, comma: str) -> str:
    match value:
        case Quantity() | Price():
            text = _amount(value)
        case DateSpan():
            text = _date(value)
        case Size():
            sides = map(format_number, (value.length, value.width, value.height))
            text = f"{' x '.join(sides)} {value.unit}"
        case Resolution():
            text = format_resolution(value)
        case YesNo():
            text = YES if value.yes else NO
        case WordList():
            text = comma.join(value.words)
        case FreeText():
            text = ""
    return text


def _amount(value: Quantity | Price) -> str:
    if isinstance(value, Price):
        low, high = (format_money(end, value.currency) for end in (value.low, value.high))
    else:
        low, high = format_number(value.low), format_quantity(value.high, value.unit)
    if value.low != value.high:
        return f"{low}–{high}"
    about = "≈ " if value.approximate else ""
    return f"{about}{_OPEN[value.open]}{high}"


def _date(value: DateSpan) -> str:
    year, month = value.first.year, value.first.month
    match value.precision:
        case "day":
            return value.first.isoformat()
        case "month":
            return f"{year}-{month:02}"
        case "quarter":
            return f"{year} Q{month // 3 + 1}"
        case "half":
            return f"{year} H{month // 6 + 1}"
        case "season":
            return f"{year} {_SEASON_BY_MONTH[month]}"
        case "year":
            return str(year)
