"""What a text may mean: one small class for each type of value.

`read_value` (in `read`) gives a `ParsedValue`; the readers of single types (`quantity`, `price`,
`date`, `size`, `words`) give a `ValueMatch`: values, and where in the text they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import date

    from index.values.text import Span


Open: TypeAlias = Literal["", "from", "to"]
Precision: TypeAlias = Literal["day", "month", "quarter", "season", "half", "year"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit, the attribute's; `low` and `high` differ where a range is written.

    `open` tells of 以上 and 起 ("from"), 以下 and 最高 ("to"): the number itself is in `low`
    and `high` all the same.
    """

    low: float
    high: float
    unit: str
    approximate: bool = False
    open: Open = ""


@dataclass(frozen=True, slots=True)
class Price:
    """An amount of money; `currency` is the one written (ISO 4217), nothing is exchanged."""

    low: float
    high: float
    currency: str
    approximate: bool = False
    open: Open = ""


@dataclass(frozen=True, slots=True)
class DateSpan:
    """The days that a text may mean: one of them, or all of a month, a season, a year …"""

    first: date
    last: date
    precision: Precision


@dataclass(frozen=True, slots=True)
class Size:
    """Three sides in the order written, in the attribute's unit."""

    length: float
    width: float
    height: float
    unit: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Pixels; the longer side is the width, however it was written."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class YesNo:
    yes: bool


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a list or enumeration."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FreeText:
    text: str


TypedValue: TypeAlias = (
    Quantity | Price | DateSpan | Size | Resolution | YesNo | WordList | FreeText
)


@dataclass(frozen=True, slots=True)
class ParsedValue:
    """What was understood of a text, and what was not.

    `absent`: the text says, in words, that there is no value (无, 暂无报价, -). Where `values`
    is empty and `absent` is false the text was not understood.
    """

    values: tuple[TypedValue, ...] = ()
    rest: str = ""
    absent: bool = False


# What a reader of one type found in a text.


@dataclass(frozen=True, slots=True)
class ValueMatch:
    """Values, and the places in the text that are spoken for by them."""

    values: tuple[TypedValue, ...] = ()
    spans: tuple[Span, ...] = ()
