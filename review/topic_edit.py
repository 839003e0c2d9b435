"""Adds attributes, names and seeds to a topic: to the model, and to the text, comments included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from core.names import name_key
from core.topic import Attribute, Topic
from core.yaml_files import dump_yaml, parse_yaml
from core.yaml_text import (
    checked_text,
    end_within,
    list_entries,
    root_of,
    value_of,
    with_entry,
    with_item,
    with_lines,
    written_word,
)
from review.context import DecisionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import yaml


def text_with_attribute(text: str, attribute: Attribute) -> str:
    """The topic file with the attribute added, behind the last one of its group."""
    topic = parse_yaml(text, Topic, "topic")
    wanted = with_attribute(topic, attribute)
    place, lines = place_for(topic, attribute.group), dump_yaml(attribute).splitlines()
    return checked_text(with_entry(text, "attributes", place, lines), wanted)


def text_with_aliases(text: str, attribute_name: str, names: Sequence[str]) -> str:
    """The topic file with names added to the attribute's aliases, in their style."""
    topic = parse_yaml(text, Topic, "topic")
    wanted = with_aliases(topic, attribute_name, names)
    at = topic.places[attribute_name]
    for name in wanted.attributes[at].aliases[len(topic.attributes[at].aliases) :]:
        text = _with_alias(text, list_entries(text, "attributes")[at], name)
    return checked_text(text, wanted)


def text_with_seed(text: str, url: str) -> str:
    """The topic file with an address added to its seeds, in their style."""
    topic = parse_yaml(text, Topic, "topic")
    wanted = with_seed(topic, url)
    seeds = value_of(root_of(text), "seeds")
    word = written_word(url)
    if seeds is None:
        new = with_lines(text, len(text.rstrip()), ["seeds:", f"  - {word}"])
    else:
        new = with_item(text, seeds, word)
    return checked_text(new, wanted)


def _with_alias(text: str, attribute: yaml.CollectionNode, name: str) -> str:
    aliases = value_of(attribute, "aliases")
    word = written_word(name)
    if aliases is None:
        last = end_within(attribute)
        if attribute.flow_style:
            return f"{text[:last]}, aliases: [{word}]{text[last:]}"
        indent = " " * attribute.start_mark.column
        return with_lines(text, last, [f"{indent}aliases: [{word}]"])
    return with_item(text, aliases, word)


# The model of a topic with one more attribute or seed, or more names for an attribute.


def named_after(attribute: Attribute, names: Sequence[str]) -> Attribute:
    """The attribute with all names used by sites among its aliases."""
    aliases = _aliases_with(attribute, names)
    return attribute.model_copy(update={"aliases": aliases})


def with_attribute(topic: Topic, attribute: Attribute) -> Topic:
    """The topic with a new attribute, behind the last one of its group."""
    _require_free(topic, (attribute.name, *attribute.aliases), "")
    at = place_for(topic, attribute.group)
    return _with_attributes(topic, (*topic.attributes[:at], attribute, *topic.attributes[at:]))


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
    return _with_attributes(topic, (*topic.attributes[:at], widened, *topic.attributes[at + 1 :]))


def with_seed(topic: Topic, url: str) -> Topic:
    """The topic with another address at which its crawl begins."""
    if url in topic.seeds:
        raise DecisionError(f"{url} is a seed of {topic.name} already")
    return _checked_topic(topic, {"seeds": [*topic.seeds, url]})


def place_for(topic: Topic, group: str) -> int:
    """The place of a new attribute: behind the last one of its group, or at the end."""
    places = [at for at, known in enumerate(topic.attributes) if known.group == group]
    return places[-1] + 1 if places else len(topic.attributes)


def _require_free(topic: Topic, names: Sequence[str], owner: str) -> None:
    for name in names:
        if (taken := topic.standard_name(name)) not in {None, owner}:
            raise DecisionError(
                f"{name!r} is already a name of {taken!r}; choose another name, "
                f"or make it an alias of {taken!r}"
            )


def _aliases_with(attribute: Attribute, names: Sequence[str]) -> tuple[str, ...]:
    """The aliases plus the names that are not among them yet in any spelling."""
    kept = list(attribute.aliases)
    keys = {name_key(name) for name in (attribute.name, *kept)}
    for name in names:
        if name_key(name) not in keys:
            keys.add(name_key(name))
            kept.append(name)
    return tuple(kept)


def _with_attributes(topic: Topic, attributes: tuple[Attribute, ...]) -> Topic:
    return _checked_topic(topic, {"attributes": [one.model_dump() for one in attributes]})


def _checked_topic(topic: Topic, changed: Mapping[str, object]) -> Topic:
    try:
        return Topic.model_validate({**topic.model_dump(), **changed})
    except ValidationError as error:
        told = "; ".join(one["msg"].removeprefix("Value error, ") for one in error.errors())
        raise DecisionError(f"the topic {topic.name} would no longer be valid: {told}") from error
