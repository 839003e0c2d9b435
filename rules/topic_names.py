"""Names that would stand for two attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails

from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

KeyPath = tuple[int | str, ...]


def mistake(place: KeyPath, given: object, text: str) -> InitErrorDetails:
    """A mistake that pydantic reports, like its own, at a place below the checked value."""
    return InitErrorDetails(
        type="value_error", loc=place, input=given, ctx={"error": ValueError(text)}
    )


def with_mistakes(error: ValidationError, more: Sequence[InitErrorDetails]) -> ValidationError:
    """The same error, telling of further mistakes too."""
    told = [
        InitErrorDetails(
            type=one["type"], loc=one["loc"], input=one["input"], ctx=one.get("ctx", {})
        )
        for one in error.errors(include_url=False)
    ]
    return ValidationError.from_exception_data(error.title, [*told, *more])


def name_clashes(attributes: object) -> list[InitErrorDetails]:
    """Names and aliases met before, by key; whatever else is wrong is told by the model."""
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
            text = f"{name!r} stands for {owner!r} already; a name stands once, for one attribute"
            clashes.append(mistake(place, name, text))
    return clashes


def _spellings(attribute: object) -> Iterator[tuple[KeyPath, object]]:
    fields = attribute.model_dump() if isinstance(attribute, BaseModel) else attribute
    if isinstance(fields, dict):
        yield ("name",), fields.get("name")
        aliases = fields.get("aliases")
        if isinstance(aliases, list | tuple):
            yield from ((("aliases", at), alias) for at, alias in enumerate(aliases))
