"""Mistakes in a topic file that no single attribute can tell: names, roles and words that clash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails

from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from core.topic import Attribute, Role
    from core.topic_parts import TopicQuery


KeyPath = tuple[int | str, ...]


def mistake(place: KeyPath, given: object, text: str) -> InitErrorDetails:
    """An error for pydantic to report like its own, at a place inside the checked value."""
    return InitErrorDetails(
        type="value_error", loc=place, input=given, ctx={"error": ValueError(text)}
    )


def with_mistakes(error: ValidationError, more: Sequence[InitErrorDetails]) -> ValidationError:
    """The same error, with more mistakes."""
    reported = [
        InitErrorDetails(
            type=one["type"], loc=one["loc"], input=one["input"], ctx=one.get("ctx", {})
        )
        for one in error.errors(include_url=False)
    ]
    return ValidationError.from_exception_data(error.title, [*reported, *more])


# Names that two attributes claim.


def name_clashes(attributes: object) -> list[InitErrorDetails]:
    """Names and aliases whose key is already taken; the model reports all other mistakes."""
    if not isinstance(attributes, list | tuple):
        return []
    spelled = [
        ((row, *place), name)
        for row, attribute in enumerate(attributes)
        for place, name in _spellings(attribute)
        if isinstance(name, str) and name_key(name)
    ]
    spelled.sort(key=lambda spelling: "aliases" in spelling[0])  # an attribute's own name wins
    first: dict[str, KeyPath] = {}
    clashes = []
    for place, name in spelled:
        before = first.setdefault(name_key(name), place)
        if before != place:
            owner = next(known for at, known in spelled if at[0] == before[0])
            text = f"{name!r} already names {owner!r}; list each name once, for one attribute"
            clashes.append(mistake(place, name, text))
    return clashes


def _spellings(attribute: object) -> Iterator[tuple[KeyPath, object]]:
    fields = attribute.model_dump() if isinstance(attribute, BaseModel) else attribute
    if isinstance(fields, dict):
        yield ("name",), fields.get("name")
        aliases = fields.get("aliases")
        if isinstance(aliases, list | tuple):
            yield from ((("aliases", at), alias) for at, alias in enumerate(aliases))


# Words of queries.


def mistakes_in_query(
    query: TopicQuery, attributes: Mapping[str, Attribute]
) -> Iterator[InitErrorDetails]:
    for row, names in enumerate(query.alike):
        for at, name in enumerate(names):
            if name not in attributes:
                yield no_attribute(("alike", row, at), name)
    for row, pair in enumerate(query.pairs):
        named = {"small": pair.small, "large": pair.large}
        for key, name in named.items():
            if name not in attributes:
                yield no_attribute(("pairs", row, key), name)
        units = {attributes[name].unit for name in named.values() if name in attributes}
        if units == {""} or len(units) > 1:
            text = "the two attributes of a pair need the same unit"
            yield mistake(("pairs", row, "large"), pair.large, text)


def no_attribute(place: KeyPath, name: str) -> InitErrorDetails:
    text = f"{name!r} is no attribute of this topic; use an attribute's name"
    return mistake(place, name, text)


# Roles that two attributes have.


def roles_given_twice(
    attributes: Sequence[Attribute], once: Container[Role | None]
) -> Iterator[InitErrorDetails]:
    """Of roles that only one attribute may have."""
    first: dict[Role | None, str] = {}
    for row, attribute in enumerate(attributes):
        if attribute.role not in once:
            continue
        if before := first.get(attribute.role):
            text = f"{before!r} already has the role {attribute.role}; only one attribute may"
            yield mistake((row, "role"), str(attribute.role), text)
        first.setdefault(attribute.role, attribute.name)
