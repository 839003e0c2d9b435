"""The keys that facets count: one for each value of a text, whoever writes it how."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from core.topic import Facet, ValueType
from index.building.meaning import NO, YES, format_quantity, format_resolution
from index.products.vocabulary import BRANDS
from index.products.writing import compact
from index.values.absence import says_nothing
from index.values.reading import read_value
from index.values.typed import Quantity, Resolution, WordList, YesNo
from index.values.writing import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Attribute, Topic
    from index.values.typed import TypedValue

_MOST_KEYS = 50  # of one text
_LONGEST_KEY = 40  # characters; what is longer is a sentence, and no choice for anyone
_BASED_ON = re.compile(r"(?:基于|兼容|深度定制|based on)\s*", re.IGNORECASE)
_LEADING_WORDS = re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]{2,}(?![\w.])){0,2}")
_PARTS = re.compile(r"[(),、;；/|+]")


def facet_keys(raw: str, attribute: Attribute) -> tuple[str, ...]:
    """Each once, in the order written; none where nothing was understood."""
    return tuple(written_keys(raw, attribute))


def written_keys(raw: str, attribute: Attribute) -> dict[str, str]:
    """The keys, each with how the text writes it.

    A free text (its facet is values) is told by its leading words, without version numbers,
    and so is each of its parts: MIUI 14（基于Android 13） counts as MIUI and as Android.
    """
    if attribute.type is ValueType.TEXT:
        pairs = _leading_words(raw) if attribute.facet is Facet.VALUES else iter(())
    else:
        read = read_value(raw, attribute).values
        pairs = (pair for value in read for pair in _keys(value, attribute))
    short = (pair for pair in pairs if 0 < len(pair[0]) <= _LONGEST_KEY)
    return dict(islice(short, _MOST_KEYS))


def brand_key(written: str) -> str:
    """The key of a brand in `brands.yaml`; a brand that is not there is its own."""
    return BRANDS.known(written) or compact(written)[:_LONGEST_KEY]


def brand_attribute(topic: Topic) -> str:
    """The name of the attribute that tells the brand, "" where the topic has none."""
    return topic.standard_name("Brand") or ""


def _keys(value: TypedValue, attribute: Attribute) -> Iterator[tuple[str, str]]:
    match value:
        case WordList():
            known = {same[0] for same in attribute.words}
            yield from ((word if word in known else _folded(word), word) for word in value.words)
        case YesNo():
            yield _as_is(YES if value.yes else NO)
        case Resolution():
            yield _as_is(format_resolution(value))
        case Quantity() if value.low == value.high:
            yield _as_is(format_quantity(value.low, value.unit))
        case _:
            return


def _as_is(key: str) -> tuple[str, str]:
    return key, key


def _folded(word: str) -> str:
    """Case and spaces tell nothing: Color OS, ColorOS."""
    return "".join(word.casefold().split())


def _leading_words(raw: str) -> Iterator[tuple[str, str]]:
    text = plain(raw[:400])
    if says_nothing(text):
        return
    for part in _PARTS.split(text):
        if words := _LEADING_WORDS.match(_BASED_ON.sub("", part.strip(), count=1)):
            yield _folded(words[0]), words[0]
