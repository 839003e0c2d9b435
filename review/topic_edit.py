"""The topic with an attribute or names added: as a model, and as text that keeps its comments."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import yaml
from pydantic import ValidationError

from core.errors import FileProblems
from core.names import name_key
from core.topic import Attribute, Topic
from core.yaml_files import dump_yaml, parse_yaml
from review.context import DecisionError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence


_WIDEST = 100  # a line of names that would grow wider is broken


def text_with_attribute(text: str, attribute: Attribute) -> str:
    """A block for the attribute, behind the last one of its group."""
    topic = parse_yaml(text, Topic, "topic")
    wanted = with_attribute(topic, attribute)
    before = _attribute_nodes(text)[place_for(topic, attribute.group) - 1]
    first, rest = _item_indent(text, before)
    lines = dump_yaml(attribute).splitlines()
    block = [first + lines[0], *(rest + line for line in lines[1:])]
    return _checked_text(_with_lines(text, _end_of(before), block), wanted)


def text_with_aliases(text: str, attribute_name: str, names: Sequence[str]) -> str:
    """The names join the attribute's aliases, in the way those are written."""
    topic = parse_yaml(text, Topic, "topic")
    wanted = with_aliases(topic, attribute_name, names)
    at = topic.places[attribute_name]
    for name in wanted.attributes[at].aliases[len(topic.attributes[at].aliases) :]:
        text = _with_alias(text, _attribute_nodes(text)[at], name)
    return _checked_text(text, wanted)


def _with_alias(text: str, attribute: yaml.CollectionNode, name: str) -> str:
    aliases = _value_of(attribute, "aliases")
    word = _written_word(name)
    if aliases is None:
        last = _end_within(attribute)
        if attribute.flow_style:
            return f"{text[:last]}, aliases: [{word}]{text[last:]}"
        indent = " " * attribute.start_mark.column
        return _with_lines(text, last, [f"{indent}aliases: [{word}]"])
    if not aliases.value:
        inside = aliases.start_mark.index + 1
        return f"{text[:inside]}{word}{text[inside:]}"
    if not aliases.flow_style:
        prefix, _ = _item_indent(text, aliases.value[-1])
        return _with_lines(text, _end_of(aliases), [prefix + word])
    return _with_word(text, aliases, word)


def _with_word(text: str, aliases: yaml.CollectionNode, word: str) -> str:
    """In a list between brackets, on a new line where the last one is full."""
    last = aliases.value[-1].end_mark.index
    line = text[text.rfind("\n", 0, last) + 1 : last]
    behind = text[last:].partition("\n")[0].rstrip("\r")
    gap = " "
    if len(line) + len(", ") + len(word) + len(behind) > _WIDEST:
        gap = _newline(text) + " " * aliases.value[0].start_mark.column
    return f"{text[:last]},{gap}{word}{text[last:]}"


def _written_word(name: str) -> str:
    """As YAML has it, in brackets or as an item; quoted only where it must be."""
    plain = str(yaml.safe_dump([name], default_flow_style=True, allow_unicode=True, width=10**6))
    word = plain.strip()[1:-1]
    reads = f"aliases: [{word}]"
    same = name.isprintable() and _aliases_in(reads) == [name]
    return word if same else str(yaml.safe_dump(name, default_style='"', width=10**6)).strip()


def _aliases_in(text: str) -> object:
    """As our own reader takes it: it knows more words for text than PyYAML does."""
    try:
        known = parse_yaml(f"name: a\nlabel: a\ngroup: a\n{text}\n", Attribute, "word")
    except FileProblems:
        return None
    return list(known.aliases)


def _attribute_nodes(text: str) -> list[yaml.CollectionNode]:
    """PyYAML's own loader: its marks count characters."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    listed = _value_of(root, "attributes") if root else None
    if listed is None or listed.flow_style:
        raise RefusedError(
            "the topic file has its attributes between brackets on one line; write each on lines "
            "of its own (- name: …), so that one can be added"
        )
    return list(listed.value)


def _value_of(mapping: yaml.Node, key: str) -> yaml.CollectionNode | None:
    values = (value for named, value in mapping.value if named.value == key)
    value = next(values, None)
    return value if isinstance(value, yaml.CollectionNode) else None


def _end_of(node: yaml.Node) -> int:
    """Where its last word or bracket ends; blocks themselves end only where the next begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style:
        return _end_within(node)
    return int(node.end_mark.index)


def _end_within(node: yaml.CollectionNode) -> int:
    parts = chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in node.value)
    return max(map(_end_of, parts))


def _item_indent(text: str, item: yaml.Node) -> tuple[str, str]:
    """What stands before an item's first line, dash and all, and before its others."""
    start = item.start_mark.index
    prefix = text[text.rfind("\n", 0, start) + 1 : start]
    if prefix.strip() != "-":
        raise RefusedError(
            f"the topic file has {prefix.strip()!r} before an item of a list on its line "
            f"{item.start_mark.line + 1}; write items as lines that begin with a dash"
        )
    return prefix, " " * len(prefix)


def _with_lines(text: str, behind: int, lines: Sequence[str]) -> str:
    """New lines below the line of a place."""
    newline = _newline(text)
    end = text.find("\n", behind)
    if end < 0:
        return text + "".join(newline + line for line in lines) + newline
    return text[: end + 1] + "".join(line + newline for line in lines) + text[end + 1 :]


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _checked_text(text: str, wanted: Topic) -> str:
    """Read it again, and reject edits that change anything else."""
    try:
        same = parse_yaml(text, Topic, "topic") == wanted
    except FileProblems:
        same = False
    if not same:
        raise RefusedError(
            "the topic file is written in a way that cannot be added to safely; add the lines by "
            "hand, then read the pages again: specseek reread"
        )
    return text


# A topic with one attribute more, or with more names for one it has.


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
                f"{name!r} already names {taken!r}; choose another name, or make it an alias "
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
