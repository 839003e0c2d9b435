"""Evidence 5: sites of the topic are known to show this name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.names import name_key
from rules.shown_names import split_name
from rules.units import LONGEST_NAME

if TYPE_CHECKING:
    from pages.dom.leaf import Leaf
    from rules.topic import Topic


def likelihood(leaf: Leaf, topic: Topic | None) -> float:
    """Whether the topic's lexicon has the name; without a topic this tells nothing."""
    if topic is None:
        return 0.5
    return float(shown_key(leaf.text) in topic.lexicon)


def shown_key(text: str) -> str:
    """The key of the name that a text shows: all of it, or what stands before its colon.

    >>> shown_key("重 量：102 克"), shown_key("Weight")
    ('重量', 'weight')
    """
    name, _ = split_name(text)
    return name_key(name or text[: LONGEST_NAME + 1])
