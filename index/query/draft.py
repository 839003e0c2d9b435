"""A typed text while it is being understood: what is spoken for is blanked out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from unicodedata import normalize

from index.analysis.normal import normal
from index.query.query import Wording
from index.values.writing import plain

if TYPE_CHECKING:
    from index.query.query import Filter
    from index.values.writing import Span

LONGEST_TYPED = 500  # characters; nobody types more, and what is pasted may be of any size
_FIRST_HAN = "\u3400"
TAKEN = "\0"  # no typed text has it: the plain writing makes blanks of such characters


@dataclass(slots=True)
class Draft:
    """`text` is as long as `raw`, in small letters, half width and simplified characters."""

    raw: str
    text: str
    filters: list[Filter] = field(default_factory=list)
    phrases: list[Wording] = field(default_factory=list)
    without: list[Wording] = field(default_factory=list)

    def take(self, start: int, end: int) -> None:
        self.text = self.text[:start] + TAKEN * (end - start) + self.text[end:]

    def add(self, *filters: Filter) -> None:
        """Filters of one piece of text."""
        self.filters.extend(filters)
        self.take(*filters[0].place)

    def wording(self, text: Span, place: Span) -> Wording | None:
        """What stands at `text`, with the quotes or the minus that make up its `place`."""
        shown = " ".join(normalize("NFKC", self.raw[slice(*text)]).split())
        start, end = place
        said = self.raw[start:end]
        return Wording(text=shown, said=said, start=start, end=end) if shown else None


def draft_of(typed: str) -> Draft:
    raw = typed[:LONGEST_TYPED]
    return Draft(raw, "".join(map(_folded, plain(raw))))


def _folded(character: str) -> str:
    """Small letters; simplified characters for traditional ones."""
    is_han = character >= _FIRST_HAN
    folded = normal(character) if is_han else normalize("NFKC", character).lower()
    return folded if len(folded) == 1 else character
