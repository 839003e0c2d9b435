"""Makes product documents from the ledger's records.

Records of one product are merged (`index/products`); pictures and currencies, which pages give only
in their embedded data, are put where they belong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from core.currencies import currency_of
from core.records import BY_ROWS, BY_RULE
from core.topic import Role, ValueType
from index.derived import with_derived
from index.documents import PageOfProduct, ProductDocument, ShownAttribute, ShownValue, ValueSource
from index.media import Media
from index.products.catalogue import merge, same_by_meaning
from index.values.format import meaning_of
from index.values.read import read_value

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.products.catalogue import AttributeValues, Product, RecordSource, SourcedValue
    from store.pictures import StoredPicture
    from store.records import CurrentRecord


# Limits per product, so that no page can blow up the index; the ledger keeps everything.
LONGEST_RAW = 4_000  # characters
_MOST_ATTRIBUTES = 500
_MOST_VALUES = 100
_MOST_IMAGES = 12
_MOST_TEXT = 400_000  # characters of all values; beyond it only the first value is kept


class ProductDocuments:
    """All products of some records; each document is made on demand."""

    def __init__(
        self,
        records: Iterable[CurrentRecord],
        topic: Topic,
        pictures: Mapping[str, StoredPicture] | None = None,
    ) -> None:
        """`pictures` are those that were fetched, by address."""
        self._topic = topic
        self._known = {attribute.name: attribute for attribute in topic.attributes}
        self._images: dict[int, tuple[str, ...]] = {}
        self._media = Media(pictures or {})
        self._products = merge(topic, self._prepared(records, topic), same_by_meaning(topic))
        self._media.count(self._products)

    def __len__(self) -> int:
        return len(self._products)

    def __iter__(self) -> Iterator[ProductDocument]:
        """In the order of their ids: the same in every run."""
        return map(self._document, self._products)

    def only(self, ids: Container[str]) -> Iterator[ProductDocument]:
        return (self._document(product) for product in self._products if product.id in ids)

    def _document(self, product: Product) -> ProductDocument:
        media = self._media
        if not product.title:
            product = product._replace(title=media.headline(product))
        document = document_of(product, self._known, self._images)
        document = with_derived(document, self._topic)
        return document._replace(picture=media.picture(product), media=media.links(product))

    def _prepared(self, records: Iterable[CurrentRecord], topic: Topic) -> Iterator[CurrentRecord]:
        for record in records:
            if self._media.add(record):
                continue
            if images := images_of(record):
                self._images[record.id] = images
            yield with_currency(record, topic)


def document_of(
    product: Product, known: Mapping[str, Attribute], images: Mapping[int, tuple[str, ...]]
) -> ProductDocument:
    """`known` are the topic's attributes by name, `images` the picture URLs by record id."""
    pages = {member.record_id: place for place, member in enumerate(product.members)}
    in_order = [name for name in known if name in product.attributes]
    others = [name for name in product.attributes if name not in known]
    return ProductDocument(
        product.id,
        _shortened(product.title) or product.members[0].url,
        product.key.brand if product.key else "",
        tuple(
            PageOfProduct(
                *(member.record_id, member.url, member.site, member.source),
                " ".join(filter(None, (member.variant.memory, *member.variant.marks))),
            )
            for member in product.members
        ),
        tuple(
            _within_text_limit(
                _attribute(name, known.get(name), product.attributes[name], pages)
                for name in (*in_order, *others)[:_MOST_ATTRIBUTES]
            )
        ),
        _images(product, images),
    )


def _within_text_limit(attributes: Iterable[ShownAttribute]) -> Iterator[ShownAttribute]:
    left = _MOST_TEXT
    for attribute in attributes:
        left -= sum(
            len(value.raw) + sum(len(one.raw) for one in value.said_by)
            for value in attribute.values
        )
        yield attribute if left >= 0 else _first_value_only(attribute)


def _first_value_only(attribute: ShownAttribute) -> ShownAttribute:
    shown = attribute.values[0]
    return attribute._replace(values=(shown._replace(said_by=shown.said_by[:1]),))


def _images(product: Product, images: Mapping[int, tuple[str, ...]]) -> tuple[str, ...]:
    found = (url for member in product.members for url in images.get(member.record_id, ()))
    return tuple(dict.fromkeys(found))[:_MOST_IMAGES]


# What each shop words, sets or numbers by itself, and what tells variants apart: sources that
# differ here do not disagree.
_MAY_DIFFER = frozenset(
    (Role.NAME, Role.PRICE, Role.GTIN, Role.MPN, Role.SKU, Role.CODE, Role.VARIANT, Role.IMAGE)
)


def _attribute(
    name: str, attribute: Attribute | None, said: AttributeValues, pages: Mapping[int, int]
) -> ShownAttribute:
    in_order = said.values
    if attribute and attribute.type is ValueType.PRICE and len(in_order) > 1:
        in_order = tuple(sorted(in_order, key=lambda one: _is_foreign(one.raw, attribute)))
    values = tuple(_value(one, attribute, pages) for one in in_order[:_MOST_VALUES])
    conflict = said.conflict and not (attribute and attribute.role in _MAY_DIFFER)
    return ShownAttribute(_shortened(name), attribute is not None, conflict, values)


def _is_foreign(raw: str, price: Attribute) -> bool:
    """Whether it is in another currency than the attribute's, which is to be shown first."""
    home = currency_of(price.unit)
    return any(getattr(one, "currency", home) != home for one in read_value(raw, price).values)


def _value(
    value: SourcedValue, attribute: Attribute | None, pages: Mapping[int, int]
) -> ShownValue:
    meaning = meaning_of(value.raw, attribute) if attribute else ""
    said_by = tuple(_value_source(source, pages) for source in value.sources[:_MOST_VALUES])
    return ShownValue(_shortened(value.raw), meaning, said_by)


def _value_source(source: RecordSource, pages: Mapping[int, int]) -> ValueSource:
    place, rule, version = pages[source.record_id], source.rule or "", source.rule_version or 0
    raw = _shortened(source.raw)
    return ValueSource(place, rule, version, source.since, raw, source.by, source.confidence)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_RAW else f"{text[:LONGEST_RAW]}…"


# Embedded data (JSON-LD, microdata) beside a product's values: pictures, the price's currency.


_VISIBLE_SOURCES = frozenset((BY_RULE, BY_ROWS))  # text that people see, not embedded data
_IMAGE = "image"
_CURRENCY = "priceCurrency"
_LONGEST_URL = 2000


def images_of(record: CurrentRecord) -> tuple[str, ...]:
    """URLs (http or https only) of the pictures that a page's embedded data names."""
    urls = (_web_url(record.url, raw) for raw in _embedded_values(record, _IMAGE))
    return tuple(dict.fromkeys(filter(None, urls)))


def with_currency(record: CurrentRecord, topic: Topic) -> CurrentRecord:
    """Without pictures and currency, but with foreign currencies written before their prices.

    Embedded data has the 799 in one place and the USD in another: alone, 799 would mean 799元.
    """
    if record.source in _VISIBLE_SOURCES:
        return record
    currency = next(_embedded_values(record, _CURRENCY), "")
    foreign = _foreign_prices(topic, currency) if currency else frozenset()
    values = tuple(
        value._replace(raw=f"{currency} {value.raw}") if value.attribute in foreign else value
        for value in record.values
        if value.attribute or value.name not in {_IMAGE, _CURRENCY}
    )
    return record._replace(values=values)


def _embedded_values(record: CurrentRecord, name: str) -> Iterator[str]:
    if record.source not in _VISIBLE_SOURCES:
        yield from (one.raw for one in record.values if one.name == name and not one.attribute)


def _foreign_prices(topic: Topic, currency: str) -> frozenset[str]:
    """The price attributes whose own currency is not this one."""
    return frozenset(
        attribute.name
        for attribute in topic.attributes
        if attribute.type is ValueType.PRICE
        and currency_of(attribute.unit) != currency_of(currency)
    )


def _web_url(page: str, written: str) -> str:
    """Absolute; "" for anything that a browser must not be sent to."""
    try:
        url = urljoin(page, written.strip())
        parts = urlsplit(url)
    except ValueError:
        return ""
    is_web = parts.scheme in {"http", "https"} and parts.hostname
    is_clean = url.isprintable() and " " not in url and len(url) <= _LONGEST_URL
    return url if is_web and is_clean else ""
