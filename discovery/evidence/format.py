"""Evidence 4: known names are written with these marks, in elements of these tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.names import name_key
from rules.units import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pages.dom.leaf import Leaf


class Format(NamedTuple):
    """The published record of a name: `feature` are the marks beside it, such as `：`."""

    name: str
    feature: str
    tag: str


def format_of(leaf: Leaf, name: str) -> Format:
    """How a text of a page shows this name."""
    return Format(name, _marks_beside(leaf.text, name_key(name)), _tag(leaf))


def likelihood(leaf: Leaf, known: Iterable[Format]) -> float:
    """To share tag and mark tells much, to share a tag without any mark tells nothing."""
    own = _tag(leaf)
    text = leaf.text
    alike = [shown.feature for shown in known if shown.tag == own and _stands_in(shown, text)]
    if not alike:
        return 0.0
    return 1.0 if any(alike) else 0.5


def _stands_in(shown: Format, text: str) -> bool:
    return all(mark in text for mark in shown.feature)


def _tag(leaf: Leaf) -> str:
    return str(leaf.element.tag).lower()


def _marks_beside(text: str, key: str) -> str:
    """The mark right before the name and the one right behind it.

    >>> _marks_beside("·参考价格：￥2350", "参考价格"), _marks_beside("重量 102 克", "重量")
    ('·：', '')
    """
    start = next((at for at, letter in enumerate(text) if letter.isalnum()), 0)
    ends = range(start + 1, min(len(text), start + 2 * LONGEST_NAME) + 1)
    end = next((end for end in ends if name_key(text[start:end]) == key), len(text))
    before, behind = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    return before + ("" if behind.isalnum() else behind)
