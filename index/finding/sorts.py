"""The orders a page offers, and which one of them an address asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.topic import Facet, ValueType
from index.building.shape import BilingualText
from index.engines.request import Sort

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Topic
    from index.building.shape import IndexSchema

_RELEVANCE = ("", BilingualText("相关度", "Relevance"))
_UP = {
    ValueType.PRICE: BilingualText("从低到高", "lowest first"),
    ValueType.DATE: BilingualText("从旧到新", "oldest first"),
}
_DOWN = {
    ValueType.PRICE: BilingualText("从高到低", "highest first"),
    ValueType.DATE: BilingualText("从新到旧", "newest first"),
}
_SMALLEST = BilingualText("从小到大", "smallest first")
_LARGEST = BilingualText("从大到小", "largest first")


def sorts_of(topic: Topic, schema: IndexSchema) -> tuple[tuple[str, BilingualText], ...]:
    """Relevance, then what people narrow by ranges of, either way."""
    return (_RELEVANCE, *_by_attributes(topic, schema))


def _by_attributes(topic: Topic, schema: IndexSchema) -> Iterator[tuple[str, BilingualText]]:
    for attribute in topic.attributes:
        if attribute.facet is Facet.RANGE and attribute.name in schema.fields.orders:
            for sort, way in (
                (attribute.name, _UP.get(attribute.type, _SMALLEST)),
                (f"-{attribute.name}", _DOWN.get(attribute.type, _LARGEST)),
            ):
                words = BilingualText(f"{attribute.name}: {way.zh}", f"{attribute.label}: {way.en}")
                yield sort, words


def sort_of(sort: str) -> Sort | None:
    if not sort:
        return None
    return Sort(sort.removeprefix("-"), descending=sort.startswith("-"))
