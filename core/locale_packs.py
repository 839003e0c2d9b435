"""The files of a locale pack: the words of one language, one model for each file.

docs/locales.md documents the keys; `core/locales.py` reads the packs.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

Word = Annotated[str, Field(min_length=1)]
Words = tuple[Word, ...]


class PackModel(BaseModel):
    """Unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# `values.yaml`: how pages of a language write values, and how they are shown.


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
    """What stands around a list without belonging to it; `{}` is a few characters of any kind.

    `comma` and `semicolon` are written between words and between whole values.
    """

    comma: str = ", "
    semicolon: str = "; "
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


# `query.yaml`: how people of a language ask.


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


# `names.yaml`: what a language writes in names of products, and around them.


class NamePack(PackModel):
    """What every topic knows about names; the rest is in the topic (`core/product_names.py`)."""

    versions: Words = ()
    years: Words = ()
    joints: Words = ()
    amounts: Words = ()
    not_amounts: Words = ()


# `articles.yaml`: how pages of a language tell who wrote an article, and when.


class ArticlePack(PackModel):
    """`surnames` are single characters, for languages in which a name begins with one."""

    time_zone: str = ""
    authors: Words = ()
    reporters: Words = ()
    editors: Words = ()
    wrote: Words = ()
    wrote_after: Words = ()
    owns: Words = ()
    not_names: Words = ()
    surnames: str = ""


# `labels.yaml`: how filters, sort orders, notes and dates are told to a visitor.


class SortWords(PackModel):
    """What is said of a sort order."""

    relevance: Word
    lowest: Word
    highest: Word
    oldest: Word
    newest: Word
    smallest: Word
    largest: Word


class NoteWords(PackModel):
    """What is said above the results, with `{currency}`, `{home}` and `{text}` filled in."""

    currency: Word
    no_currency: Word
    everything: Word


class DatePatterns(PackModel):
    """How dates are written: `{y}`, `{m}` and `{d}` are numbers, `{n}` is that of a part."""

    day: Word = "{y}-{m:02}-{d:02}"
    month: Word = "{y}-{m:02}"
    quarter: Word = "{y} Q{n}"
    half: Word = "{y} H{n}"
    season: Word = "{y} {season}"


class LabelPack(PackModel):
    """The content of `labels.yaml`."""

    any: Word
    none: Word
    either: Word
    quoted: Word
    without: Word
    percent: Word = "{n}%"
    million: str = ""
    billion: str = ""
    sorts: SortWords
    notes: NoteWords
    dates: DatePatterns = DatePatterns()


# `topic.yaml`: what pages of a language call what every product has, for drafts of topics.


KnownRole = Literal["name", "brand", "model", "gtin", "mpn", "sku", "price", "date"]


class TopicPack(PackModel):
    """The first name of a role is what a drafted topic calls it."""

    common: Annotated[Words, Field(min_length=1)]
    general: Word
    roles: dict[KnownRole, Annotated[Words, Field(min_length=1)]]
