"""Does a page say anything that others of its kind did not say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pages.tags import TAG

if TYPE_CHECKING:
    from pages.page import Page

_PIECE = 48
_MOST_PIECES = 2000
_MOST_KNOWN = 6000
_DIGITS = b"0123456789"


class Novelty:
    """Remembers the texts of pages, without their numbers: days and counts are nothing new."""

    def __init__(self) -> None:
        self._known: set[int] = set()

    def of(self, page: Page) -> int:
        """How many texts of a page were on none before it."""
        new = _texts(page) - self._known
        if len(self._known) < _MOST_KNOWN:
            self._known |= new
        return len(new)


def _texts(page: Page) -> set[int]:
    found = set()
    for behind_tag in TAG.split(page.body)[: 3 * _MOST_PIECES : 3]:
        text = behind_tag.partition(b"<")[0].strip()[:_PIECE].translate(None, _DIGITS)
        if text:
            found.add(hash(text))
    return found
