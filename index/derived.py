"""Facts that pages give under another attribute: the thickness is a side of the body's size.

The topic tells which attributes are read from which (`ReadFrom`); the brand is that of the name.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from core.locales import any_of, merged
from core.topic import Role, ValueType
from core.topic_parts import Take
from index.documents import ShownAttribute, ShownValue
from index.fields import brand_attribute
from index.products.vocabulary import brands_of
from index.values.format import format_quantity, meaning_of
from index.values.read import read_value
from index.values.text import plain, says_nothing
from index.values.types import Quantity, Resolution, Size
from index.values.words import words_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Attribute, Topic
    from core.topic_parts import ReadFrom
    from index.documents import ProductDocument, ValueSource


def with_derived(document: ProductDocument, topic: Topic) -> ProductDocument:
    """The document with what its own values tell of attributes that no page gives."""
    shown = {one.name: one for one in document.attributes if one.known}
    before = len(shown)
    if brand := _brand(document, topic):
        shown[brand.name] = brand
    for attribute in topic.attributes:  # each is read from attributes before it
        is_missing = attribute.read_from and attribute.name not in shown
        if is_missing and (derived := _derived(attribute, topic, shown)):
            shown[attribute.name] = derived
    if len(shown) == before:
        return document
    in_order = sorted(shown.values(), key=lambda one: topic.places[one.name])
    others = (one for one in document.attributes if not one.known)
    return document._replace(attributes=(*in_order, *others))


def _brand(document: ProductDocument, topic: Topic) -> ShownAttribute | None:
    """The brand that the product's name begins with."""
    name, brand = brand_attribute(topic), brands_of(topic).get(document.brand)
    if not (name and brand) or document.get(name):
        return None
    for naming in (*topic.attributes_of(Role.NAME), *topic.attributes_of(Role.MODEL)):
        if named := document.get(naming.name):
            first = brand.names[0]
            value = ShownValue(first, first, tuple(_sources(named.values[0])))
            return ShownAttribute(
                name, known=True, conflict=False, values=(value,), derived=(naming.name,)
            )
    return None


def _derived(
    attribute: Attribute, topic: Topic, shown: dict[str, ShownAttribute]
) -> ShownAttribute | None:
    """From the first source that tells anything; lists from all sources."""
    said: dict[str, list[ValueSource]] = {}
    used: list[str] = []
    conflict = False
    for source in attribute.read_from:
        other = shown.get(source.attribute)
        known = topic.attributes[topic.places[source.attribute]]
        for value in other.values if other else ():
            if raw := read_from(value.raw, known, source, attribute):
                said.setdefault(raw, []).extend(_sources(value))
                conflict |= bool(other and other.conflict)
                used.append(source.attribute)
        if said and attribute.type is not ValueType.LIST:
            break
    if not said:
        return None
    return ShownAttribute(
        attribute.name,
        known=True,
        conflict=conflict and len(said) > 1,
        values=tuple(
            ShownValue(raw, meaning_of(raw, attribute), tuple(dict.fromkeys(sources)))
            for raw, sources in said.items()
        ),
        derived=tuple(dict.fromkeys(used)),
    )


def _sources(value: ShownValue) -> Iterator[ValueSource]:
    """The pages of a value, each with the text that it was read from."""
    for source in value.said_by:
        yield source if source.raw else source._replace(raw=value.raw)


# What one text of another attribute tells.


_NEGATIONS = (
    *merged(lambda locale: locale.values.no),
    *merged(lambda locale: locale.query.negation.without),
)
_NOT = re.compile(rf"(?:{any_of(_NEGATIONS)})\s?$", re.IGNORECASE)


def read_from(raw: str, known: Attribute, source: ReadFrom, attribute: Attribute) -> str:
    """What a text of the attribute `known` says of another attribute; "" for nothing."""
    if source.classes:
        return _class(raw, known, source)
    if source.value:
        return source.value if _tells(raw, source.words) else ""
    if source.take is Take.SMALLEST:
        return _smallest(raw, known)
    if source.take is Take.COUNT:
        return _count(raw, known, attribute)
    if attribute.words:
        values = words_in(raw, attribute)
        return "、".join(_taken(values, source.take))
    values = tuple(filter(None, meaning_of(raw, attribute).split(" / ")))
    return " / ".join(_taken(values, source.take))


def _taken(values: tuple[str, ...], take: Take) -> tuple[str, ...]:
    match take:
        case Take.FIRST:
            return values[:1]
        case Take.LAST:
            return values[-1:]
        case _:
            return values


def _class(raw: str, known: Attribute, source: ReadFrom) -> str:
    screens = (one for one in read_value(raw, known).values if isinstance(one, Resolution))
    largest = max(screens, key=lambda one: one.width * one.height, default=None)
    if largest is None:
        return ""
    either = (one.value for one in source.classes if one.holds(largest.width, largest.height))
    return next(either, "")


def _tells(raw: str, words: tuple[str, ...]) -> bool:
    """Any value at all or, with words, one of them without a negation before it."""
    if not words:
        return not says_nothing(plain(raw))
    found = _either(words).search(raw)
    return found is not None and not _NOT.search(raw[: found.start()])


@lru_cache(maxsize=100)
def _either(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, words)), re.IGNORECASE)


def _smallest(raw: str, known: Attribute) -> str:
    for value in read_value(raw, known).values:
        if isinstance(value, Size):
            return format_quantity(min(value.length, value.width, value.height), value.unit)
    return ""


def _count(raw: str, known: Attribute, attribute: Attribute) -> str:
    """The word for that number: 单摄 is the first, 双摄 the second."""
    amounts = sum(isinstance(one, Quantity) for one in read_value(raw, known).values)
    return attribute.words[amounts - 1][0] if 0 < amounts <= len(attribute.words) else ""
