"""The interface of all engines: what they take in, what they are asked, what they answer.

An engine makes indexes of `IndexEntry`s in a folder (`Engine.create`, `update`) and opens them;
the `Searcher` it gives answers a `SearchRequest` with a `SearchResponse`. `checked_entries` and
`check_request` refuse what no engine can keep or answer. A further engine implements `Engine` and
`Searcher`, is added to `engine_named`, and passes tests/index/engines.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path


# Every entry has this order: what comes first when nothing else tells. Below 0 it is unconfirmed:
# it comes behind what is not, and fits words only so well.
PROMINENCE = "prominence"
UNCONFIRMED_FITS = 0.8


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One product, ready for any engine. Attributes are called by their standard names.

    `name` and `body` are tokens to find it by; a token in the name weighs more. `exact` is the
    same text in its smallest pieces, in order, for phrases. `said` has the tokens of single
    attributes of free text, to look for a word in one attribute alone.

    `terms` are what facets count, each key once. `numbers` are points to filter by; `spans` are
    from-to, where a value is a range: a filter finds a product by a point inside its limits,
    or by a span that overlaps them. `orders` has one number per attribute, to sort by.
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
    """Which attributes the entries of an index may have, by what is kept of them."""

    said: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    orders: tuple[str, ...] = (PROMINENCE,)


# Requests and responses: the same for every engine.


@dataclass(frozen=True, slots=True)
class Within:
    """A number from `low` to `high`, None where there is no limit; `exclusive`: limits are out."""

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
    """None of these keys; products without any value stay in."""

    attribute: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextMatch:
    """Free text that has all these tokens, or, with `yes` false, not all of them."""

    attribute: str
    tokens: tuple[str, ...]
    yes: bool = True


@dataclass(frozen=True, slots=True)
class HasValue:
    """Is there any value (a term, number, span or said word) of the attribute at all?"""

    attribute: str
    yes: bool = True


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of these holds: sites tell one thing under several attributes.

    `attribute` is the one whose facet leaves it out; the conditions' own count for nothing there.
    """

    attribute: str
    conditions: tuple[Within | AnyOf | NoneOf | TextMatch | HasValue, ...]


Condition: TypeAlias = Within | AnyOf | NoneOf | TextMatch | HasValue | Either


@dataclass(frozen=True, slots=True)
class Sort:
    """By an order of the entries; products without one come last, whichever way."""

    attribute: str = PROMINENCE
    descending: bool = True


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """Find products with all `words` (in name or body), all `phrases`, no `without` phrase.

    All conditions must hold. `sort` None is by relevance to the words; among equals, and where
    there are no words, by prominence. A facet is counted as if nobody had chosen anything in
    it: conditions on its own attribute are left out.
    """

    words: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    without: tuple[tuple[str, ...], ...] = ()
    conditions: tuple[Condition, ...] = ()
    facets: tuple[str, ...] = ()
    sort: Sort | None = None
    offset: int = 0
    limit: int = 20


class Hit(NamedTuple):
    id: str
    document: bytes


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """`facets`: for each asked attribute its keys with the number of products, most first."""

    total: int
    hits: tuple[Hit, ...] = ()
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


# What an engine has to do.


class Searcher(Protocol):
    """An index that is open for reading; safe to use from several threads."""

    def search(self, request: SearchRequest) -> SearchResponse: ...

    def count(self, request: SearchRequest) -> int:
        """The total alone, as fast as can be."""

    def get(self, ids: Iterable[str]) -> list[Hit]:
        """Those that are there, in the order asked for."""

    def ids(self) -> Iterator[str]:
        """All of them, in any order."""

    def __len__(self) -> int: ...

    def close(self) -> None: ...


class Engine(Protocol):
    """Makes indexes in folders, and opens them. Callers see to it that a folder is whole."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str:
        """Of the library and our own layout: an index of another version is not opened."""

    def create(self, folder: Path, fields: Fields, entries: Iterable[IndexEntry]) -> None:
        """A new index in an empty folder; entries have different ids."""

    def update(
        self, folder: Path, fields: Fields, entries: Iterable[IndexEntry], gone: Iterable[str]
    ) -> None:
        """Put entries in the place of those with their ids, take out what is gone.

        Not crash-safe: callers work on a copy and put it in place when this has returned.
        """

    def open(self, folder: Path, fields: Fields) -> Searcher: ...


# What no engine takes in, and what none can answer, is refused before it is too late.


class EngineError(SpecSeekError):
    """An engine was given what it cannot keep or answer."""


def checked_entries(entries: Iterable[IndexEntry], fields: Fields) -> Iterator[IndexEntry]:
    """The same entries, one by one; an EngineError at the first that cannot be kept."""
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
    """The attributes an index has, as sets: they are looked up for every entry."""

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
                f" have: add it to Fields.{kind} and build the index anew"
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
    """An EngineError for an attribute the index does not have, or a page that cannot be."""
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
        case Either():
            for one in condition.conditions:
                _check_condition(one, fields)


def _check_known(attribute: str, known: Collection[str], doing: str) -> None:
    if attribute not in known:
        raise EngineError(
            f"{attribute!r} cannot be {doing}: the index has {', '.join(known) or 'nothing'}"
        )


# Which engine? By its name in the settings.


# Engines are imported when they are asked for: one of them is an extra, none is small.


def engine_named(name: str) -> Engine:
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
