"""Adds attributes, names and seeds to a topic: to the model, and to the text, comments included."""

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
    from collections.abc import Mapping, Sequence


_WIDEST = 100  # longer lines of names are broken


def text_with_attribute(text: str, attribute: Attribute) -> str:
    """The topic file with the attribute added, behind the last one of its group."""
    topic = parse_yaml(text, Topic, "topic")
    wanted = with_attribute(topic, attribute)
    before = _attribute_nodes(text)[place_for(topic, attribute.group) - 1]
    first, rest = _item_indent(text, before)
    lines = dump_yaml(attribute).splitlines()
    block = [first + lines[0], *(rest + line for line in lines[1:])]
    return _checked_text(_with_lines(text, _end_of(before), block), wanted)


def text_with_aliases(text: str, attribute_name: str, names: Sequence[str]) -> str:
    """The topic file with names added to the attribute's aliases, in their style."""
    topic = parse_yaml(text, Topic, "topic")
    wanted = with_aliases(topic, attribute_name, names)
    at = topic.places[attribute_name]
    for name in wanted.attributes[at].aliases[len(topic.attributes[at].aliases) :]:
        text = _with_alias(text, _attribute_nodes(text)[at], name)
    return _checked_text(text, wanted)


def text_with_seed(text: str, url: str) -> str:
    """The topic file with an address added to its seeds, in their style."""
    topic = parse_yaml(text, Topic, "topic")
    wanted = with_seed(topic, url)
    seeds = _value_of(_root(text), "seeds")
    word = written_word(url)
    if seeds is None:
        new = _with_lines(text, len(text.rstrip()), ["seeds:", f"  - {word}"])
    else:
        new = _with_item(text, seeds, word)
    return _checked_text(new, wanted)


def _with_alias(text: str, attribute: yaml.CollectionNode, name: str) -> str:
    aliases = _value_of(attribute, "aliases")
    word = written_word(name)
    if aliases is None:
        last = _end_within(attribute)
        if attribute.flow_style:
            return f"{text[:last]}, aliases: [{word}]{text[last:]}"
        indent = " " * attribute.start_mark.column
        return _with_lines(text, last, [f"{indent}aliases: [{word}]"])
    return _with_item(text, aliases, word)


def _with_item(text: str, listed: yaml.CollectionNode, word: str) -> str:
    if not listed.value:
        inside = listed.start_mark.index + 1
        return f"{text[:inside]}{word}{text[inside:]}"
    if not listed.flow_style:
        prefix, _ = _item_indent(text, listed.value[-1])
        return _with_lines(text, _end_of(listed), [prefix + word])
    return _with_word(text, listed, word)


def _with_word(text: str, listed: yaml.CollectionNode, word: str) -> str:
    """Add to a flow list, on a new line if the last one is full."""
    last = listed.value[-1].end_mark.index
    line = text[text.rfind("\n", 0, last) + 1 : last]
    behind = text[last:].partition("\n")[0].rstrip("\r")
    gap = " "
    if len(line) + len(", ") + len(word) + len(behind) > _WIDEST:
        gap = _newline(text) + " " * listed.value[0].start_mark.column
    return f"{text[:last]},{gap}{word}{text[last:]}"


def written_word(name: str) -> str:
    """As YAML for flow and block lists; quoted only if necessary."""
    dumped = yaml.safe_dump([name], default_flow_style=True, allow_unicode=True, width=10**6)
    words = (name, dumped.strip()[1:-1]) if name.isprintable() else ()
    known = (word for word in words if _reads_as(word, name))
    return next(known, None) or yaml.safe_dump(name, default_style='"', width=10**6).strip()


def _reads_as(word: str, name: str) -> bool:
    try:
        listed = yaml.safe_load(f"[{word}]")
    except yaml.YAMLError:
        return False
    return bool(listed == [name] == _aliases_in(f"aliases: [{word}]"))


def _aliases_in(text: str) -> object:
    """As our own reader reads it, which takes more words as text than PyYAML does."""
    try:
        known = parse_yaml(f"name: a\nlabel: a\ngroup: a\n{text}\n", Attribute, "word")
    except FileProblems:
        return None
    return list(known.aliases)


def _attribute_nodes(text: str) -> list[yaml.CollectionNode]:
    listed = _value_of(_root(text), "attributes")
    if listed is None or listed.flow_style:
        raise RefusedError(
            "the topic file has its attributes between brackets on one line; write each on lines "
            "of its own (- name: …), so that one can be added"
        )
    return list(listed.value)


def _root(text: str) -> yaml.Node:
    """Uses PyYAML's own loader, whose marks count characters."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if root is None:
        raise RefusedError("the topic file is empty")
    return root


def _value_of(mapping: yaml.Node, key: str) -> yaml.CollectionNode | None:
    values = (value for named, value in mapping.value if named.value == key)
    value = next(values, None)
    return value if isinstance(value, yaml.CollectionNode) else None


def _end_of(node: yaml.Node) -> int:
    """The end of its last scalar or bracket; block nodes end only where the next one begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style:
        return _end_within(node)
    return int(node.end_mark.index)


def _end_within(node: yaml.CollectionNode) -> int:
    parts = chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in node.value)
    return max(map(_end_of, parts))


def _item_indent(text: str, item: yaml.Node) -> tuple[str, str]:
    """The indentation of an item's first line, with its dash, and of its other lines."""
    start = item.start_mark.index
    prefix = text[text.rfind("\n", 0, start) + 1 : start]
    if prefix.strip() != "-":
        raise RefusedError(
            f"the topic file has {prefix.strip()!r} before an item of a list on its line "
            f"{item.start_mark.line + 1}; write items as lines that begin with a dash"
        )
    return prefix, " " * len(prefix)


def _with_lines(text: str, behind: int, lines: Sequence[str]) -> str:
    """Insert lines below the line of a position."""
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
