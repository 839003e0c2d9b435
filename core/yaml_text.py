"""Edits YAML files as text, so that comments, order and style of what does not change stay.

Lists of entries (`attributes:`, `sources:`) are lines that begin with a dash. An edit gives a new
text; `checked_text` reads it again and refuses it if it does not say what it should.
"""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

import yaml
from pydantic import BaseModel

from core.errors import FileProblems, SpecSeekError
from core.yaml_files import compose_yaml, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.yaml_files import Data

    Entry = Mapping[str, Data]

M = TypeVar("M", bound=BaseModel)
_WIDEST = 100  # longer lines of words are broken


class UneditableError(SpecSeekError):
    """The text is valid, but written in a way in which it cannot be edited; nothing was changed."""


def checked_text(text: str, wanted: M) -> str:
    """The text, if it reads as what is wanted and thus nothing else was changed."""
    try:
        same = parse_yaml(text, type(wanted), "file") == wanted
    except FileProblems:
        same = False
    if not same:
        raise UneditableError(
            "the file is written in a way that cannot be changed safely; change it by hand"
        )
    return text


# The entries of a list.


def with_entries(text: str, key: str, before: Sequence[Entry], after: Sequence[Entry]) -> str:
    """The list `key`, which has the entries `before`, with those `after`.

    Entries that stay keep their text; of one that changes, the values that change are replaced.
    """
    if not before and after:
        return _with_first_entries(text, key, after)
    old, new = ([json.dumps(one) for one in entries] for entries in (before, after))
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for _, start, end, new_start, new_end in reversed([one for one in steps if one[0] != "equal"]):
        changed = min(end - start, new_end - new_start)
        for entry in reversed(after[new_start + changed : new_end]):
            text = with_entry(text, key, start + changed, entry_lines(entry))
        for place in reversed(range(start + changed, end)):
            text = _without_entry(text, key, place)
        for place in range(changed):
            item = list_entries(text, key)[start + place]
            text = _with_values(text, item, before[start + place], after[new_start + place])
    return text


def list_entries(text: str, key: str) -> list[yaml.CollectionNode]:
    listed = value_of(root_of(text), key)
    if listed is None or listed.flow_style:
        raise UneditableError(
            f"the file has its {key} between brackets on one line; write each on lines "
            "of its own (- name: …), so that it can be edited"
        )
    return list(listed.value)


def with_entry(text: str, key: str, place: int, lines: Sequence[str]) -> str:
    """An entry more, which will be the one at `place`."""
    entries = list_entries(text, key)
    neighbour = entries[max(place - 1, 0)]
    first, rest = item_indent(text, neighbour)
    block = [first + lines[0], *(rest + line for line in lines[1:])]
    if place:
        return with_lines(text, end_of(neighbour), block)
    start = text.rfind("\n", 0, neighbour.start_mark.index) + 1
    return text[:start] + "".join(line + newline_of(text) for line in block) + text[start:]


def entry_lines(entry: Entry) -> list[str]:
    return [f"{key}: {_written(value)}" for key, value in entry.items()]


def _with_first_entries(text: str, key: str, entries: Sequence[Entry]) -> str:
    """The list is empty: `key: []`."""
    named, value = _pair(text, key)
    text = f"{text[: named.end_mark.index]}:{text[end_of(value) :]}"
    lines: list[str] = []
    for first, *rest in map(entry_lines, entries):
        lines += [f"  - {first}", *(f"    {line}" for line in rest)]
    return with_lines(text, named.end_mark.index, lines)


def _without_entry(text: str, key: str, place: int) -> str:
    entries = list_entries(text, key)
    entry = entries[place]
    item_indent(text, entry)
    start = text.rfind("\n", 0, entry.start_mark.index) + 1
    rest = _behind_line(text, end_of(entry))
    if len(entries) > 1:
        return text[:start] + rest
    at = _pair(text, key)[0].end_mark.index
    return f"{text[:at]}: []{text[at:start].removeprefix(':')}{rest}"


def _with_values(text: str, entry: yaml.CollectionNode, before: Entry, after: Entry) -> str:
    start, end = entry.start_mark.index, end_of(entry)
    if entry.flow_style:
        return f"{text[:start]}{{{', '.join(entry_lines(after))}}}{text[end:]}"
    indent = " " * entry.start_mark.column
    # Of a default that is written out, neither entry tells.
    written = {named.value for named, _ in entry.value}
    added = [key for key in after if key not in written]
    if added:
        text = with_lines(text, end, [indent + line for line in entry_lines(_only(after, added))])
    for named, value in reversed(entry.value):
        key, first = named.value, named.start_mark.index
        if key in before and key not in after:
            if first == start:
                raise UneditableError(f"{key} is the first of its entry, and cannot be taken out")
            beginning = text.rfind("\n", 0, first) + 1
            text = text[:beginning] + _behind_line(text, end_of(value))
        elif after.get(key) != before.get(key):
            behind = named.end_mark.index
            text = f"{text[:behind]}: {_written(after[key])}{text[end_of(value) :]}"
    return text


def _only(entry: Entry, keys: Sequence[str]) -> Entry:
    return {key: entry[key] for key in keys}


def _behind_line(text: str, place: int) -> str:
    """What follows the line of a position."""
    end = text.find("\n", place)
    return text[end + 1 :] if end >= 0 else ""


# Values.


def with_item(text: str, listed: yaml.CollectionNode, word: str) -> str:
    """A list of words with one more, in its style."""
    if not listed.value:
        inside = listed.start_mark.index + 1
        return f"{text[:inside]}{word}{text[inside:]}"
    if not listed.flow_style:
        prefix, _ = item_indent(text, listed.value[-1])
        return with_lines(text, end_of(listed), [prefix + word])
    return _with_word(text, listed, word)


def _with_word(text: str, listed: yaml.CollectionNode, word: str) -> str:
    """Add to a flow list, on a new line if the last one is full."""
    last = listed.value[-1].end_mark.index
    line = text[text.rfind("\n", 0, last) + 1 : last]
    behind = text[last:].partition("\n")[0].rstrip("\r")
    gap = " "
    if len(line) + len(", ") + len(word) + len(behind) > _WIDEST:
        gap = newline_of(text) + " " * listed.value[0].start_mark.column
    return f"{text[:last]},{gap}{word}{text[last:]}"


def _written(value: Data) -> str:
    if isinstance(value, str):
        return written_word(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return json.dumps(value)


def written_word(name: str) -> str:
    """As YAML for flow and block lists and behind keys; quoted only if necessary."""
    dumped = yaml.safe_dump([name], default_flow_style=True, allow_unicode=True, width=10**6)
    words = (name, dumped.strip()[1:-1]) if name.isprintable() else ()
    known = (word for word in words if _reads_as(word, name))
    return next(known, None) or yaml.safe_dump(name, default_style='"', width=10**6).strip()


def _reads_as(word: str, name: str) -> bool:
    """To PyYAML, and to our own reader, which takes more words as text."""
    for text, data in ((f"[{word}]", [name]), (f"key: {word}", {"key": name})):
        try:
            read = yaml.safe_load(text)
        except yaml.YAMLError:
            return False
        ours, problems = compose_yaml(text)
        if problems or not read == data == ours.data():
            return False
    return True


# Places in the text.


def root_of(text: str) -> yaml.Node:
    """Uses PyYAML's own loader, whose marks count characters."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if root is None:
        raise UneditableError("the file is empty")
    return root


def _pair(text: str, key: str) -> tuple[yaml.Node, yaml.Node]:
    """The node of a key at the top, and that of its value."""
    for named, value in root_of(text).value:
        if named.value == key:
            return named, value
    raise UneditableError(f"the file has no {key}; write the line {key}: [] into it")


def value_of(mapping: yaml.Node, key: str) -> yaml.CollectionNode | None:
    values = (value for named, value in mapping.value if named.value == key)
    value = next(values, None)
    return value if isinstance(value, yaml.CollectionNode) else None


def end_of(node: yaml.Node) -> int:
    """The end of its last scalar or bracket; block nodes end only where the next one begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style:
        return end_within(node)
    return int(node.end_mark.index)


def end_within(node: yaml.CollectionNode) -> int:
    parts = chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in node.value)
    return max(map(end_of, parts))


def item_indent(text: str, item: yaml.Node) -> tuple[str, str]:
    """The indentation of an item's first line, with its dash, and of its other lines."""
    start = item.start_mark.index
    prefix = text[text.rfind("\n", 0, start) + 1 : start]
    if prefix.strip() != "-":
        raise UneditableError(
            f"the file has {prefix.strip()!r} before an item of a list on its line "
            f"{item.start_mark.line + 1}; write items as lines that begin with a dash"
        )
    return prefix, " " * len(prefix)


def with_lines(text: str, behind: int, lines: Sequence[str]) -> str:
    """Insert lines below the line of a position."""
    newline = newline_of(text)
    end = text.find("\n", behind)
    if end < 0:
        return text + "".join(newline + line for line in lines) + newline
    return text[: end + 1] + "".join(line + newline for line in lines) + text[end + 1 :]


def newline_of(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
