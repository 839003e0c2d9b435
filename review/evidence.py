"""Evidence for and against a new name being an alias of an attribute.

Names are compared by `name_similarity.py`; this module compares their values with known values,
with those of the same products on other sites, and with what the page itself shows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log, log2, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from core.names import name_key
from index.products.catalogue import same_by_meaning
from index.products.identify import Identifier
from index.text import Gap, Kind, normal, pieces_of
from index.values.text import plain, says_nothing
from review.name_similarity import NameLikeness, TopicNames
from review.value_types import UsualAmounts, share_understood
from store.database import batches
from store.records import current_records
from store.schema import records

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import Connection

    from core.topic import Attribute, Topic
    from index.products.identify import ProductKey
    from review.guesses import ValueOnPage
    from store.records import CurrentRecord, CurrentRecordValue


_MOST_PAGES = 30  # values compared one by one with the product's values on other sites
_MOST_VALUES = 50


class AliasEvidence(NamedTuple):
    """`lead`: how much more similar the name is to this attribute's names than to others.

    `values`, `understood` and `usual` are None if unknown.
    """

    attribute: str
    name: NameLikeness
    lead: float
    values: ValueLikeness | None
    understood: float | None
    usual: float | None
    elsewhere: OtherSiteAgreement
    beside: AlsoOnPage | None


class TopicEvidence:
    """Evidence for the names of one topic, from its known values."""

    def __init__(self, topic: Topic, known: KnownValues) -> None:
        self._attributes = topic.attributes
        self._known = known
        self._names = TopicNames(topic)
        self._values = TopicValues(topic, known)
        self._amounts = UsualAmounts(known)
        self._products = ProductEvidence(topic, known)

    def about(self, name: str, shown: Sequence[ValueOnPage]) -> Iterator[AliasEvidence]:
        """The evidence about a name, for each attribute of the topic."""
        alike = {one.name: self._names.likeness(name, one.name) for one in self._attributes}
        first, second = _best_two(alike)
        asked = _NewName.of(name, shown, self._known)
        for attribute in self._attributes:
            own = alike[attribute.name]
            lead = own.total - (second if own.total == first else first)
            yield self._evidence(attribute, own, lead, asked)

    def _evidence(
        self, attribute: Attribute, alike: NameLikeness, lead: float, asked: _NewName
    ) -> AliasEvidence:
        comparable = bool(asked.parts) and self._values.known(attribute.name)
        return AliasEvidence(
            attribute.name,
            alike,
            lead,
            self._values.likeness(asked.parts, attribute.name) if comparable else None,
            share_understood(asked.values, attribute),
            self._amounts.share(asked.values, attribute),
            self._products.elsewhere(asked.said, attribute.name),
            self._products.beside(asked.said, attribute.name),
        )


class _NewName(NamedTuple):
    """A new name with its values, prepared once for all attributes."""

    values: list[str]
    parts: Mapping[str, float]
    said: ProductStatements

    @classmethod
    def of(cls, name: str, shown: Sequence[ValueOnPage], known: KnownValues) -> _NewName:
        values = [one.value for one in shown[:_MOST_VALUES]]
        pages = [one for one in shown if one.url][:_MOST_PAGES]
        parts = value_parts(Counter(one.value for one in shown))
        return cls(values, parts, ProductStatements(name, pages, known))


def _best_two(alike: Mapping[str, NameLikeness]) -> tuple[float, float]:
    ranked = sorted((one.total for one in alike.values()), reverse=True)
    return ranked[0], ranked[1] if len(ranked) > 1 else 0.0


# What the page and other sites say about the products that have a new name.


_AGREE_IF_SAME = 0.8  # how often two sites agree on an attribute of a product
_RAREST = 0.02  # lower bound of a value's frequency: the known values are a sample
_MOST_BITS = 12.0


class OtherSiteAgreement(NamedTuple):
    """How many of the products have the same value on other sites, and what that tells.

    `bits` is positive if it speaks for the attribute, negative if against.
    """

    same: int = 0
    of: int = 0
    bits: float = 0.0


class AlsoOnPage(NamedTuple):
    """The page also shows the attribute itself, under another name and with another value."""

    name: str
    value: str


class ProductStatements:
    """By attribute: what each page says, and what other sites say about its product."""

    def __init__(self, name: str, shown: Sequence[ValueOnPage], known: KnownValues) -> None:
        key = name_key(name)
        self.pages = [one for one in shown if not says_nothing(plain(one.value))]
        self.beside = [
            _by_attribute(said for said in known.on(one.url) if name_key(said.name) != key)
            for one in self.pages
        ]
        self.elsewhere = [
            _by_attribute(said for record in known.elsewhere(one.url) for said in record.values)
            for one in self.pages
        ]


class ProductEvidence:
    """Evidence from products, for one topic."""

    def __init__(self, topic: Topic, known: KnownValues) -> None:
        self._known = known
        self._same = same_by_meaning(topic)
        self._shares_of: dict[str, dict[Hashable, float]] = {}

    def beside(self, said: ProductStatements, attribute: str) -> AlsoOnPage | None:
        """What rules the attribute out, if anything."""
        for one, on_page in zip(said.pages, said.beside, strict=True):
            others = on_page.get(attribute)
            if others and self._same(attribute, one.value) not in self._meanings(others, attribute):
                return AlsoOnPage(others[0].name, others[0].raw)
        return None

    def elsewhere(self, said: ProductStatements, attribute: str) -> OtherSiteAgreement:
        """Agreement on a common value says little, on a rare one much."""
        same = of = 0
        bits = 0.0
        for one, by_others in zip(said.pages, said.elsewhere, strict=True):
            others = by_others.get(attribute)
            if not others:
                continue
            value = self._same(attribute, one.value)
            agrees = value in self._meanings(others, attribute)
            of, same = of + 1, same + agrees
            bits += _bits(self._shares(attribute).get(value, 0.0), agrees=agrees)
        return OtherSiteAgreement(same, of, max(-_MOST_BITS, min(_MOST_BITS, bits)))

    def _meanings(self, said: Sequence[CurrentRecordValue], attribute: str) -> set[Hashable]:
        return {self._same(attribute, one.raw) for one in said}

    def _shares(self, attribute: str) -> dict[Hashable, float]:
        """Value → its frequency; computed once."""
        if attribute not in self._shares_of:
            counts: Counter[Hashable] = Counter()
            for raw, count in self._known.of(attribute).items():
                counts[self._same(attribute, raw)] += count
            total = counts.total()
            self._shares_of[attribute] = {value: n / total for value, n in counts.items()}
        return self._shares_of[attribute]


def _bits(share: float, *, agrees: bool) -> float:
    by_chance = max(share, _RAREST)
    if agrees:
        return log2(_AGREE_IF_SAME / by_chance)
    return log2((1 - _AGREE_IF_SAME) / max(1 - by_chance, 1 - _AGREE_IF_SAME))


def _by_attribute(said: Iterable[CurrentRecordValue]) -> dict[str, list[CurrentRecordValue]]:
    found: defaultdict[str, list[CurrentRecordValue]] = defaultdict(list)
    for one in said:
        if one.attribute and not says_nothing(plain(one.raw)):
            found[one.attribute].append(one)
    return found


# How similar values of a new name are to the known values of an attribute.


_MOST_SHARED = 3


class ValueLikeness(NamedTuple):
    """From 0 to 1; `shared` are the words that contribute most."""

    share: float = 0.0
    shared: tuple[str, ...] = ()


class TopicValues:
    """The parts of the values of each attribute of a topic."""

    def __init__(self, topic: Topic, known: KnownValues) -> None:
        self._parts = {one.name: known.parts(one.name) for one in topic.attributes}
        with_values = [parts for parts in self._parts.values() if parts]
        in_attributes = Counter(part for parts in with_values for part in parts)
        self._weights = {
            part: log((1 + len(with_values)) / count) for part, count in in_attributes.items()
        }
        self._unknown = log(1 + len(with_values)) if with_values else 1.0
        self._squares = {name: self._square(parts) for name, parts in self._parts.items()}

    def known(self, attribute: str) -> bool:
        """Whether any value of the attribute is known."""
        return bool(self._parts.get(attribute))

    def likeness(self, parts: Mapping[str, float], attribute: str) -> ValueLikeness:
        """Cosine similarity of parts; parts that few attributes have weigh more."""
        own = self._parts[attribute]
        products = {
            part: share * own[part] * self._weight(part) ** 2
            for part, share in parts.items()
            if part in own
        }
        lengths = sqrt(self._square(parts) * self._squares[attribute])
        most = sorted(products, key=lambda part: (-products[part], part))[:_MOST_SHARED]
        return ValueLikeness(sum(products.values()) / lengths if lengths else 0.0, tuple(most))

    def _weight(self, part: str) -> float:
        return self._weights.get(part, self._unknown)

    def _square(self, parts: Mapping[str, float]) -> float:
        return sum((share * self._weight(part)) ** 2 for part, share in parts.items())


# The parts of values: words, character pairs, numbers by size and unit.


_MOST_DIFFERENT = 200  # different values of an attribute; more would tell nothing new
_LONGEST = 200  # characters of a value


def value_parts(values: Mapping[str, int]) -> dict[str, float]:
    """Part → the share of values that have it; values that mean "none" do not count."""
    telling = [(raw, count) for raw, count in values.items() if not says_nothing(plain(raw))]
    telling.sort(key=lambda one: (-one[1], one[0]))
    parts: Counter[str] = Counter()
    total = 0
    for raw, count in telling[:_MOST_DIFFERENT]:
        total += count
        for part in set(_parts(raw[:_LONGEST])):
            parts[part] += count
    return {part: count / total for part, count in parts.items()}


def _parts(raw: str) -> Iterable[str]:
    """Latin words, pairs of Han characters, and numbers by digit count and unit."""
    pieces = pieces_of(normal(raw))
    for place, piece in enumerate(pieces):
        behind = pieces[place + 1] if place + 1 < len(pieces) else None
        if piece.kind is Kind.DIGITS:
            whole = len(piece.text.partition(".")[0])
            unit = behind.text[:3] if behind and behind.gap is not Gap.BREAK else ""
            yield f"{'9' * min(whole, 9)}{unit}"
            yield f"9{unit}" if unit and not unit[0].isdigit() else "9"
        elif piece.kind is Kind.HAN and len(piece.text) > 1:
            yield from (piece.text[at : at + 2] for at in range(len(piece.text) - 1))
        else:
            yield piece.text


# The values of existing records, which new names are compared with.


MOST_RECORDS = 5_000  # records that are read from a large ledger, evenly spread


class KnownValues:
    """Values by attribute, by page, and by product."""

    def __init__(self, topic: Topic, known: Iterable[CurrentRecord] = ()) -> None:
        known = list(known)
        self._identifier = Identifier(topic, known)
        self._values: dict[str, Counter[str]] = defaultdict(Counter)
        self._keys: dict[int, ProductKey | None] = {}
        self._parts: dict[str, Mapping[str, float]] = {}
        self._on_page: dict[str, list[CurrentRecord]] = defaultdict(list)
        self._of_product: dict[ProductKey, list[CurrentRecord]] = defaultdict(list)
        for record in known:
            self.add(record)

    def add(self, record: CurrentRecord) -> None:
        """A record counts once, however often it is added."""
        if record.id in self._keys:
            return
        key = self._keys[record.id] = self._identifier.identify(record).key
        if key:
            self._of_product[key].append(record)
        self._on_page[record.url].append(record)
        for said in record.values:
            if said.attribute:
                self._values[said.attribute][said.raw] += 1
                self._parts.pop(said.attribute, None)

    def of(self, attribute: str) -> Mapping[str, int]:
        """The raw values of an attribute, each with its count."""
        return self._values.get(attribute) or {}

    def parts(self, attribute: str) -> Mapping[str, float]:
        """The parts of its values, each with the share of values that have it."""
        if attribute not in self._parts:
            self._parts[attribute] = value_parts(self.of(attribute))
        return self._parts[attribute]

    def on(self, url: str) -> tuple[CurrentRecordValue, ...]:
        """The values of a page's records, in page order."""
        return tuple(said for record in self._on_page.get(url, ()) for said in record.values)

    def elsewhere(self, url: str) -> list[CurrentRecord]:
        """What other sites say about the page's product."""
        return [
            other
            for record in self._on_page.get(url, ())
            if (key := self._keys[record.id])
            for other in self._of_product[key]
            if other.site != record.site
        ]


def known_values(conn: Connection, topic: Topic, urls: Collection[str] = ()) -> KnownValues:
    """The values of at most `MOST_RECORDS` records, and of those on the pages at `urls`."""
    last = conn.scalar(select(func.max(records.c.id))) or 0
    known = KnownValues(
        topic, current_records(conn, topic.name, one_in=-(-last // MOST_RECORDS) or 1)
    )
    for some in batches(sorted(set(urls))):
        for record in current_records(conn, topic.name, urls=some):
            known.add(record)
    return known
