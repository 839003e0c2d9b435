"""The orders a page offers, and which one of them an address asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.engines.request import Sort
from index.finding.answer import Words
from rules.topic import Facet, ValueType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.building.shape import Shape
    from rules.topic import Topic

_RELEVANCE = ("", Words("相关度", "Relevance"))
_UP = {
    ValueType.PRICE: Words("从低到高", "lowest first"),
    ValueType.DATE: Words("从旧到新", "oldest first"),
}
_DOWN = {
    ValueType.PRICE: Words("从高到低", "highest first"),
    ValueType.DATE: Words("从新到旧", "newest first"),
}
_SMALLEST = Words("从小到大", "smallest first")
_LARGEST = Words("从大到小", "largest first")


def sorts_of(topic: Topic, shape: Shape) -> tuple[tuple[str, Words], ...]:
    """Relevance, then what people narrow by ranges of, either way."""
    return (_RELEVANCE, *_by_attributes(topic, shape))


def _by_attributes(topic: Topic, shape: Shape) -> Iterator[tuple[str, Words]]:
    for attribute in topic.attributes:
        if attribute.facet is Facet.RANGE and attribute.name in shape.fields.orders:
            for sort, way in (
                (attribute.name, _UP.get(attribute.type, _SMALLEST)),
                (f"-{attribute.name}", _DOWN.get(attribute.type, _LARGEST)),
            ):
                words = Words(f"{attribute.name}: {way.zh}", f"{attribute.label}: {way.en}")
                yield sort, words


def sort_of(sort: str) -> Sort | None:
    if not sort:
        return None
    return Sort(sort.removeprefix("-"), descending=sort.startswith("-"))
