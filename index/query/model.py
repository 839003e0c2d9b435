"""A parsed query text: filters, each with the piece of text it came from.

`ParsedText` is the result; `Draft` is the text during parsing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import normalize

from index.query.wordlists import folded
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
    """Words to search for; `text` is half width, with single spaces."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeFilter(TextSpan):
    """A condition on one attribute."""

    attribute: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(AttributeFilter):
    """From `low` to `high`; None means no limit.

    `tolerance` is the relative deviation allowed for an amount without a limit (6.5寸, 3000左右);
    `exclusive` means that the limits themselves do not match (大于, under). `currency` is the code
    of a currency that is not the attribute's own: prices are not converted.
    """

    low: Bound = None
    high: Bound = None
    tolerance: float = 0.0
    exclusive: bool = False
    currency: str = ""

    @property
    def approximate(self) -> bool:
        return self.tolerance > 0

    @property
    def bounds(self) -> tuple[Bound, Bound]:
        """The limits to search within."""
        return _moved(self.low, -self.tolerance), _moved(self.high, self.tolerance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(AttributeFilter):
    """One of these values; for free text, a text that contains one of them.

    `shown`: the values in short, if they are many (Android ≥ 10). `needed`: other values of the
    attribute are no alternatives, a product must have all of them (HDMI and DisplayPort).
    """

    values: tuple[str, ...]
    shown: str = ""
    needed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Excluded(AttributeFilter):
    """None of these values."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Having(AttributeFilter):
    """Yes or no; for attributes of other types, whether there is any value at all.

    `also` are further attributes that would tell of it: who has no camera has no front camera.
    """

    yes: bool = True
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderBy(TextSpan):
    """An order that was asked for: by one of these attributes, `descending`: largest first.

    `extreme`: the most of all (最大), not much (大); of several orders it is the one that counts.
    """

    attributes: tuple[str, ...]
    descending: bool
    extreme: bool


# Of each alternative, the pieces that belong together.
Alternatives: TypeAlias = tuple[tuple[TextSpan, ...], ...]
Filter: TypeAlias = Range | Chosen | Excluded | Having


@dataclass(frozen=True, slots=True)
class ParsedText:
    """A parsed text; `text` is as much of it as was read.

    What is not a filter is searched for: words, phrases, and unwanted phrases.
    """

    text: str
    filters: tuple[Filter, ...] = ()
    wordings: tuple[Wording, ...] = ()
    phrasings: tuple[Wording, ...] = ()
    unwanted: tuple[Wording, ...] = ()
    orders: tuple[OrderBy, ...] = ()
    alternatives: tuple[Alternatives, ...] = ()

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
        """The text without these pieces; all filters of a piece are removed with it."""
        kept, at = [], 0
        for start, end in sorted({piece.place for piece in unwanted}):
            kept.append(self.text[at:start].strip())
            at = end
        kept.append(self.text[at:].strip())
        return " ".join(filter(None, kept))


def _moved(bound: Bound, part: float) -> Bound:
    return bound * (1 + part) if isinstance(bound, float) and part else bound


# A text during parsing: what is already understood is blanked out.


LONGEST_TYPED = 500  # characters; nobody types more, but pasted text may have any size
_FIRST_HAN = "\u3400"
TAKEN = "\0"  # cannot occur in the text: `plain` replaces control characters by spaces


@dataclass(slots=True)
class Draft:
    """`text` has the length of `raw`; it is lower case, half width, simplified, without accents."""

    raw: str
    text: str
    filters: list[Filter] = field(default_factory=list)
    phrases: list[Wording] = field(default_factory=list)
    without: list[Wording] = field(default_factory=list)
    orders: list[OrderBy] = field(default_factory=list)
    digits: dict[int, str] = field(default_factory=dict)
    """What stands for a character of a spelled number: 1 and 4 for the two of 十四."""

    @property
    def is_traditional(self) -> bool:
        """Whether it has Chinese characters that differ from their simplified forms."""
        return any(
            raw >= _FIRST_HAN and raw != folded
            for raw, folded in zip(self.raw, self.text, strict=True)
        )

    def take(self, start: int, end: int) -> None:
        self.text = self.text[:start] + TAKEN * (end - start) + self.text[end:]

    def add(self, *filters: Filter) -> None:
        """Filters of one piece of text."""
        self.filters.extend(filters)
        self.take(*filters[0].place)

    def wording(self, text: Span, place: Span) -> Wording | None:
        """The words at `text`; `place` also covers their quotes or minus."""
        written = "".join(self.digits.get(at, self.raw[at]) for at in range(*text))
        shown = " ".join(normalize("NFKC", written).split())
        start, end = place
        said = self.raw[start:end]
        return Wording(text=shown, said=said, start=start, end=end) if shown else None


def draft_of(typed: str) -> Draft:
    raw = typed[:LONGEST_TYPED]
    return Draft(raw, "".join(map(_folded, plain(raw))))


def _folded(character: str) -> str:
    """Lower case, simplified, without an accent, if that is a single character."""
    if character < _FIRST_HAN:
        return folded(character)
    simplified = normal(character)
    return simplified if len(simplified) == 1 else character
