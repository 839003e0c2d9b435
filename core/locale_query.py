"""The words of `query.yaml`: how people of a language ask. docs/locales.md documents the keys."""

from __future__ import annotations

from pydantic import Field, PositiveInt

from core.locale_values import PackModel, Words


class LimitWords(PackModel):
    """Words beside a number that tell how much is meant: at least, under, about."""

    at_least: Words = ()
    more: Words = ()
    at_most: Words = ()
    less: Words = ()
    about: Words = ()
    between: Words = ()
    exact: Words = ()


class QueryLimits(PackModel):
    """`no` before words of `more` and `less` makes them the opposite: no more than, 不超过."""

    before: LimitWords = LimitWords()
    behind: LimitWords = LimitWords()
    no: Words = ()
    not_behind: Words = ()


class RangeWords(PackModel):
    """What joins numbers: 2000 to 3000, between 2000 and 3000, over 2000 but under 3000.

    `and_some` behind a number means that it is a little more (3000多), unless it begins a word of
    `not_some`.
    """

    to: Words = ()
    end: Words = ()
    but: Words = ()
    and_some: Words = ()
    not_some: Words = ()


class CharacterNumbers(PackModel):
    """Numbers that are written with a character for each digit and power of ten: 两千五百."""

    digits: dict[str, int]
    counted: str
    powers: dict[str, PositiveInt]
    point: str
    not_before: str = ""
    not_behind: str = ""
    year: str = ""


class WordNumbers(PackModel):
    """Numbers that are written in words: two thousand five hundred, zweitausendfünfhundert."""

    small: dict[str, int]
    powers: dict[str, PositiveInt]
    joints: tuple[str, ...]


class NegationWords(PackModel):
    """Words before what is not wanted; `asks` contain one, but ask for it (有没有)."""

    without: Words = ()
    lacking: Words = ()
    other_than: Words = ()
    other_than_behind: Words = ()
    nor: Words = ()
    asks: Words = ()
    any: Words = ()


class VersusWords(PackModel):
    """Questions about two products: A vs B; compare A with B; A or B, which is better."""

    between: Words = ()
    joint: Words = ()
    compare: Words = ()
    ask: Words = ()
    which: Words = ()
    better: Words = ()


class Directions(PackModel):
    """Words that ask for the most, or the least."""

    most: Words = ()
    least: Words = ()


class QueryOrders(PackModel):
    """Words that ask for an order of products; docs/locales.md has an example of each."""

    kinds: dict[str, Directions] = Field(default_factory=dict)
    adjectives: Directions = Directions()
    extreme: Directions = Directions()
    good: Words = ()
    degrees: Words = ()
    amounts: Words = ()
    links: Words = ()
    not_behind: Words = ()
    superlatives: Words = ()
    superlative_endings: Words = ()
    ways: Directions = Directions()
    by: Words = ()
    sorted: Words = ()


class QueryDates(PackModel):
    """Words around years: since 2020, 2023年以后, last year, the past two years."""

    since: Words = ()
    until: Words = ()
    of_year: Words = ()
    issued_before: Words = ()
    issued_behind: Words = ()
    to: Words = ()
    year: Words = ()
    not_year: Words = ()
    years_ago: dict[str, int] = Field(default_factory=dict)
    recent: Words = ()
    years: Words = ()
    few: dict[str, int] = Field(default_factory=dict)


class QueryPack(PackModel):
    """The content of `query.yaml`."""

    limits: QueryLimits = QueryLimits()
    ranges: RangeWords = RangeWords()
    characters: CharacterNumbers | None = None
    numbers: WordNumbers | None = None
    powers: dict[str, PositiveInt] = Field(default_factory=dict)
    counters: Words = ()
    units: dict[str, Words] = Field(default_factory=dict)
    money: dict[str, Words] = Field(default_factory=dict)
    money_behind: Words = ()
    names: dict[str, Words] = Field(default_factory=dict)
    budget: Words = ()
    links: Words = ()
    links_behind: Words = ()
    particles: Words = ()
    features: Words = ()
    negation: NegationWords = NegationWords()
    having: Words = ()
    all_of: Words = ()
    one_of: Words = ()
    around_one_of: Words = ()
    versus: VersusWords = VersusWords()
    versions: Words = ()
    endings: Words = ()
    stem_endings: Words = ()
    compounds: bool = False
    orders: QueryOrders = QueryOrders()
    dates: QueryDates = QueryDates()
    filler: tuple[Words, ...] = ()
    filler_before_product: Words = ()
