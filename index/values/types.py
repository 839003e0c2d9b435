"""Typed values: one small class for each type.

`read_value` (in `read`) returns a `ParsedValue`; the readers of single types (`quantity`, `price`,
`date`, `size`, `words`) return a `ValueMatch`: values and their spans in the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import date

    from index.values.text import Span


Open: TypeAlias = Literal["", "from", "to"]
PriceKind: TypeAlias = Literal["", "list", "saving", "shipping", "instalment"]
Precision: TypeAlias = Literal["day", "month", "quarter", "season", "half", "year"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in the attribute's unit; `low` and `high` differ for ranges.

    `open` is "from" for 以上 and 起, "to" for 以下 and 最高; both `low` and `high` are the number
    then.
    """

    low: float
    high: float
    unit: str
    approximate: bool = False
    open: Open = ""


@dataclass(frozen=True, slots=True)
class Price:
    """An amount of money in the currency it is written in (ISO 4217); never converted.

    `kind` is "" for what is to be paid, "list" for a list price (UVP, RRP, 原价).
    """

    low: float
    high: float
    currency: str
    approximate: bool = False
    open: Open = ""
    kind: PriceKind = ""


@dataclass(frozen=True, slots=True)
class DateSpan:
    """The days that a date covers: a single day, or those of a month, a season, a year …"""

    first: date
    last: date
    precision: Precision


@dataclass(frozen=True, slots=True)
class Size:
    """Three sides in the order they are written, in the attribute's unit."""

    length: float
    width: float
    height: float
    unit: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """In pixels; the longer side is the width, in whichever order they are written."""

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
    """The values in a text, and the rest that was not understood.

    `absent`: the text says that there is no value (无, 暂无报价, -). If `values` is empty and
    `absent` is false, the text was not understood.
    """

    values: tuple[TypedValue, ...] = ()
    rest: str = ""
    absent: bool = False


# The result of a reader of one type.


@dataclass(frozen=True, slots=True)
class ValueMatch:
    """Values, and the parts of the text they come from."""

    values: tuple[TypedValue, ...] = ()
    spans: tuple[Span, ...] = ()
