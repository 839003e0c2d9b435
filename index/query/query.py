"""What was understood of a typed text: filters, each with the piece of text it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from datetime import date

    from index.values.writing import Span

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
