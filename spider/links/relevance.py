"""How much does a page speak of the topic? Known attribute names on it, counted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pages.encoding import to_text
from rules.names import name_key

if TYPE_CHECKING:
    from pages.page import Page
    from rules.topic import Topic

# A text right behind a tag, up to a colon or the next tag: where names of attributes stand.
_PIECE = re.compile(r">\s*+([^<>:：\s][^<>:：]{0,30})[:：<]")
_DRESSING = " \t\r\n\u00a0\u3000·•*-【】[]（）()"
_MOST_PIECES = 5000
# As many different attributes as make a page certain to show a product.
_ENOUGH = 10


class Relevance:
    """Counts the standard attributes whose names a page shows."""

    def __init__(self, topic: Topic) -> None:
        self._attribute_of: dict[str, str] = {}
        for attribute in topic.attributes:
            for shown in (attribute.name, *attribute.aliases):
                for form in (shown.lower(), name_key(shown)):
                    self._attribute_of.setdefault(form, attribute.name)
        self._names = frozenset(self._attribute_of)

    def of(self, page: Page) -> float:
        """0 for a page that shows none of the names, 1 for a full sheet."""
        text = to_text(page.body, page.encoding)
        pieces = _PIECE.findall(text)[:_MOST_PIECES]
        shown = {piece.strip(_DRESSING).lower() for piece in pieces}
        found = {self._attribute_of[name] for name in shown & self._names}
        return min(1.0, len(found) / _ENOUGH)
