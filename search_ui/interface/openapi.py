"""The description of the data interface for programs: OpenAPI 3.1."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import yaml

from core.topic import Facet, ValueType
from index.search.address import choice_name, maximum_name, minimum_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Attribute, Topic
    from search_ui.interface.typed_json import Json

_FILE = files("search_ui") / "openapi.yaml"
_ALWAYS = ("q", "sort", "page", "size", "facet")


@cache
def _written() -> Json:
    description: Json = yaml.safe_load(_FILE.read_text("utf-8"))
    return description


def openapi(topic: Topic) -> Json:
    """The same for every index of a topic."""
    description = deepcopy(_written())
    parameters = [{"$ref": f"#/components/parameters/{name}"} for name in _ALWAYS]
    narrowing = [one for attribute in topic.attributes for one in _narrowing(attribute)]
    for path in ("/search.json", "/search.csv"):
        description["paths"][path]["get"]["parameters"] = [*parameters, *narrowing]
    return description


def _narrowing(attribute: Attribute) -> Iterator[Json]:
    """Values to choose of, limits of a range."""
    if attribute.facet is Facet.VALUES:
        texts = {"type": "array", "items": {"type": "string"}}
        words = f"{attribute.label}: any of these keys"
        yield _parameter(choice_name(attribute.name), words, texts) | {"explode": True}
    elif attribute.facet is Facet.RANGE:
        kind, unit = _limit(attribute)
        yield _parameter(minimum_name(attribute.name), f"{attribute.label}, at least{unit}", kind)
        yield _parameter(maximum_name(attribute.name), f"{attribute.label}, at most{unit}", kind)


def _limit(attribute: Attribute) -> tuple[Json, str]:
    if attribute.type is ValueType.DATE:
        return {"type": "string"}, ": 2023, 2023-09 or 2023-09-30"
    return {"type": "number"}, f", in {attribute.unit}"


def _parameter(name: str, words: str, schema: Json) -> Json:
    return {"name": name, "in": "query", "description": words, "schema": schema}
