"""The queries of `judged_sets/*.yaml`, and what is right about an answer to one of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import AfterValidator, Field, ValidationError, field_validator
from pydantic_core import InitErrorDetails

from core.errors import SpecSeekError
from core.settings import SHIPPED_TOPICS
from core.topic import shipped_topic, topic_names
from core.yaml_files import read_yaml
from evaluation.fact_conditions import (
    Definitions,
    Fact,
    FileModel,
    NamedCondition,
    Truth,
    parse_condition,
    with_allowed,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pydantic import ValidationInfo

    from evaluation.fact_conditions import Condition, JudgedProduct


_SETS = Path(__file__).with_name("judged_sets")
_FIRST = 10  # products that must be in order, or like `top`


class JudgedQuery(FileModel):
    """The keys are explained in the file."""

    ask: Annotated[str, Field(min_length=1)]
    where: Annotated[tuple[str, ...] | None, Field(min_length=1)] = None
    allowed: tuple[str, ...] | None = None
    first: str = ""
    order: Annotated[str, Field(pattern=r"^(\S+ (asc|desc))?$")] = ""
    top: tuple[str, ...] = ()
    compare: Annotated[tuple[str, ...], Field(max_length=2)] = ()
    held_back: bool = False


def _shipped(topic: str) -> str:
    known = topic_names(SHIPPED_TOPICS)
    if topic not in known:
        raise ValueError(f"{topic!r} is no topic that comes along; there are {', '.join(known)}")
    return topic


class JudgedQueries(FileModel):
    topic: Annotated[str, AfterValidator(_shipped)]
    facts: dict[str, Fact]
    related_brands: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    named: dict[str, NamedCondition] = Field(default_factory=dict)
    kinds: dict[str, tuple[JudgedQuery, ...]]

    @field_validator("kinds")
    @classmethod
    def _understood(
        cls, kinds: dict[str, tuple[JudgedQuery, ...]], info: ValidationInfo
    ) -> dict[str, tuple[JudgedQuery, ...]]:
        """All conditions, so that each mistake is told with its line."""
        if not info.data.keys() >= {"topic", "facts", "related_brands", "named"}:
            return kinds  # their mistakes are told
        known = _definitions(**info.data)
        mistakes = [
            InitErrorDetails(
                type="value_error", loc=(kind, row, *place), input=text, ctx={"error": error}
            )
            for kind, queries in kinds.items()
            for row, query in enumerate(queries)
            for place, text, error in _mistakes(query, known)
        ]
        if mistakes:
            raise ValidationError.from_exception_data("kinds", mistakes)
        return kinds

    @cached_property
    def definitions(self) -> Definitions:
        return _definitions(self.topic, self.facts, self.related_brands, self.named)


def _definitions(
    topic: str,
    facts: Mapping[str, Fact],
    related_brands: Mapping[str, tuple[str, ...]],
    named: Mapping[str, NamedCondition],
) -> Definitions:
    attributes = frozenset(one.name for one in shipped_topic(topic).attributes)
    return Definitions(facts, named, related_brands, attributes)


def _mistakes(
    query: JudgedQuery, known: Definitions
) -> Iterator[tuple[tuple[int | str, ...], str, ValueError]]:
    for key in ("where", "allowed", "top"):
        for place, text in enumerate(getattr(query, key) or ()):
            try:
                parse_condition(text, known)
            except ValueError as error:
                yield (key, place), text, error
    fact = query.order.partition(" ")[0]
    if fact and fact not in known.facts:
        yield ("order",), query.order, ValueError(f"{fact!r} is none of the facts")
    if not (query.where or query.allowed is not None or is_ranked(query)):
        yield (), query.ask, ValueError("nothing says which answers are right; add 'where'")


def is_ranked(query: JudgedQuery) -> bool:
    return bool(query.first or query.order or query.top or query.compare)


def judged_sets() -> list[str]:
    """The names of all sets of queries."""
    return sorted(file.stem for file in _SETS.glob("*.yaml"))


def read_judged_queries(name: str) -> JudgedQueries:
    return read_yaml(_SETS / f"{name}.yaml", JudgedQueries)


# Judging an answer.


@dataclass(frozen=True)
class Answer:
    """The products found, in order; is there something to click if there are none?"""

    found: tuple[str, ...]
    way_out: bool = False
    compared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Judgement:
    """None is what the query says nothing about; a dead end is an empty page without a way out."""

    precision: float | None = None
    recall: float | None = None
    ranked: bool | None = None
    dead_end: bool = False
    missed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        return not (self.dead_end or self.missed or self.wrong) and self.ranked is not False


@dataclass(frozen=True)
class Judge:
    """Knows the facts of all products."""

    products: Mapping[str, JudgedProduct]
    known: Definitions

    @classmethod
    def of(cls, products: Iterable[JudgedProduct], judged: JudgedQueries) -> Self:
        return cls({product.name: product for product in products}, judged.definitions)

    def judge(self, query: JudgedQuery, answer: Answer) -> Judgement:
        """Raises SpecSeekError for a query that no product meets: it would measure nothing."""
        self._check_names(query)
        ranked = self._ranked(query, answer) if is_ranked(query) else None
        dead_end = not (answer.found or answer.compared or answer.way_out)
        if query.where is None and query.allowed is None:
            return Judgement(ranked=ranked, dead_end=dead_end)
        truths = self._truths(query)
        wanted = [name for name, truth in truths.items() if truth is Truth.YES]
        if query.where is not None and not wanted:
            raise SpecSeekError(f"no product is a right answer to {query.ask!r}: leave it out")
        given = set(answer.found)
        wrong = [name for name, truth in truths.items() if truth < Truth.ARGUABLE and name in given]
        found = given.intersection(wanted)
        if wanted:
            precision = len(found) / (len(found) + len(wrong)) if found else 0.0
        else:
            precision = 1 - len(wrong) / len(answer.found) if answer.found else 1.0
        return Judgement(
            precision,
            len(found) / len(wanted) if wanted else None,
            ranked,
            dead_end,
            tuple(name for name in wanted if name not in found),
            tuple(wrong),
        )

    def _check_names(self, query: JudgedQuery) -> None:
        for name in (query.first, *query.compare):
            if name and name not in self.products:
                raise SpecSeekError(f"{query.ask!r}: there is no product {name!r}")

    def _truths(self, query: JudgedQuery) -> dict[str, Truth]:
        where, allowed = (
            None if texts is None else self._all_of(texts) for texts in (query.where, query.allowed)
        )
        truths = {}
        for name, product in self.products.items():
            truth = where(product) if where else Truth.NO
            truths[name] = with_allowed(truth, allowed(product)) if allowed else truth
        return truths

    def _all_of(self, texts: Iterable[str]) -> Condition:
        conditions = [parse_condition(text, self.known) for text in texts]
        return lambda product: min((each(product) for each in conditions), default=Truth.YES)

    def _ranked(self, query: JudgedQuery, answer: Answer) -> bool:
        if query.first:
            return answer.found[:1] == (query.first,)
        if query.compare:
            return set(answer.compared) == set(query.compare)
        among = self._truths(query) if query.where else dict.fromkeys(self.products, Truth.YES)
        shown = [self.products[name] for name in answer.found if among[name] >= Truth.ARGUABLE]
        wanted = [self.products[name] for name, truth in among.items() if truth is Truth.YES]
        if query.top:
            like = self._all_of(query.top)
            enough = min(_FIRST, sum(like(product) is Truth.YES for product in wanted))
            return len(shown) >= enough and all(
                like(product) >= Truth.ARGUABLE for product in shown[:enough]
            )
        fact, direction = query.order.split()
        return in_order(shown, wanted, self.known.facts[fact], descending=direction == "desc")


def in_order(
    shown: Sequence[JudgedProduct], wanted: Iterable[JudgedProduct], fact: Fact, *, descending: bool
) -> bool:
    """Do the first ten begin with the most extreme, and does each have a number that follows?"""
    sign = -1 if descending else 1
    keys = [_keys(product, fact, sign) for product in shown[:_FIRST]]
    with_number = [min(found) for product in wanted if (found := _keys(product, fact, sign))]
    needed = min(_FIRST, len(with_number))
    if len(keys) < needed or not all(keys[:needed]) or min(keys[0]) > min(with_number):
        return False
    reached = min(keys[0])
    for found in keys[1:needed]:
        following = [key for key in found if key >= reached]
        if not following:
            return False
        reached = min(following)
    return True


def _keys(product: JudgedProduct, fact: Fact, sign: int) -> list[float]:
    """Smallest first is right; of several numbers (8GB/12GB) each may decide."""
    return [sign * number for number in fact.ordering_numbers(product)]
