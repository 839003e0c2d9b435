"""What was understood of a typed text: filters, each with the piece of text it came from.

`ParsedText` is the result; `Draft` is the text while it is being understood.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import normalize

from index.text import normal
from index.values.text import plain

if TYPE_CHECKING:
    from datetime import date

    from index.values.text import Span


Bound: TypeAlias = "float | date | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSpan:
    """A piece of the text: `said` is text[start:end]."""

    said: str
    start: int
    end: int

    @property
    def place(self) -> Span:
        return self.start, self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording(TextSpan):
    """Text to search for, half width and with single blanks in `text`."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeFilter(TextSpan):
    """A condition on one attribute."""

    attribute: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(AttributeFilter):
    """From `low` to `high`; None where the text sets no limit.

    `tolerance` is the part by which a value may differ from an amount that was said without a
    limit (6.5寸, 3000左右); `exclusive` tells that the limits themselves are out (大于, under).
    """

    low: Bound = None
    high: Bound = None
    tolerance: float = 0.0
    exclusive: bool = False

    @property
    def approximate(self) -> bool:
        return self.tolerance > 0

    @property
    def bounds(self) -> tuple[Bound, Bound]:
        """The limits to search within."""
        return _moved(self.low, -self.tolerance), _moved(self.high, self.tolerance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(AttributeFilter):
    """One of these values; for an attribute that is free text, a part of it."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Excluded(AttributeFilter):
    """None of these values."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Having(AttributeFilter):
    """Yes or no; for an attribute of another type, whether there is any value at all."""

    yes: bool = True


Filter: TypeAlias = Range | Chosen | Excluded | Having


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A typed text, understood; `text` is as much of it as was read.

    What is no filter is searched for: words, phrases, and what to keep out.
    """

    text: str
    filters: tuple[Filter, ...] = ()
    wordings: tuple[Wording, ...] = ()
    phrasings: tuple[Wording, ...] = ()
    unwanted: tuple[Wording, ...] = ()

    @property
    def words(self) -> str:
        return " ".join(each.text for each in self.wordings)

    @property
    def phrases(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.phrasings)

    @property
    def without(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.unwanted)

    def text_without(self, *unwanted: TextSpan) -> str:
        """The text that says all but this; filters of the same piece go together."""
        kept, at = [], 0
        for start, end in sorted({piece.place for piece in unwanted}):
            kept.append(self.text[at:start].strip())
            at = end
        kept.append(self.text[at:].strip())
        return " ".join(filter(None, kept))


def _moved(bound: Bound, part: float) -> Bound:
    return bound * (1 + part) if isinstance(bound, float) and part else bound


# A typed text while it is being understood: what is spoken for is blanked out.


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
