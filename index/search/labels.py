"""Labels of conditions and ranges, in every language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from core.currencies import currency_of
from core.local_text import LocalText
from core.locales import locale_of
from core.topic import ValueType
from index.search.address import written_day
from index.values.format import NO, YES
from index.values.local_format import dates_in, money_in, number_in, sign_once, unit_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.topic import Attribute
    from index.search.address import End


class Interval(NamedTuple):
    """Limits, and whether they are exclusive or approximate."""

    low: float | None
    high: float | None
    exclusive: bool = False
    approximate: bool = False


def limits_in_words(attribute: Attribute, limits: Interval) -> LocalText:
    """≥ 5000 mAh, ￥3,000–￥4,000, ≈ 6.5 英寸, 2020–2022."""
    return LocalText.of_each(lambda language: _with_signs(attribute, limits, language))


def _with_signs(attribute: Attribute, limits: Interval, language: str) -> str:
    low = _end(attribute, limits.low, "first", language)
    high = _end(attribute, limits.high, "last", language)
    out = "" if limits.exclusive else "="
    if limits.approximate:
        text = f"≈ {low}" if low == high else f"≈ {low}–{high}"
    elif low and high:
        both = f"> {low}, < {high}" if limits.exclusive else f"{low}–{high}"
        text = low if low == high else both
    else:
        text = f"{_SIGNS['>' + out]} {low}" if low else f"{_SIGNS['<' + out]} {high}"
    if attribute.type is ValueType.PRICE:
        return sign_once(text)
    return f"{text} {unit_in(attribute.unit, language).name}".rstrip()


_SIGNS = {">": ">", "<": "<", ">=": "≥", "<=": "≤"}


def _end(attribute: Attribute, value: float | None, end: End, language: str) -> str:
    if value is None:
        return ""
    if attribute.type is ValueType.DATE:
        return dates_in(written_day(value, end), language)
    if attribute.type is ValueType.PRICE:
        return money_in(value, attribute.unit, language)
    return number_in(value / unit_in(attribute.unit, language).size, language)


# Labels of conditions.


YES_NO = {
    YES: LocalText.of_each(lambda language: locale_of(language).values.yes[0]),
    NO: LocalText.of_each(lambda language: locale_of(language).values.no[0]),
}
_ANY = {
    True: LocalText.of_each(lambda language: locale_of(language).labels.any),
    False: LocalText.of_each(lambda language: locale_of(language).labels.none),
}


def attribute_label(attribute: Attribute) -> LocalText:
    return LocalText(attribute.label or {"": attribute.name})


def range_label(attribute: Attribute, limits: Interval) -> LocalText:
    """电池容量 ≥ 5000 mAh."""
    return LocalText.joined(" ", (attribute_label(attribute), limits_in_words(attribute, limits)))


def values_label(attribute: Attribute, values: Iterable[LocalText]) -> LocalText:
    """品牌: 小米 / 华为."""
    return LocalText.joined(": ", (attribute_label(attribute), LocalText.joined(" / ", values)))


def excluded_label(attribute: Attribute, values: Iterable[LocalText]) -> LocalText:
    return LocalText.joined(" ≠ ", (attribute_label(attribute), LocalText.joined(" / ", values)))


def presence_label(attribute: Attribute, *, yes: bool) -> LocalText:
    return values_label(attribute, (_ANY[yes],))


def either_label(alternatives: Iterable[Iterable[LocalText]]) -> LocalText:
    """品牌: 小米 或 NFC: 支持."""
    each = [LocalText.joined(" ", several) for several in alternatives]

    def joined(language: str) -> str:
        return locale_of(language).labels.either.join(one.in_language(language) for one in each)

    return LocalText.of_each(joined)


def currency_note(currency: str, home: str, *, compared: bool) -> LocalText:
    """Says why a limit in another currency finds few products, or was ignored."""

    def note(language: str) -> str:
        notes = locale_of(language).labels.notes
        name, home_name = currency_name(currency, language), currency_name(home, language)
        pattern = notes.currency if compared else notes.no_currency
        return pattern.format(currency=name, home=home_name)

    return LocalText.of_each(note)


@lru_cache(maxsize=256)
def currency_name(currency: str, language: str) -> str:
    """By the ISO code or any other spelling: 美元, US dollars, US-Dollar; USD if it has no name."""
    code = currency_of(currency)
    names = locale_of(language).values.prices.currencies.get(code, ())
    return next(iter(names), code)


def everything_note(text: str) -> LocalText:
    return LocalText.of_each(
        lambda language: locale_of(language).labels.notes.everything.format(text=text)
    )


def text_label(text: str) -> LocalText:
    return LocalText.same(text)


def phrase_label(text: str) -> LocalText:
    return LocalText.of_each(lambda language: locale_of(language).labels.quoted.format(text=text))


def without_label(text: str) -> LocalText:
    return LocalText.of_each(lambda language: locale_of(language).labels.without.format(text=text))
