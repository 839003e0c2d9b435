"""The tag sequence of a page: its start tags in source order, each with its content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pages.encoding import to_text
from pages.tags import TAG, text_inside
from pages.text import SEAM, content_text

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
    names: list[bytes] = []
    contents: list[str] = []
    parts: list[bytes] = []

    def finish_content() -> None:
        if names:
            contents.append(content_text(SEAM.join(parts), page.encoding))

    pieces = iter(TAG.split(page.body)[1:])
    for name, rest, text in zip(pieces, pieces, pieces, strict=True):
        if name is None:
            parts.append(text)
            continue
        finish_content()
        names.append(name)
        parts = [text_inside(name, rest), text]
    finish_content()
    spelled = {name: to_text(name, page.encoding).lower() for name in set(names)}
    return TagSequence([spelled[name] for name in names], contents)
