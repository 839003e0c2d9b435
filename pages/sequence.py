"""The tag sequence of a page: its start tags in source order, each with its content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pages.tags import TAG, text_inside
from pages.text import content_text

if TYPE_CHECKING:
    from pages.page import Page


@dataclass(frozen=True, slots=True)
class TagSequence:
    """`contents[i]` is all the text behind tag `names[i]`, up to the next start tag."""

    names: list[str]
    contents: list[str]

    @property
    def written(self) -> str:
        """The sequence as rules write it: `html*title*body`."""
        return "*".join(self.names)


def tag_sequence(page: Page) -> TagSequence:
    """Read the whole page; text in front of the first tag belongs to none."""
    names: list[str] = []
    raw_contents: list[bytes] = []
    parts = iter(TAG.split(page.body)[1:])
    for name, rest, text in zip(parts, parts, parts, strict=True):
        if name is not None:
            names.append(name.decode("latin-1").lower())
            raw_contents.append(text_inside(name, rest) + text)
        elif raw_contents:
            raw_contents[-1] += text
    return TagSequence(names, [content_text(raw, page.encoding) for raw in raw_contents])
