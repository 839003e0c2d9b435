"""The keys that facets count: one for each value of a text, whoever writes it how."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.building.meaning import NO, YES, quantity, resolution
from index.products.vocabulary import BRANDS
from index.products.writing import compact
from index.values.absence import says_nothing
from index.values.reading import read_value
from index.values.typed import Quantity, Resolution, Words, YesNo
from index.values.writing import plain
from rules.topic import Facet, ValueType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.values.typed import TypedValue
    from rules.topic import Attribute, Topic

_MOST_KEYS = 50  # of one text
_LONGEST_KEY = 40  # characters; what is longer is a sentence, and no choice for anyone
_LEADING_WORDS = re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]{2,}(?![\w.])){0,2}")
_PARTS = re.compile(r"[(),、;；/|+]")


def facet_keys(raw: str, attribute: Attribute) -> tuple[str, ...]:
    """Each once, in the order written; none where nothing was understood.

    A free text (its facet is values) is told by its leading words, without version numbers,
    and so is each of its parts: MIUI 14（Android 13） counts as MIUI and as Android.
    """
    if attribute.type is ValueType.TEXT:
        keys = _leading_words(raw) if attribute.facet is Facet.VALUES else iter(())
    else:
        keys = (key for value in read_value(raw, attribute).values for key in _keys(value))
    short = (key for key in keys if 0 < len(key) <= _LONGEST_KEY)
    return tuple(dict.fromkeys(short))[:_MOST_KEYS]


def brand_key(written: str) -> str:
    """The key of a brand in `brands.yaml`; a brand that is not there is its own."""
    return BRANDS.known(written) or compact(written)[:_LONGEST_KEY]


def brand_attribute(topic: Topic) -> str:
    """The name of the attribute that tells the brand, "" where the topic has none."""
    return topic.standard_name("Brand") or ""


def _keys(value: TypedValue) -> Iterator[str]:
    match value:
        case Words():
            yield from value.words
        case YesNo():
            yield YES if value.yes else NO
        case Resolution():
            yield resolution(value)
        case Quantity() if value.low == value.high:
            yield quantity(value.low, value.unit)
        case _:
            return


def _leading_words(raw: str) -> Iterator[str]:
    text = plain(raw[:400])
    if says_nothing(text):
        return
    for part in _PARTS.split(text):
        if words := _LEADING_WORDS.match(part.strip()):
            yield words[0]
