"""Labels of conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.building.meaning import NO, YES
from index.building.shape import BilingualText
from index.finding.amounts import limits_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.topic import Attribute
    from index.finding.amounts import Interval

YES_NO = {YES: BilingualText("支持", "yes"), NO: BilingualText("不支持", "no")}
_ANY = {True: BilingualText("有", "any"), False: BilingualText("无", "none")}


def attribute_label(attribute: Attribute) -> BilingualText:
    return BilingualText(attribute.name, attribute.label)


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
