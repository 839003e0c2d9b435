"""Merges records into products.

`merge` makes the products of many records, `Catalogue` updates them record by record. A product has
all values that its records give for an attribute (`AttributeValues`), the one to show first, each
with its sources. `same_by_meaning` compares values by meaning.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from core.names import without_arrows
from core.records import BY_RULE
from index.products.identify import Identifier
from index.products.merging import IdentifiedRecord, blocking_keys, groups_of
from index.products.vocabulary import compact
from index.values.read import read_value
from index.values.text import is_placeholder
from index.values.types import FreeText, Price, Quantity, WordList

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from core.topic import Attribute, Topic
    from index.products.identify import ProductKey
    from index.products.names import Variant
    from index.values.types import TypedValue
    from store.records import CurrentRecord


SameValue: TypeAlias = "Callable[[str, str], Hashable]"  # attribute, raw text → what is compared


class RecordSource(NamedTuple):
    """Where a value comes from: page, kind of source ("rule", "json-ld"), rule, time.

    `raw` is this source's own spelling, "" if it is the value's `raw`. `by` is "" if confirmed.
    """

    record_id: int
    url: str
    site: str
    source: str
    rule: str | None
    rule_version: int | None
    since: float
    variant: Variant
    raw: str = ""
    by: str = ""
    confidence: float = 1.0


class SourcedValue(NamedTuple):
    """One value with all its sources; `raw` is the spelling of the best source."""

    raw: str
    sources: tuple[RecordSource, ...]

    @property
    def sites(self) -> frozenset[str]:
        return frozenset(source.site for source in self.sources)


class AttributeValues(NamedTuple):
    """All values of an attribute, the one to show first.

    `conflict`: sources disagree about the same variant.
    """

    values: tuple[SourcedValue, ...]
    conflict: bool = False

    @property
    def shown(self) -> str:
        return self.values[0].raw


def as_written(attribute: str, raw: str) -> str:  # noqa: ARG001 - one signature with typed values
    """Values are the same if they differ only in case, width, spaces and punctuation."""
    return compact(raw) or raw


def attribute_values(
    attribute: str, said: Iterable[tuple[str, RecordSource]], same: SameValue = as_written
) -> AttributeValues:
    """Confirmed values first; of these the understood ones, then those on most sites.

    Among equals: values read by a rule, then the newest, then the longest.
    """
    alike: dict[Hashable, list[tuple[str, RecordSource]]] = defaultdict(list)
    for raw, source in said:
        alike[same(attribute, raw)].append((raw, source))
    values = {key: _one_value(_once_per_page(group)) for key, group in alike.items()}
    if len(values) == 1:
        return AttributeValues(tuple(values.values()))
    in_order = sorted(
        values,
        key=lambda key: _weight(values[key], understood=isinstance(key, tuple)),
        reverse=True,
    )
    return AttributeValues(tuple(values[key] for key in in_order), _disagree(values))


def _once_per_page(said: list[tuple[str, RecordSource]]) -> list[tuple[str, RecordSource]]:
    """What a page shows and also has in its embedded data counts once, as shown."""
    if len(said) == 1:
        return said
    by_page: dict[tuple[str, Variant], tuple[str, RecordSource]] = {}
    for raw, source in said:
        before = by_page.get((source.url, source.variant))
        if before is None or (source.source == BY_RULE and before[1].source != BY_RULE):
            by_page[source.url, source.variant] = (raw, source)
    return list(by_page.values())


def _disagree(values: Mapping[Hashable, SourcedValue]) -> bool:
    """A list that holds all of another does not contradict it."""
    said = [
        (_parts(key), {source.variant.memory for source in value.sources})
        for key, value in values.items()
    ]
    return any(
        not (one <= other or other <= one) and not of_one.isdisjoint(of_other)
        for (one, of_one), (other, of_other) in combinations(said, 2)
    )


def _parts(key: Hashable) -> frozenset[Hashable]:
    """The values of a text, as `same_by_meaning` compares them; each word of a list is one."""
    if not isinstance(key, tuple):
        return frozenset((key,))
    return frozenset(
        part for each in key for part in (each if isinstance(each, frozenset) else (each,))
    )


def _one_value(said: list[tuple[str, RecordSource]]) -> SourcedValue:
    if len(said) == 1:
        return SourcedValue(said[0][0], (said[0][1],))
    spellings: dict[str, list[RecordSource]] = defaultdict(list)
    for raw, source in said:
        spellings[raw].append(source)
    best = max((SourcedValue(raw, tuple(by)) for raw, by in spellings.items()), key=_weight)
    sources = (source if raw == best.raw else source._replace(raw=raw) for raw, source in said)
    return SourcedValue(best.raw, tuple(sources))


def _weight(
    value: SourcedValue, *, understood: bool = False
) -> tuple[bool, bool, int, bool, float, int, str]:
    confirmed = any(not source.by for source in value.sources)
    by_rule = any(source.source == BY_RULE for source in value.sources)
    newest = max(source.since for source in value.sources)
    return confirmed, understood, len(value.sites), by_rule, newest, len(value.raw), value.raw


# Comparing values by meaning: 5000mAh is 5000 毫安时.


def same_by_meaning(topic: Topic) -> SameValue:
    """For `merge`: compares typed values, or the text if it was not understood.

    All typed values of a text count; remarks, like that of 5000mAh(典型值), do not.
    """
    attributes = {attribute.name: attribute for attribute in topic.attributes}

    def same(name: str, raw: str) -> Hashable:
        attribute = attributes.get(name)
        reading = read_value(raw, attribute) if attribute else None
        if (
            attribute is None
            or reading is None
            or not reading.values
            or isinstance(reading.values[0], FreeText)
        ):
            return as_written(name, raw)
        return tuple(_comparable(value, attribute) for value in reading.values)

    return same


def _comparable(value: TypedValue, attribute: Attribute) -> Hashable:
    """Ignores 约, and the order of words; a word stands for its families, too."""
    if isinstance(value, WordList):
        families = (one for word in value.words for one in attribute.families_of.get(word, ()))
        return frozenset(map(str.casefold, (*value.words, *families)))
    return replace(value, approximate=False) if isinstance(value, Quantity | Price) else value


class Member(NamedTuple):
    """A record of the product."""

    record_id: int
    url: str
    site: str
    source: str
    variant: Variant


class Product(NamedTuple):
    """`id` stays the same as long as the name does; `key` is None without a name."""

    id: str
    key: ProductKey | None
    title: str
    members: tuple[Member, ...]
    attributes: Mapping[str, AttributeValues]

    @property
    def sites(self) -> frozenset[str]:
        return frozenset(member.site for member in self.members)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """Each once, in the order of the members."""
        return tuple(dict.fromkeys(member.variant for member in self.members))


def make_product(
    group: Sequence[IdentifiedRecord], *, alone: bool, same: SameValue = as_written
) -> Product:
    """`alone`: no other product has the same key, so that the key is the id."""
    key = group[0].identity.key
    members = tuple(
        Member(
            known.record.id,
            known.record.url,
            known.record.site,
            known.record.source,
            known.identity.variant,
        )
        for known in group
    )
    mark = "" if key and alone else f"~{_fingerprint(group[0].record)}"
    title = _name(group) if mark else _title(group)
    return Product(_key_id(key) + mark, key, title, members, _attributes(group, same))


def _key_id(key: ProductKey | None) -> str:
    return ":".join(key).replace("/", "_") if key else ""


def _fingerprint(record: CurrentRecord) -> str:
    """The same in every run, and in a new ledger."""
    text = f"{record.url} {record.source} {record.ordinal}"
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()


def _name(group: Sequence[IdentifiedRecord]) -> str:
    """The first whole name; "" if no record has one."""
    return next((known.identity.name for known in group if known.identity.name), "")


def _title(group: Sequence[IdentifiedRecord]) -> str:
    """The brand and the model in its commonest spelling; else the whole name.

    A model that is learned from names may be less than people need to know, if only one has it.
    """
    first = group[0].identity
    alike = [known.identity for known in group if known.identity.key == first.key]
    if not first.brand or (first.is_learned and len(alike) == 1):
        return _name(group)
    spellings = Counter(identity.written for identity in alike)
    written = max(spellings, key=lambda text: (spellings[text], len(text), text))
    return f"{first.brand} {written}".strip()


def _attributes(group: Sequence[IdentifiedRecord], same: SameValue) -> dict[str, AttributeValues]:
    said: dict[str, list[tuple[str, RecordSource]]] = defaultdict(list)
    for known in group:
        for attribute, (raw, source) in _said_by(known).items():
            said[attribute].append((raw, source))
    return {
        attribute: attribute_values(attribute, values, same) for attribute, values in said.items()
    }


def _said_by(known: IdentifiedRecord) -> dict[str, tuple[str, RecordSource]]:
    """Attribute → value; several values of one attribute are joined.

    But values read without a rule are dropped if a rule read the attribute, and placeholders
    (暂无数据, N/A) are no values.
    """
    record, said = known.record, dict[str, tuple[str, RecordSource]]()
    for value in record.values:
        name = value.attribute or value.name
        source = RecordSource(
            *(record.id, record.url, record.site, record.source),
            *(value.rule, value.rule_version, value.since, known.identity.variant),
            by=value.by,
            confidence=value.confidence,
        )
        raw = without_arrows(value.raw)
        before = said.get(name)
        if is_placeholder(raw):
            continue
        if before is None or (before[1].by and not value.by):
            said[name] = (raw, source)
        elif value.by and not before[1].by:
            continue
        elif raw not in before[0].split("；"):
            said[name] = (f"{before[0]}；{raw}", before[1])
    return said


# The catalogue of all products.


class CatalogueChange(NamedTuple):
    """The effect of a change: ids of products that are gone, and new or changed products."""

    gone: frozenset[str]
    products: tuple[Product, ...]


class Catalogue:
    """Merges records into products. A change affects only the records of its own block.

    What was learned of names when the catalogue was made stays as it is: a new catalogue learns
    anew. `same` maps raw values to what is compared; the default compares spellings.
    """

    def __init__(
        self,
        topic: Topic,
        records: Iterable[CurrentRecord] = (),
        same: SameValue = as_written,
        identifier: Identifier | None = None,
    ) -> None:
        """Names are read by what `identifier` has learned, else by what these records teach."""
        records = list(records)
        self.identifier = identifier or Identifier(topic, records)
        self._same = same
        self._known: dict[int, IdentifiedRecord] = {}
        self._by_key: dict[tuple[str, str, str], set[int]] = defaultdict(set)
        self._products: dict[str, Product] = {}
        self._product_of: dict[int, str] = {}
        for record in records:
            self._insert(record)
        for block in self._blocks(list(self._known)):
            self._merge(block)

    def products(self) -> list[Product]:
        """In the order of their ids."""
        return [self._products[ident] for ident in sorted(self._products)]

    def product_of(self, record_id: int) -> Product:
        """The product of a record; KeyError for an unknown record."""
        return self._products[self._product_of[record_id]]

    def put(self, record: CurrentRecord) -> CatalogueChange:
        """Add or update a record."""
        left, neighbours = self._take_out(record.id)
        self._insert(record)
        return self._remerge(left, neighbours | {record.id})

    def remove(self, record_id: int) -> CatalogueChange:
        """Remove a record; an unknown one changes nothing."""
        return self._remerge(*self._take_out(record_id))

    def _insert(self, record: CurrentRecord) -> None:
        known = IdentifiedRecord(record, self.identifier.identify(record))
        self._known[record.id] = known
        for key in blocking_keys(known):
            self._by_key[key].add(record.id)

    def _take_out(self, record_id: int) -> tuple[set[str], set[int]]:
        """Remove the record; return the product it belonged to, and the records sharing a key."""
        known = self._known.pop(record_id, None)
        if known is None:
            return set(), set()
        neighbours: set[int] = set()
        for key in blocking_keys(known):
            self._by_key[key].discard(record_id)
            neighbours |= self._by_key[key]
            if not self._by_key[key]:
                del self._by_key[key]
        return {self._product_of.pop(record_id)}, neighbours

    def _remerge(self, left: set[str], touched: set[int]) -> CatalogueChange:
        blocks = list(self._blocks(touched))
        before = left.union(
            *(
                {self._product_of[one] for one in block & self._product_of.keys()}
                for block in blocks
            )
        )
        for ident in before:
            del self._products[ident]
        products = [product for block in blocks for product in self._merge(block)]
        return CatalogueChange(frozenset(before - {one.id for one in products}), tuple(products))

    def _merge(self, block: Iterable[int]) -> list[Product]:
        groups = groups_of(self._known[one] for one in block)
        shared = Counter(group[0].identity.key for group in groups)
        products = [
            make_product(group, alone=shared[group[0].identity.key] == 1, same=self._same)
            for group in groups
        ]
        for product in products:
            self._products[product.id] = product
            self._product_of |= dict.fromkeys(
                (member.record_id for member in product.members), product.id
            )
        return products

    def _blocks(self, starts: Iterable[int]) -> Iterator[set[int]]:
        seen: set[int] = set()
        for start in starts:
            if start not in seen:
                block = self._block(start)
                seen |= block
                yield block

    def _block(self, start: int) -> set[int]:
        """All records connected to this one by shared keys."""
        block, waiting = {start}, [start]
        walked: set[tuple[str, str, str]] = set()
        while waiting:
            for key in blocking_keys(self._known[waiting.pop()]) - walked:
                walked.add(key)
                new = self._by_key[key] - block
                block |= new
                waiting += new
        return block


def merge(
    topic: Topic, records: Iterable[CurrentRecord], same: SameValue = as_written
) -> list[Product]:
    """The products of these records, in the order of their ids."""
    return Catalogue(topic, records, same).products()
