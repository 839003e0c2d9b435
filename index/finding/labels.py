"""What conditions are called, in both languages of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.building.meaning import NO, YES
from index.finding.amounts import limits_in_words
from index.finding.answer import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.finding.amounts import Interval
    from rules.topic import Attribute

YES_NO = {YES: Words("支持", "yes"), NO: Words("不支持", "no")}
_ANY = {True: Words("有", "any"), False: Words("无", "none")}


def name_of(attribute: Attribute) -> Words:
    return Words(attribute.name, attribute.label)


def limited(attribute: Attribute, limits: Interval) -> Words:
    """电池容量 ≥ 5000 mAh."""
    return joined(" ", (name_of(attribute), limits_in_words(attribute, limits)))


def chosen(attribute: Attribute, values: Iterable[Words]) -> Words:
    """品牌: 小米 / 华为."""
    return joined(": ", (name_of(attribute), joined(" / ", values)))


def excluded(attribute: Attribute, values: Iterable[Words]) -> Words:
    return joined(" ≠ ", (name_of(attribute), joined(" / ", values)))


def having(attribute: Attribute, *, yes: bool) -> Words:
    return chosen(attribute, (_ANY[yes],))


def plain(text: str) -> Words:
    return Words(text, text)


def phrase(text: str) -> Words:
    return plain(f"“{text}”")


def unwanted(text: str) -> Words:
    return Words(f"不含“{text}”", f"without “{text}”")


def joined(between: str, several: Iterable[Words]) -> Words:
    several = tuple(several)
    return Words(
        between.join(each.zh for each in several), between.join(each.en for each in several)
    )
