"""Addresses to try, made of the topic's own attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_plus

from core.topic import Facet, ValueType
from index.search.model import SearchQuery
from search_ui.searching.addresses import search_address

if TYPE_CHECKING:
    from core.topic import Attribute, Topic


class ExampleQuery(NamedTuple):
    """`shown` is the address as people write it."""

    words: str
    address: str
    shown: str


def example_queries_for_api(topic: Topic) -> list[ExampleQuery]:
    """By text, by limits, sorted and in larger pages, as a table."""
    measured = [one for one in topic.attributes if _is_measured(one)]
    limits = {one.name: (None, 3000.0) for one in measured[:1]}
    sort = f"-{measured[0].name}" if measured else ""
    return [
        _example("api.example.text", SearchQuery(text="5G"), topic, ".json"),
        _example("api.example.limit", SearchQuery(ranges=limits), topic, ".json"),
        _example("api.example.sort", SearchQuery(sort=sort, size=100), topic, ".json"),
        _example("api.example.table", SearchQuery(ranges=limits, sort=sort), topic, ".csv"),
    ]


def _is_measured(attribute: Attribute) -> bool:
    return attribute.facet is Facet.RANGE and attribute.type is not ValueType.DATE


def _example(words: str, asked: SearchQuery, topic: Topic, kind: str) -> ExampleQuery:
    address = search_address(asked, topic, f"/search{kind}")
    return ExampleQuery(words, address, unquote_plus(address))
