"""The words of `values.yaml`: how pages of a language write values, and how they are shown.

docs/locales.md documents the keys.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Word = Annotated[str, Field(min_length=1)]
Words = tuple[Word, ...]


class PackModel(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class NumberWords(PackModel):
    """How numbers are written, and the words that make them ranges, limits and estimates."""

    decimal: Literal[".", ","]
    thousands: Literal[",", ".", " ", "'"]
    times: dict[Word, float] = Field(default_factory=dict)
    about: Words = ()
    or_so: Words = ()
    at_least: Words = ()
    or_more: Words = ()
    at_most: Words = ()
    or_less: Words = ()
    after_limit: Words = ()
    range_from: Words = ()
    range_to: Words = ()
    list_joints: Words = ()
    fillers: Words = ()


class PriceWords(PackModel):
    """How money is written, and the words that tell what a price is for."""

    pattern: Word = "{sign}{amount}"
    signs: dict[Word, Word] = Field(default_factory=dict)
    currencies: dict[Word, Words] = Field(default_factory=dict)
    labels: Words = ()
    remarks: Words = ()
    now: Words = ()
    list: Words = ()
    saving: Words = ()
    shipping: Words = ()
    instalment: Words = ()


class DateWords(PackModel):
    """How dates are written; `{n}` in a template is the number of the quarter or half."""

    order: Literal["", "dmy", "mdy"] = ""
    year: Words = ()
    month: Words = ()
    day: Words = ()
    month_names: dict[Word, Annotated[int, Field(ge=1, le=12)]] = Field(default_factory=dict)
    quarters: Words = ()
    halves: dict[Word, Literal[1, 2]] = Field(default_factory=dict)
    spring: Words = ()
    summer: Words = ()
    autumn: Words = ()
    winter: Words = ()
    labels: Words = ()


class SizeWords(PackModel):
    """The sides of a thing, and what a screen's resolution is counted in."""

    length: Words = ()
    width: Words = ()
    height: Words = ()
    depth: Words = ()
    pixels: Words = ()


class ListWords(PackModel):
    """What stands around a list without belonging to it; `{}` is a few characters of any kind."""

    before: Words = ()
    behind: Words = ()
    based_on: Words = ()


class ValuePack(PackModel):
    """The content of `values.yaml`."""

    yes: Annotated[Words, Field(min_length=1)]
    no: Annotated[Words, Field(min_length=1)]
    neither: Words = ()
    unknown: Words = ()
    none: Words = ()
    numbers: NumberWords
    prices: PriceWords = PriceWords()
    units: dict[Word, dict[Word, Words]] = Field(default_factory=dict)
    dates: DateWords = DateWords()
    sizes: SizeWords = SizeWords()
    lists: ListWords = ListWords()
    colours: dict[Word, Words] = Field(default_factory=dict)
    editions: Words = ()
