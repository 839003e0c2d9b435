"""A topic with one attribute more, or with more names for one it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from core.names import name_key
from core.topic import Attribute, Topic
from review.problems import DecisionError

if TYPE_CHECKING:
    from collections.abc import Sequence


def named_after(attribute: Attribute, names: Sequence[str]) -> Attribute:
    """The attribute, with every name that sites show it under among its aliases."""
    aliases = _aliases_with(attribute, names)
    return attribute.model_copy(update={"aliases": aliases})


def with_attribute(topic: Topic, attribute: Attribute) -> Topic:
    """The topic with a new attribute, behind the last one of its group."""
    _require_free(topic, (attribute.name, *attribute.aliases), "")
    at = place_for(topic, attribute.group)
    return _checked_topic(topic, (*topic.attributes[:at], attribute, *topic.attributes[at:]))


def with_aliases(topic: Topic, attribute_name: str, names: Sequence[str]) -> Topic:
    """The topic with more names for one of its attributes."""
    at = topic.places.get(attribute_name)
    if at is None:
        raise DecisionError(
            f"the topic {topic.name} has no attribute {attribute_name!r}; write its standard name, "
            "as the topic file has it"
        )
    _require_free(topic, names, attribute_name)
    known = topic.attributes[at]
    widened = known.model_copy(update={"aliases": _aliases_with(known, names)})
    return _checked_topic(topic, (*topic.attributes[:at], widened, *topic.attributes[at + 1 :]))


def place_for(topic: Topic, group: str) -> int:
    """Where a new attribute of a group stands: behind its last one, or last of all."""
    places = [at for at, known in enumerate(topic.attributes) if known.group == group]
    return places[-1] + 1 if places else len(topic.attributes)


def _require_free(topic: Topic, names: Sequence[str], owner: str) -> None:
    for name in names:
        if (taken := topic.standard_name(name)) not in {None, owner}:
            raise DecisionError(
                f"{name!r} stands for {taken!r} already; choose another name, or make it an alias "
                f"of {taken!r}"
            )


def _aliases_with(attribute: Attribute, names: Sequence[str]) -> tuple[str, ...]:
    """The aliases and those of the names that are not among them yet, however spelled."""
    kept = list(attribute.aliases)
    keys = {name_key(name) for name in (attribute.name, *kept)}
    for name in names:
        if name_key(name) not in keys:
            keys.add(name_key(name))
            kept.append(name)
    return tuple(kept)


def _checked_topic(topic: Topic, attributes: tuple[Attribute, ...]) -> Topic:
    fields = {**topic.model_dump(), "attributes": [one.model_dump() for one in attributes]}
    try:
        return Topic.model_validate(fields)
    except ValidationError as error:
        told = "; ".join(one["msg"].removeprefix("Value error, ") for one in error.errors())
        raise DecisionError(
            f"the topic {topic.name} would not be right any more: {told}"
        ) from error
