"""From the ledger's records to documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.building.document import (
    PageOfProduct,
    ProductDocument,
    ShownAttribute,
    ShownValue,
    ValueSource,
)
from index.building.embedded import for_people, images_of
from index.building.meaning import meaning_of
from index.products.catalogue import merge
from index.products.typed_same import same_by_meaning

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from core.topic import Attribute, Topic
    from index.products.product import Product
    from index.products.shown_value import AttributeValues, RecordSource, SourcedValue
    from store.records import CurrentRecord

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
