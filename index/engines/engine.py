"""The interface of search engines.

An engine builds an index of `IndexEntry`s in a folder (`Engine.create`, `update`) and opens it; the
`Searcher` answers a `SearchRequest` with a `SearchResponse`. `checked_entries` and `check_request`
reject what no engine can store or answer.

To add an engine, implement `Engine` and `Searcher`, name it in `engine_named` below, in the setting
`engine` (core/settings.py) and in `ENGINES` of tests/index/engines/conformance.py, and pass the
tests in that folder. One whose indexes are on a server also needs a place that machines share:
index/shared_place.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path


# Every entry has this order; it decides where nothing else does. Products below 0 are unconfirmed:
# they come last, and their relevance to words is reduced by this factor.
PROMINENCE = "prominence"
UNCONFIRMED_FITS = 0.8
CALLED_ADDS = 1_000.0  # to the relevance, for each character of a name: more than words can


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One product, for any engine. Attributes go by their standard names.

    `name` and `body` are the tokens that find it; tokens in the name weigh more. `exact` is the
    same text in its smallest pieces, in order, for phrases. `said` has the tokens of free-text
    attributes, to search for words in one attribute.

    `terms` are facet keys, each once. `numbers` are single numbers to filter by, `spans` ranges: a
    filter matches a number inside its limits, or a span that overlaps them. `orders` has one number
    per attribute, to sort by.
    """

    id: str
    document: bytes
    name: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    spans: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    orders: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fields:
    """The attributes in the entries of an index, by what is stored of them."""

    said: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    orders: tuple[str, ...] = (PROMINENCE,)


FIRST = "first"  # the field of prominence, in engines that have a field for each attribute


@dataclass(frozen=True)
class NumberedFields:
    """Attribute → field, for engines that have a field for each: attributes may have any name."""

    fields: Fields

    @cached_property
    def said(self) -> Mapping[str, str]:
        return numbered("said", self.fields.said)

    @cached_property
    def terms(self) -> Mapping[str, str]:
        return numbered("term", self.fields.terms)

    @cached_property
    def orders(self) -> Mapping[str, str]:
        return numbered("order", self.fields.orders) | {PROMINENCE: FIRST}

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """Attribute → the token that says that an entry has a value of it."""
        return numbered("", (*self.fields.said, *self.fields.terms, *self.fields.numbers))

    def marks_of(self, entry: IndexEntry) -> set[str]:
        kept = (entry.said, entry.terms, entry.numbers, entry.spans)
        return {
            self.marks[attribute] for column in kept for attribute in column if column[attribute]
        }


def numbered(kind: str, attributes: Iterable[str]) -> dict[str, str]:
    """The fields of one kind: term0, term1, ..."""
    unlike = dict.fromkeys(attributes)
    return {attribute: f"{kind}{at}" for at, attribute in enumerate(unlike)}


# Requests and responses: the same for every engine.


@dataclass(frozen=True, slots=True)
class Within:
    """A number from `low` to `high`; None is no limit; `exclusive`: the limits do not match."""

    attribute: str
    low: float | None = None
    high: float | None = None
    exclusive: bool = False


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these keys."""

    attribute: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoneOf:
    """None of these keys; products without a value match."""

    attribute: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextMatch:
    """Free text with all these tokens or, if `yes` is false, without at least one of them."""

    attribute: str
    tokens: tuple[str, ...]
    yes: bool = True


@dataclass(frozen=True, slots=True)
class HasValue:
    """The attribute has a value (term, number, span or text) or, if `yes` is false, has none."""

    attribute: str
    yes: bool = True


@dataclass(frozen=True, slots=True)
class WordMatch:
    """Name or body have all these tokens or, if `yes` is false, lack at least one of them.

    For words that are one of several alternatives; other words are in the request itself.
    """

    tokens: tuple[str, ...]
    yes: bool = True
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of these holds: sites give the same information under several attributes.

    `attribute` is the one whose facet ignores it, whatever the attributes of the conditions; "" if
    no facet does.
    """

    attribute: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of these hold: one of the alternatives of an `Either`."""

    conditions: tuple[Condition, ...]
    attribute: str = ""


Condition: TypeAlias = Within | AnyOf | NoneOf | TextMatch | HasValue | WordMatch | Either | AllOf


@dataclass(frozen=True, slots=True)
class Sort:
    """By one of the entries' orders; products without a number come last, in both directions."""

    attribute: str = PROMINENCE
    descending: bool = True


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """Find products with all `words` (in name or body), all `phrases`, no `without` phrase.

    Words `in_name` must be in the name, `optional` ones need not occur at all. All conditions must
    hold. Without `sort`, products are sorted by relevance to the words; equal ones, and all if
    there are no words, by prominence. Products with a token of `called` in their name come before
    all others, whatever their relevance: those with the longest first. Facets are disjunctive: each
    is counted without the conditions on its own attribute.
    """

    words: tuple[str, ...] = ()
    in_name: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    without: tuple[tuple[str, ...], ...] = ()
    conditions: tuple[Condition, ...] = ()
    facets: tuple[str, ...] = ()
    sort: Sort | None = None
    offset: int = 0
    limit: int = 20

    @property
    def scored(self) -> tuple[str, ...]:
        """The words that make a product relevant, each once."""
        return tuple(dict.fromkeys((*self.words, *self.in_name, *self.optional)))

    @property
    def by_relevance(self) -> bool:
        return not self.sort and bool(self.scored or self.called)


class Hit(NamedTuple):
    id: str
    document: bytes


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """`facets`: for each requested attribute its keys with product counts, largest first."""

    total: int
    hits: tuple[Hit, ...] = ()
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


# The protocols of engines.


class Searcher(Protocol):
    """An index that is open for reading; safe to use from several threads."""

    def search(self, request: SearchRequest) -> SearchResponse: ...

    def count(self, request: SearchRequest) -> int:
        """Only the total, as fast as possible."""

    def get(self, ids: Iterable[str]) -> list[Hit]:
        """Those that exist, in the order of `ids`."""

    def ids(self) -> Iterator[str]:
        """All of them, in any order."""

    def __len__(self) -> int: ...

    def close(self) -> None: ...


class Engine(Protocol):
    """Builds indexes in folders, and opens them. Callers ensure that a folder is complete."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Of the library and our layout: indexes of other versions are not opened."""

    def create(self, folder: Path, fields: Fields, entries: Iterable[IndexEntry]) -> None:
        """Build a new index in an empty folder; ids of entries are unique."""

    def update(
        self, folder: Path, fields: Fields, entries: Iterable[IndexEntry], gone: Iterable[str]
    ) -> None:
        """Replace the entries with the same ids, and remove those in `gone`.

        Not crash-safe: callers update a copy, and put it into use afterwards.
        """

    def open(self, folder: Path, fields: Fields) -> Searcher: ...


# Validation of entries and requests.


class EngineError(SpecSeekError):
    """An engine was given something it cannot store or answer."""


class EngineUnavailable(EngineError):  # noqa: N818 - as of a service
    """The server of an engine gives no whole answer; later it may."""


def checked_entries(entries: Iterable[IndexEntry], fields: Fields) -> Iterator[IndexEntry]:
    """The same entries, one by one; raises EngineError at the first that cannot be stored."""
    seen: set[str] = set()
    known = _FieldSets(fields)
    for entry in entries:
        if entry.id in seen:
            raise EngineError(f"two entries have the id {entry.id!r}: merge them before indexing")
        seen.add(entry.id)
        _check_attributes(entry, known)
        _check_numbers(entry)
        yield entry


class _FieldSets:
    """The attributes of an index as sets, since they are looked up for every entry."""

    def __init__(self, fields: Fields) -> None:
        self.said = frozenset(fields.said)
        self.terms = frozenset(fields.terms)
        self.numbers = frozenset(fields.numbers)
        self.orders = frozenset((*fields.orders, PROMINENCE))


def _check_attributes(entry: IndexEntry, fields: _FieldSets) -> None:
    for kept, known, kind in (
        (entry.said, fields.said, "said"),
        (entry.terms, fields.terms, "terms"),
        (entry.numbers, fields.numbers, "numbers"),
        (entry.spans, fields.numbers, "numbers"),
        (entry.orders, fields.orders, "orders"),
    ):
        if not known.issuperset(kept):
            attribute = next(one for one in kept if one not in known)
            raise EngineError(
                f"entry {entry.id!r} has {kind} of {attribute!r}, which the index does not"
                f" have: add it to Fields.{kind} and rebuild the index"
            )


def _check_numbers(entry: IndexEntry) -> None:
    several = chain(entry.numbers.values(), entry.spans.values(), (entry.orders.values(),))
    if not all(map(isfinite, chain.from_iterable(several))):
        raise EngineError(_not_finite(entry))
    for attribute, (low, high) in entry.spans.items():
        if low > high:
            raise EngineError(
                f"entry {entry.id!r} has a span from {low} to {high} for {attribute!r}:"
                " put the smaller number first"
            )


def _not_finite(entry: IndexEntry) -> str:
    several = chain(entry.numbers.items(), entry.spans.items())
    single = ((attribute, (number,)) for attribute, number in entry.orders.items())
    attribute, numbers = next(
        pair for pair in chain(several, single) if not all(map(isfinite, pair[1]))
    )
    return (
        f"entry {entry.id!r} has {numbers} for {attribute!r}: only finite numbers can be"
        " compared, leave the others out"
    )


def check_request(request: SearchRequest, fields: Fields) -> None:
    """Raise EngineError for an attribute the index does not have, or a negative offset or limit."""
    if request.offset < 0 or request.limit < 0:
        raise EngineError(
            f"offset {request.offset} and limit {request.limit}: neither can be below 0"
        )
    for condition in request.conditions:
        _check_condition(condition, fields)
    for facet in request.facets:
        _check_known(facet, fields.terms, "counted as a facet")
    if request.sort:
        _check_known(request.sort.attribute, (*fields.orders, PROMINENCE), "sorted by")


def _check_condition(condition: Condition, fields: Fields) -> None:
    attribute = condition.attribute
    match condition:
        case Within():
            _check_known(attribute, fields.numbers, "compared with numbers")
        case AnyOf() | NoneOf():
            _check_known(attribute, fields.terms, "filtered by values")
        case TextMatch():
            _check_known(attribute, fields.said, "searched for words")
        case HasValue():
            everything = (*fields.said, *fields.terms, *fields.numbers)
            _check_known(attribute, everything, "asked for")
        case Either() | AllOf():
            for one in condition.conditions:
                _check_condition(one, fields)
        case WordMatch():
            pass


def _check_known(attribute: str, known: Collection[str], doing: str) -> None:
    if attribute not in known:
        raise EngineError(
            f"{attribute!r} cannot be {doing}: the index has {', '.join(known) or 'nothing'}"
        )


# Engines by their name in the settings. Imported on demand: they are large, and two are optional.


def engine_named(name: str) -> Engine:
    """One that needs nothing but its name; `index.generations.index_place` knows the others."""
    if name == "whoosh":
        return _whoosh()
    if name == "tantivy":
        return _tantivy()
    raise EngineError(f"there is no engine {name!r}: choose whoosh or tantivy")


def _whoosh() -> Engine:
    from index.engines.whoosh import WhooshEngine  # noqa: PLC0415 - see above

    return WhooshEngine()


def _tantivy() -> Engine:
    try:
        from index.engines.tantivy import TantivyEngine  # noqa: PLC0415 - see above
    except ModuleNotFoundError as missing:
        if missing.name != "tantivy":
            raise
        raise EngineError(
            "the engine tantivy is not installed: pip install 'specseek[fast]', or choose whoosh"
        ) from missing
    return TantivyEngine()
