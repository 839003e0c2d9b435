"""Makes product documents from the ledger's records.

Records of one product are merged (`index/products`); pictures and currencies, which pages give only
in their embedded data, are put where they belong.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from core.currencies import currency_of
from core.locales import any_of, merged
from core.records import BY_ROWS, BY_RULE, HEADLINE, MEDIA, PICTURE
from core.topic import Role, ValueType
from core.topic_parts import Take
from core.urls import canonical_url
from index.documents import (
    PageOfProduct,
    ProductDocument,
    ProductMedia,
    ProductPicture,
    ShownAttribute,
    ShownValue,
    ValueSource,
)
from index.fields import brand_attribute
from index.products.catalogue import merge, same_by_meaning
from index.products.vocabulary import brands_of
from index.values.format import format_quantity, meaning_of
from index.values.read import read_value
from index.values.text import plain, says_nothing
from index.values.types import Quantity, Resolution, Size
from index.values.words import words_in

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from core.topic import Attribute, Topic
    from core.topic_parts import ReadFrom
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


# Shops choose names, prices and codes themselves, and variants differ: different values of these
# roles are not a conflict.
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
    """The absolute URL; "" if it is not a web address that a browser may open."""
    try:
        url = urljoin(page, written.strip())
        parts = urlsplit(url)
    except ValueError:
        return ""
    is_web = parts.scheme in {"http", "https"} and parts.hostname
    is_clean = url.isprintable() and " " not in url and len(url) <= _LONGEST_URL
    return url if is_web and is_clean else ""


# Facts that pages give under another attribute: the thickness is a side of the body's size.
#
# The topic tells which attributes are read from which (`ReadFrom`); the brand is that of the name.


def with_derived(document: ProductDocument, topic: Topic) -> ProductDocument:
    """The document with what its own values tell of attributes that no page gives."""
    shown = {one.name: one for one in document.attributes if one.known}
    before = len(shown)
    if brand := _brand(document, topic):
        shown[brand.name] = brand
    for attribute in topic.attributes:  # each is read from attributes before it
        is_missing = attribute.read_from and attribute.name not in shown
        if is_missing and (derived := _derived(attribute, topic, shown)):
            shown[attribute.name] = derived
    if len(shown) == before:
        return document
    in_order = sorted(shown.values(), key=lambda one: topic.places[one.name])
    others = (one for one in document.attributes if not one.known)
    return document._replace(attributes=(*in_order, *others))


def _brand(document: ProductDocument, topic: Topic) -> ShownAttribute | None:
    """The brand that the product's name begins with."""
    name, brand = brand_attribute(topic), brands_of(topic).get(document.brand)
    if not (name and brand) or document.get(name):
        return None
    for naming in (*topic.attributes_of(Role.NAME), *topic.attributes_of(Role.MODEL)):
        if named := document.get(naming.name):
            first = brand.names[0]
            value = ShownValue(first, first, tuple(_sources(named.values[0])))
            return ShownAttribute(
                name, known=True, conflict=False, values=(value,), derived=(naming.name,)
            )
    return None


def _derived(
    attribute: Attribute, topic: Topic, shown: dict[str, ShownAttribute]
) -> ShownAttribute | None:
    """From the first source that tells anything; lists from all sources."""
    said: dict[str, list[ValueSource]] = {}
    used: list[str] = []
    conflict = False
    for source in attribute.read_from:
        other = shown.get(source.attribute)
        known = topic.attributes[topic.places[source.attribute]]
        for value in other.values if other else ():
            if raw := read_from(value.raw, known, source, attribute):
                said.setdefault(raw, []).extend(_sources(value))
                conflict |= bool(other and other.conflict)
                used.append(source.attribute)
        if said and attribute.type is not ValueType.LIST:
            break
    if not said:
        return None
    return ShownAttribute(
        attribute.name,
        known=True,
        conflict=conflict and len(said) > 1,
        values=tuple(
            ShownValue(raw, meaning_of(raw, attribute), tuple(dict.fromkeys(sources)))
            for raw, sources in said.items()
        ),
        derived=tuple(dict.fromkeys(used)),
    )


def _sources(value: ShownValue) -> Iterator[ValueSource]:
    """The pages of a value, each with the text that it was read from."""
    for source in value.said_by:
        yield source if source.raw else source._replace(raw=value.raw)


# What one text of another attribute tells.


_NEGATIONS = (
    *merged(lambda locale: locale.values.no),
    *merged(lambda locale: locale.query.negation.without),
)
_NOT = re.compile(rf"(?:{any_of(_NEGATIONS)})\s?$", re.IGNORECASE)


def read_from(raw: str, known: Attribute, source: ReadFrom, attribute: Attribute) -> str:
    """What a text of the attribute `known` says of another attribute; "" for nothing."""
    if source.classes:
        return _class(raw, known, source)
    if source.value:
        return source.value if _tells(raw, source.words) else ""
    if source.take is Take.SMALLEST:
        return _smallest(raw, known)
    if source.take is Take.COUNT:
        return _count(raw, known, attribute)
    if attribute.words:
        values = words_in(raw, attribute)
        return "、".join(_taken(values, source.take))
    values = tuple(filter(None, meaning_of(raw, attribute).split(" / ")))
    return " / ".join(_taken(values, source.take))


def _taken(values: tuple[str, ...], take: Take) -> tuple[str, ...]:
    match take:
        case Take.FIRST:
            return values[:1]
        case Take.LAST:
            return values[-1:]
        case _:
            return values


def _class(raw: str, known: Attribute, source: ReadFrom) -> str:
    screens = (one for one in read_value(raw, known).values if isinstance(one, Resolution))
    largest = max(screens, key=lambda one: one.width * one.height, default=None)
    if largest is None:
        return ""
    either = (one.value for one in source.classes if one.holds(largest.width, largest.height))
    return next(either, "")


def _tells(raw: str, words: tuple[str, ...]) -> bool:
    """Any value at all or, with words, one of them without a negation before it."""
    if not words:
        return not says_nothing(plain(raw))
    found = _either(words).search(raw)
    return found is not None and not _NOT.search(raw[: found.start()])


@lru_cache(maxsize=100)
def _either(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, words)), re.IGNORECASE)


def _smallest(raw: str, known: Attribute) -> str:
    for value in read_value(raw, known).values:
        if isinstance(value, Size):
            return format_quantity(min(value.length, value.width, value.height), value.unit)
    return ""


def _count(raw: str, known: Attribute, attribute: Attribute) -> str:
    """The word for that number: 单摄 is the first, 双摄 the second."""
    amounts = sum(isinstance(one, Quantity) for one in read_value(raw, known).values)
    return attribute.words[amounts - 1][0] if 0 < amounts <= len(attribute.words) else ""


# The picture of a product, and links to videos and manuals, out of what its pages show.
#
# Pages have a record of their media beside those of their products (`core.records.MEDIA`). A
# product gets the best picture that was fetched for one of its pages; a picture that many products
# would have, such as the words "no picture", is left out.


_COMMON = 5  # products
_MOST_LINKS = 6
_LARGE = 300  # pixels: beyond this size the surer picture is the better one


class _PageMedia(NamedTuple):
    picture: str
    confidence: float
    links: tuple[ProductMedia, ...]
    headline: str


class Media:
    """First `add` the records of all pages, then `count` all products."""

    def __init__(self, stored: Mapping[str, StoredPicture]) -> None:
        self._stored = stored
        self._pages: dict[str, _PageMedia] = {}
        self._common: frozenset[str] = frozenset()

    def add(self, record: CurrentRecord) -> bool:
        """Remember the media of a page; False if it is the record of a product."""
        if record.source != MEDIA:
            return False
        shown = next((one for one in record.values if one.attribute == PICTURE), None)
        headline = next((one.raw for one in record.values if one.attribute == HEADLINE), "")
        links = tuple(
            ProductMedia(one.attribute or "", one.raw, one.name)
            for one in record.values
            if one.attribute not in {PICTURE, HEADLINE} and canonical_url(one.raw)
        )
        picture, sure = (shown.raw, shown.confidence) if shown else ("", 0.0)
        self._pages[record.url] = _PageMedia(picture, sure, links, headline)
        return True

    def count(self, products: Iterable[Product]) -> None:
        """Find out which pictures many products would have."""
        shown_by: dict[str, set[str]] = defaultdict(set)
        for product in products:
            for picture, _ in self._pictures(product):
                shown_by[picture.digest].add(product.id)
        self._common = frozenset(digest for digest, ids in shown_by.items() if len(ids) >= _COMMON)

    def picture(self, product: Product) -> ProductPicture | None:
        """The most certain of the large pictures."""
        found = [one for one in self._pictures(product) if one[0].digest not in self._common]
        best = max(found, key=lambda one: (_visible_size(one[0]), one[1]), default=None)
        return best[0] if best else None

    def links(self, product: Product) -> tuple[ProductMedia, ...]:
        """Links to videos and manuals: each address once, with a title if any page gives one."""
        found: dict[str, ProductMedia] = {}
        for member in product.members:
            page = self._pages.get(member.url)
            for link in page.links if page else ():
                if not found.setdefault(link.url, link).title:
                    found[link.url] = link
        return tuple(found.values())[:_MOST_LINKS]

    def headline(self, product: Product) -> str:
        """For a product without a name: the headline of the first page that has one, or ""."""
        pages = (self._pages.get(member.url) for member in product.members)
        return next((page.headline for page in pages if page and page.headline), "")

    def _pictures(self, product: Product) -> Iterator[tuple[ProductPicture, float]]:
        """The fetched pictures of a product's pages, each with how certain it is."""
        for place, member in enumerate(product.members):
            page = self._pages.get(member.url)
            stored = self._stored.get(page.picture) if page else None
            if page and stored:
                yield ProductPicture(*stored, page.picture, place), page.confidence


def _visible_size(picture: ProductPicture) -> int:
    return min(max(picture.width, picture.height), _LARGE)
