"""Which columns an index of a topic has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.topic import Facet, ValueType
from index.building.columns import NUMBER_TYPES, SORTABLE_TYPES
from index.engines.entry import PROMINENCE, Fields

if TYPE_CHECKING:
    from core.topic import Attribute, Topic

_SAID = (ValueType.TEXT, ValueType.SIZE)
_OF_A_FEW = (ValueType.ENUMERATION, ValueType.LIST, ValueType.YES_NO, ValueType.RESOLUTION)


def fields_of(topic: Topic) -> Fields:
    return Fields(
        said=tuple(one.name for one in topic.attributes if is_said(one)),
        terms=tuple(one.name for one in topic.attributes if has_keys(one) or has_bars(one)),
        numbers=tuple(one.name for one in topic.attributes if one.type in NUMBER_TYPES),
        orders=(PROMINENCE, *(one.name for one in topic.attributes if one.type in SORTABLE_TYPES)),
    )


def is_said(attribute: Attribute) -> bool:
    """Is it searched for words?"""
    return attribute.type in _SAID


def has_keys(attribute: Attribute) -> bool:
    """Is it counted value by value?"""
    return attribute.type in _OF_A_FEW or attribute.facet is Facet.VALUES


def has_bars(attribute: Attribute) -> bool:
    """Is it counted bar by bar of a histogram?"""
    return attribute.facet is Facet.RANGE
