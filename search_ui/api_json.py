"""Searches, products and comparisons as JSON, with typed values."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from core.topic_parts import ENGLISH
from index.search.as_json import answer_as_json
from index.search.bounds import last_page
from index.values.read import read_value
from index.values.types import (
    DateSpan,
    FreeText,
    Price,
    Quantity,
    Resolution,
    Size,
    WordList,
    YesNo,
)
from search_ui.addresses import product_address, search_address, web_link
from search_ui.pictures import LARGE, SMALL, picture_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.topic import Attribute, Topic
    from index.documents import (
        PageOfProduct,
        ProductDocument,
        ShownAttribute,
        ShownValue,
        ValueSource,
    )
    from index.search.model import SearchResult
    from search_ui.compare import ComparedAttribute
    from store.records import PastValue


def search_json(answer: SearchResult, topic: Topic) -> Json:
    return {
        **answer_as_json(answer, topic),
        "products": [summary_json(product, topic) for product in answer.products],
        "next": next_page(answer, topic, ".json"),
    }


def next_page(answer: SearchResult, topic: Topic, kind: str) -> str | None:
    """The address of the next page; None after the last."""
    asked = answer.asked
    if asked.page >= last_page(answer.total, asked.size):
        return None
    return search_address(replace(asked, page=asked.page + 1), topic, f"/search{kind}")


# Products as JSON: one with all of its sources, or many with their values only.


LONGEST_IN_LISTS = 300  # characters of a value; the product's own JSON has the rest


def product_json(document: ProductDocument, past: Sequence[PastValue], topic: Topic) -> Json:
    known = {attribute.name: attribute for attribute in topic.attributes}
    pages = {page.record_id: place for place, page in enumerate(document.pages)}
    return {
        **head_json(document),
        "variants": list(dict.fromkeys(page.variant for page in document.pages if page.variant)),
        "pages": [_page(page) for page in document.pages],
        "images": [image for image in document.images if web_link(image)],
        "media": [
            {"kind": link.kind, "url": link.url, "title": link.title}
            for link in document.media
            if web_link(link.url)
        ],
        "attributes": [_attribute(said, known.get(said.name)) for said in document.attributes],
        "history": [_past(value, pages, known[value.attribute]) for value in past],
    }


def summary_json(document: ProductDocument, topic: Topic) -> Json:
    """The shown value of each attribute."""
    known = {attribute.name: attribute for attribute in topic.attributes}
    return {
        **head_json(document),
        "attributes": {
            said.name: shown_json(said, known.get(said.name)) for said in document.attributes
        },
    }


def shown_json(said: ShownAttribute, attribute: Attribute | None) -> Json:
    value = said.values[0]
    return {
        "raw": value.raw[:LONGEST_IN_LISTS],
        "meaning": value.meaning[:LONGEST_IN_LISTS],
        "typed": typed_json(value.raw, attribute),
        "others": len(said.values) - 1,
        "conflict": said.conflict,
        "confirmed": value.confirmed,
    }


def head_json(document: ProductDocument) -> Json:
    return {
        "id": document.id,
        "title": document.title,
        "brand": document.brand,
        "sites": list(document.sites),
        "confirmed": document.confirmed,
        "picture": _picture(document),
        "page": product_address(document.id),
        "data": product_address(document.id, ".json"),
    }


def _picture(document: ProductDocument) -> Json | None:
    """Addresses of its thumbnails, the size of the large one, and where it came from."""
    picture = document.picture
    if picture is None:
        return None
    return {
        "large": picture_address(picture, LARGE),
        "small": picture_address(picture, SMALL),
        "width": picture.width,
        "height": picture.height,
        "original": web_link(picture.url) or None,
        "shown_on": web_link(document.pages[picture.page].url) or None,
    }


def _page(page: PageOfProduct) -> Json:
    """URLs that are not web addresses are left out."""
    return {
        "url": web_link(page.url) or None,
        "site": page.site,
        "source": page.source,
        "variant": page.variant,
    }


def _attribute(said: ShownAttribute, attribute: Attribute | None) -> Json:
    return {
        "name": said.name,
        "label": attribute.label_in(ENGLISH) if attribute else None,
        "group": attribute.group if attribute else None,
        "type": str(attribute.type) if attribute else None,
        "unit": attribute.unit or None if attribute else None,
        "conflict": said.conflict,
        "values": [_value(value, attribute) for value in said.values],
    }


def _value(value: ShownValue, attribute: Attribute | None) -> Json:
    return {
        "raw": value.raw,
        "meaning": value.meaning,
        "typed": typed_json(value.raw, attribute),
        "confirmed": value.confirmed,
        "said_by": [_source(source, value) for source in value.said_by],
    }


def _source(source: ValueSource, value: ShownValue) -> Json:
    return {
        "page": source.page,
        "raw": source.raw or value.raw,
        "rule": source.rule or None,
        "rule_version": source.rule_version or None,
        "since": iso_time(source.since),
        "confirmed": not source.by,
        "confidence": source.confidence,
    }


def _past(value: PastValue, pages: dict[int, int], attribute: Attribute) -> Json:
    return {
        "name": value.attribute,
        "page": pages[value.record_id],
        "raw": value.raw,
        "typed": typed_json(value.raw, attribute),
        "since": iso_time(value.since),
        "until": None if value.until is None else iso_time(value.until),
    }


# A comparison as JSON.


def compare_json(documents: Iterable[ProductDocument], rows: Iterable[ComparedAttribute]) -> Json:
    """The values of an attribute are in the order of the products; null means unknown."""
    return {
        "products": [head_json(document) for document in documents],
        "attributes": [_compared_attribute(row) for row in rows],
    }


def _compared_attribute(row: ComparedAttribute) -> Json:
    return {
        "name": row.name,
        "label": row.attribute.label_in(ENGLISH) if row.attribute else None,
        "group": row.attribute.group if row.attribute else None,
        "differs": row.differs,
        "values": [shown_json(said, row.attribute) if said else None for said in row.said],
    }


# Typed values as JSON: numbers with their units, days, words.


Json: TypeAlias = dict[str, Any]


def typed_json(raw: str, attribute: Attribute | None) -> list[Json]:
    """The typed values of a text; empty if it was not understood, or is plain text."""
    if attribute is None:
        return []
    values = read_value(raw, attribute).values
    return [_typed(value) for value in values if not isinstance(value, FreeText)]


def number(value: float) -> float:
    """Whole numbers without a fraction.

    >>> number(5000.0), number(6.5)
    (5000, 6.5)
    """
    return int(value) if value.is_integer() else value


def iso_time(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _typed(value: Quantity | Price | DateSpan | Size | Resolution | YesNo | WordList) -> Json:
    match value:
        case Quantity() | Price():
            return _amount(value)
        case DateSpan():
            ends = {"first": value.first.isoformat(), "last": value.last.isoformat()}
            return {"kind": "date", **ends, "precision": value.precision}
        case Size():
            sides = [number(side) for side in (value.length, value.width, value.height)]
            return {"kind": "size", "sides": sides, "unit": value.unit}
        case Resolution():
            return {"kind": "resolution", "width": value.width, "height": value.height}
        case YesNo():
            return {"kind": "yes-no", "yes": value.yes}
        case WordList():
            return {"kind": "words", "words": list(value.words)}


def _amount(value: Quantity | Price) -> Json:
    if isinstance(value, Price):
        about = {"kind": "price", "currency": value.currency}
    else:
        about = {"kind": "quantity", "unit": value.unit}
    return {
        **about,
        "low": number(value.low),
        "high": number(value.high),
        "approximate": value.approximate,
        "open": value.open,
    }
