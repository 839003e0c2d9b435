"""Things that are said in both languages, in the one of this page."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from index.values.format import format_number
from search_ui.languages import phrase, words
from search_ui.products.readable import readable

if TYPE_CHECKING:
    from index.schema import BilingualText
    from search_ui.languages import Language

_LARGER = {"万像素": ("MP", 100)}  # where English counts in another unit
_LONGEST = 120  # characters of a label; those of values are as long as a page makes them
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MILLIONS = re.compile(r"(?<![\d.])\d{7,}(?![\d.])")


def say(text: BilingualText, language: Language) -> str:
    return short(text.zh if language == "zh" else text.en, _LONGEST)


def short(text: str, longest: int) -> str:
    """What a line of the page has room for, of a text that may be anything.

    >>> short("小米14 Ultra", 5), short("小米14", 5)
    ('小米14…', '小米14')
    """
    return readable(text if len(text) <= longest else f"{text[: longest - 1]}…")


def unit_in(language: Language, unit: str) -> str:
    """A unit as the page's language writes it.

    >>> unit_in("en", "英寸"), unit_in("en", "mAh")
    ('in', 'mAh')
    """
    key = f"search.unit.{unit}"
    return phrase(key, language) if key in words() else unit


def amount_in(language: Language, amount: str, unit: str) -> str:
    """An amount in the topic's unit, as the page's language writes it.

    >>> amount_in("en", "6.5 英寸", "英寸"), amount_in("en", "5000 万像素", "万像素")
    ('6.5 in', '50 MP')
    >>> amount_in("en", "68700000000 色", "色"), amount_in("en", "16000000 色", "色")
    ('68.7 billion colours', '16 million colours')
    """
    if language == "zh" or not unit:
        return amount
    name, many = _LARGER.get(unit, (unit_in(language, unit), 1))
    if many > 1:
        amount = _NUMBER.sub(lambda found: format_number(float(found[0]) / many), amount)
    return _MILLIONS.sub(_in_words, amount).replace(unit, name)


def _in_words(found: re.Match[str]) -> str:
    amount = float(found[0])
    size, word = (1e9, "billion") if amount >= 1e9 else (1e6, "million")
    return f"{format_number(round(amount / size, 1))} {word}"


def utc_minute(since: float) -> str:
    return datetime.fromtimestamp(since, UTC).strftime("%Y-%m-%d %H:%M")


def example_queries(topic: str, language: Language) -> list[str]:
    """Queries to try, where the words have some for the topic."""
    key = f"search.examples.{topic}"
    return phrase(key, language).split(" | ") if key in words() else []
