"""A product as it is kept in an index and shown on pages: every value with its sources.

`ProductDocuments` makes the documents of the ledger's records: records of one product are merged,
what pages tell machines (pictures, currencies) is put where it belongs.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

import msgspec

from core.records import BY_ROWS, BY_RULE
from core.topic import ValueType
from index.products.catalogue import merge, same_by_meaning
from index.values.format import meaning_of
from index.values.price import currency_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.products.catalogue import AttributeValues, Product, RecordSource, SourcedValue
    from store.records import CurrentRecord


class PageOfProduct(NamedTuple):
    """Where a record was read; `source` is how ("rule", "rows", "json-ld", "microdata")."""

    record_id: int
    url: str
    site: str
    source: str
    variant: str


class ValueSource(NamedTuple):
    """One page (its place in `ProductDocument.pages`) says it, by a rule, since a time.

    `raw` is how this page writes it, "" where it writes what the value's own `raw` says. What was
    read without a rule tells how (`by`), and how sure that is.
    """

    page: int
    rule: str
    rule_version: int
    since: float
    raw: str = ""
    by: str = ""
    confidence: float = 1.0


class ShownValue(NamedTuple):
    """A value as a page writes it, and as it was understood ("" if it was not)."""

    raw: str
    meaning: str
    said_by: tuple[ValueSource, ...]

    @property
    def confirmed(self) -> bool:
        """Did a rule read it anywhere, or a page tell it machines?"""
        return any(not saying.by for saying in self.said_by)


class ShownAttribute(NamedTuple):
    """`name` is the topic's, or the page's own where the topic has none (`known` false).

    The value to show comes first; `conflict` tells that pages disagree about one variant.
    """

    name: str
    known: bool
    conflict: bool
    values: tuple[ShownValue, ...]

    @property
    def shown(self) -> str:
        return self.values[0].raw


class ProductDocument(NamedTuple):
    """Attributes in the topic's order, then those the topic does not know."""

    id: str
    title: str
    brand: str
    pages: tuple[PageOfProduct, ...]
    attributes: tuple[ShownAttribute, ...]
    images: tuple[str, ...] = ()

    @property
    def sites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(page.site for page in self.pages))

    @property
    def confirmed(self) -> bool:
        """Is any of its values? Of what says nothing there is nothing to confirm."""
        values = (value for one in self.attributes for value in one.values)
        return not self.attributes or any(value.confirmed for value in values)

    def get(self, name: str) -> ShownAttribute | None:
        return next((one for one in self.attributes if one.name == name), None)

    def to_json(self) -> bytes:
        try:
            return _ENCODER.encode(self)
        except UnicodeEncodeError:  # halves of characters, which no UTF-8 can hold
            return json.dumps(self, ensure_ascii=False).encode("utf-8", "replace")

    @classmethod
    def from_json(cls, body: bytes) -> ProductDocument:
        return _DECODER.decode(body)


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ProductDocument)


# What pages tell machines beside a product's values: its pictures, the currency of its price.


_FOR_PEOPLE = frozenset((BY_RULE, BY_ROWS))  # what pages show, not what they tell machines
_IMAGE = "image"
_CURRENCY = "priceCurrency"
_LONGEST_ADDRESS = 2000


def images_of(record: CurrentRecord) -> tuple[str, ...]:
    """Addresses of pictures that a page's data names; nothing but http and https."""
    addresses = (_web_address(record.url, raw) for raw in _told(record, _IMAGE))
    return tuple(dict.fromkeys(filter(None, addresses)))


def for_people(record: CurrentRecord, topic: Topic) -> CurrentRecord:
    """Without what only machines read; a price has its currency beside it if it is a foreign one.

    Data has 799 and, elsewhere, USD: alone, the 799 would be taken for 799元.
    """
    if record.source in _FOR_PEOPLE:
        return record
    currency = next(_told(record, _CURRENCY), "")
    foreign = _foreign_prices(topic, currency) if currency else frozenset()
    values = tuple(
        value._replace(raw=f"{currency} {value.raw}") if value.attribute in foreign else value
        for value in record.values
        if value.attribute or value.name not in {_IMAGE, _CURRENCY}
    )
    return record._replace(values=values)


def _told(record: CurrentRecord, name: str) -> Iterator[str]:
    if record.source not in _FOR_PEOPLE:
        yield from (one.raw for one in record.values if one.name == name and not one.attribute)


def _foreign_prices(topic: Topic, currency: str) -> frozenset[str]:
    """The attributes whose values are prices, but in another currency than this."""
    return frozenset(
        attribute.name
        for attribute in topic.attributes
        if attribute.type is ValueType.PRICE
        and currency_of(attribute.unit) != currency_of(currency)
    )


def _web_address(page: str, written: str) -> str:
    """Absolute, or "" for what is no address a browser may be sent to."""
    try:
        address = urljoin(page, written.strip())
        parts = urlsplit(address)
    except ValueError:
        return ""
    is_web = parts.scheme in {"http", "https"} and parts.hostname
    clean = address.isprintable() and " " not in address and len(address) <= _LONGEST_ADDRESS
    return address if is_web and clean else ""


# From the ledger's records to documents.


# What is kept of one product; the ledger has all of it, and no page may cost more than this.
LONGEST_RAW = 4_000  # characters
_MOST_ATTRIBUTES = 500
_MOST_VALUES = 100
_MOST_IMAGES = 12
_MOST_TEXT = 400_000  # characters of all values; behind them only what is shown is kept


class ProductDocuments:
    """All products of some records; documents are made as they are asked for."""

    def __init__(self, records: Iterable[CurrentRecord], topic: Topic) -> None:
        self._known = {attribute.name: attribute for attribute in topic.attributes}
        self._images: dict[int, tuple[str, ...]] = {}
        self._products = merge(self._prepared(records, topic), same_by_meaning(topic))

    def __len__(self) -> int:
        return len(self._products)

    def __iter__(self) -> Iterator[ProductDocument]:
        """In the order of their ids, the same in every run."""
        return (document_of(product, self._known, self._images) for product in self._products)

    def only(self, ids: Container[str]) -> Iterator[ProductDocument]:
        chosen = (product for product in self._products if product.id in ids)
        return (document_of(product, self._known, self._images) for product in chosen)

    def _prepared(self, records: Iterable[CurrentRecord], topic: Topic) -> Iterator[CurrentRecord]:
        for record in records:
            if images := images_of(record):
                self._images[record.id] = images
            yield for_people(record, topic)


def document_of(
    product: Product, known: Mapping[str, Attribute], images: Mapping[int, tuple[str, ...]]
) -> ProductDocument:
    """`known` are the topic's attributes by name, `images` addresses by the record's id."""
    pages = {member.record_id: place for place, member in enumerate(product.members)}
    in_order = [name for name in known if name in product.attributes]
    others = [name for name in product.attributes if name not in known]
    return ProductDocument(
        product.id,
        _short(product.title) or _named_by_page(product),
        product.key.brand if product.key else "",
        tuple(
            PageOfProduct(
                *(member.record_id, member.url, member.site, member.source),
                " ".join(filter(None, (member.variant.memory, *member.variant.marks))),
            )
            for member in product.members
        ),
        tuple(
            _within_limit(
                _attribute(name, known.get(name), product.attributes[name], pages)
                for name in (*in_order, *others)[:_MOST_ATTRIBUTES]
            )
        ),
        _images(product, images),
    )


def _within_limit(attributes: Iterable[ShownAttribute]) -> Iterator[ShownAttribute]:
    left = _MOST_TEXT
    for attribute in attributes:
        left -= sum(
            len(value.raw) + sum(len(one.raw) for one in value.said_by)
            for value in attribute.values
        )
        yield attribute if left >= 0 else _shown_alone(attribute)


def _shown_alone(attribute: ShownAttribute) -> ShownAttribute:
    shown = attribute.values[0]
    return attribute._replace(values=(shown._replace(said_by=shown.said_by[:1]),))


def _named_by_page(product: Product) -> str:
    """A record without a name is called by its page's address."""
    return product.members[0].url


def _images(product: Product, images: Mapping[int, tuple[str, ...]]) -> tuple[str, ...]:
    all_of_them = (images.get(member.record_id, ()) for member in product.members)
    return tuple(dict.fromkeys(one for some in all_of_them for one in some))[:_MOST_IMAGES]


def _attribute(
    name: str, attribute: Attribute | None, said: AttributeValues, pages: Mapping[int, int]
) -> ShownAttribute:
    values = tuple(_value(one, attribute, pages) for one in said.values[:_MOST_VALUES])
    return ShownAttribute(_short(name), attribute is not None, said.conflict, values)


def _value(
    value: SourcedValue, attribute: Attribute | None, pages: Mapping[int, int]
) -> ShownValue:
    meaning = meaning_of(value.raw, attribute) if attribute else ""
    said_by = tuple(_saying(source, pages) for source in value.sources[:_MOST_VALUES])
    return ShownValue(_short(value.raw), meaning, said_by)


def _saying(source: RecordSource, pages: Mapping[int, int]) -> ValueSource:
    place, rule, version = pages[source.record_id], source.rule or "", source.rule_version or 0
    raw = _short(source.raw)
    return ValueSource(place, rule, version, source.since, raw, source.by, source.confidence)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_RAW else f"{text[:LONGEST_RAW]}…"
