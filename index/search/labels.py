"""Labels of conditions and ranges, in both languages of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.topic import ValueType
from index.schema import BilingualText
from index.search.address import written_day
from index.values.format import NO, YES, currency_sign, format_money, format_number
from index.values.price import CURRENCIES, currency_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.topic import Attribute
    from index.search.address import End


class ShownUnit(NamedTuple):
    """A unit as English pages show it; `size` is how many of the topic's unit it is."""

    name: str
    size: float = 1.0


_ENGLISH = {
    "英寸": ShownUnit("in"),
    "万像素": ShownUnit("MP", 100),
    "小时": ShownUnit("h"),
    "色": ShownUnit("colours"),
    "尼特": ShownUnit("nits"),
}


def english_unit(unit: str) -> ShownUnit:
    """The unit that English pages show for a unit of the topic; for money, its sign."""
    return _ENGLISH.get(unit) or ShownUnit(narrow_signs(currency_sign(unit)))


def narrow_signs(amount: str) -> str:
    """The sign of the yuan as English pages write it: ¥3,999 for ￥3,999."""
    return amount.replace("￥", "¥")


class Interval(NamedTuple):
    """Limits, and whether they are exclusive or approximate."""

    low: float | None
    high: float | None
    exclusive: bool = False
    approximate: bool = False


def limits_in_words(attribute: Attribute, limits: Interval) -> BilingualText:
    """≥ 5000 mAh, ￥3,000–￥4,000, ≈ 6.5 英寸, 2020–2022."""
    chinese = _with_signs(attribute, limits, ShownUnit(attribute.unit))
    english = _with_signs(attribute, limits, english_unit(attribute.unit))
    return BilingualText(chinese, narrow_signs(english))


def _with_signs(attribute: Attribute, limits: Interval, unit: ShownUnit) -> str:
    low = _end(attribute, limits.low, "first", unit)
    high = _end(attribute, limits.high, "last", unit)
    out = "" if limits.exclusive else "="
    if limits.approximate:
        text = f"≈ {low}" if low == high else f"≈ {low}–{high}"
    elif low and high:
        both = f"> {low}, < {high}" if limits.exclusive else f"{low}–{high}"
        text = low if low == high else both
    else:
        text = f"{_SIGNS['>' + out]} {low}" if low else f"{_SIGNS['<' + out]} {high}"
    return text if attribute.type is ValueType.PRICE else f"{text} {unit.name}".rstrip()


_SIGNS = {">": ">", "<": "<", ">=": "≥", "<=": "≤"}


def _end(attribute: Attribute, value: float | None, end: End, unit: ShownUnit) -> str:
    if value is None:
        return ""
    if attribute.type is ValueType.DATE:
        return written_day(value, end)
    if attribute.type is ValueType.PRICE:
        return format_money(value, attribute.unit)
    return format_number(value / unit.size)


def currency_name(currency: str) -> BilingualText:
    """By the ISO code or any other spelling: 美元 and USD."""
    code = currency_of(currency)
    spelled = (word for word, of in CURRENCIES.items() if of == code and not word.isascii())
    return BilingualText(next((word for word in spelled if word.isalpha()), code), code)


# Labels of conditions.


YES_NO = {YES: BilingualText("支持", "yes"), NO: BilingualText("不支持", "no")}
_ANY = {True: BilingualText("有", "any"), False: BilingualText("无", "none")}


def attribute_label(attribute: Attribute) -> BilingualText:
    return BilingualText(attribute.label_in("zh"), attribute.label_in("en"))


def range_label(attribute: Attribute, limits: Interval) -> BilingualText:
    """电池容量 ≥ 5000 mAh."""
    return joined_labels(" ", (attribute_label(attribute), limits_in_words(attribute, limits)))


def values_label(attribute: Attribute, values: Iterable[BilingualText]) -> BilingualText:
    """品牌: 小米 / 华为."""
    return joined_labels(": ", (attribute_label(attribute), joined_labels(" / ", values)))


def excluded_label(attribute: Attribute, values: Iterable[BilingualText]) -> BilingualText:
    return joined_labels(" ≠ ", (attribute_label(attribute), joined_labels(" / ", values)))


def presence_label(attribute: Attribute, *, yes: bool) -> BilingualText:
    return values_label(attribute, (_ANY[yes],))


def either_label(alternatives: Iterable[Iterable[BilingualText]]) -> BilingualText:
    """品牌: 小米 或 NFC: 支持."""
    each = [joined_labels(" ", several) for several in alternatives]
    return BilingualText(" 或 ".join(one.zh for one in each), " or ".join(one.en for one in each))


def currency_note(currency: str, home: str, *, compared: bool) -> BilingualText:
    """Why a limit in another currency finds few products, or was ignored."""
    name, home_name = currency_name(currency), currency_name(home)
    if compared:
        return BilingualText(
            f"只比较以{name.zh}标价的产品，不做汇率换算。",
            f"Only prices in {name.en} are compared; nothing is converted.",
        )
    return BilingualText(
        f"没有以{name.zh}标价的产品，也不做汇率换算，所以此条件未生效；请改用{home_name.zh}。",
        f"No product has a price in {name.en}, and nothing is converted: this limit was not "
        f"applied. Give it in {home_name.en}.",
    )


def everything_note(text: str) -> BilingualText:
    return BilingualText(
        f"没有找到与“{text}”有关的产品，以下是全部产品。",
        f"Nothing was found for “{text}”; these are all products.",
    )


def text_label(text: str) -> BilingualText:
    return BilingualText(text, text)


def phrase_label(text: str) -> BilingualText:
    return text_label(f"“{text}”")


def without_label(text: str) -> BilingualText:
    return BilingualText(f"不含“{text}”", f"without “{text}”")


def joined_labels(between: str, several: Iterable[BilingualText]) -> BilingualText:
    several = tuple(several)
    return BilingualText(
        between.join(each.zh for each in several), between.join(each.en for each in several)
    )
