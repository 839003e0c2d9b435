"""A name with the value that stands beside it, and what the place looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from rules.names import clean_name, name_key

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from pages.dom.leaf import Leaf

BY_RULE = "rule"
LONGEST_NAME = 60  # a name as it is shown; longer texts are sentences
LONGEST_VALUE = 2000
_STEPS = 4
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, eq=False)
class Row:
    """`by` is the way it was found, `box` the element that holds the name and nothing else."""

    leaf: Leaf
    name: str
    value: str
    by: str
    box: Element
    value_leaves: range

    @cached_property
    def key(self) -> str:
        return name_key(self.name)

    @cached_property
    def shape(self) -> tuple[str, ...]:
        return shape_of(self.box)


def shape_of(box: Element) -> tuple[str, ...]:
    """What names of one sheet have in common: the tags around them, and their class."""
    around = islice(box.iterancestors(), _STEPS)
    return (_class_of(box), str(box.tag), *(str(element.tag) for element in around))


def checked(row: Row) -> Row | None:
    """The row with its name cleaned, where name and value can be a name and a value."""
    name = clean_name(row.name)
    value = row.value.strip(" \t:：")
    if not (0 < len(name) <= LONGEST_NAME and name_key(name)):
        return None
    if not 0 < len(value) <= LONGEST_VALUE or name_key(value) == name_key(name):
        return None
    return replace(row, name=name, value=value)


def _class_of(element: Element) -> str:
    """Without numbers: those are counters."""
    return _NUMBERS.sub("", str(element.get("class") or ""))
