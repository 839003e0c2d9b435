"""Products as JSON: all of one with who says what, or the values alone of many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from search_ui.interface.typed_json import iso_time, typed_json
from search_ui.products.links import product_address, web_link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.topic import Attribute, Topic
    from index.documents import (
        PageOfProduct,
        ProductDocument,
        ShownAttribute,
        ShownValue,
        ValueSource,
    )
    from search_ui.interface.typed_json import Json
    from store.records import PastValue

LONGEST_IN_LISTS = 300  # characters of a value; the product's own JSON has the rest


def product_json(document: ProductDocument, past: Sequence[PastValue], topic: Topic) -> Json:
    known = {attribute.name: attribute for attribute in topic.attributes}
    pages = {page.record_id: place for place, page in enumerate(document.pages)}
    return {
        **head_json(document),
        "variants": list(dict.fromkeys(page.variant for page in document.pages if page.variant)),
        "pages": [_page(page) for page in document.pages],
        "images": [image for image in document.images if web_link(image)],
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
        "page": product_address(document.id),
        "data": product_address(document.id, ".json"),
    }


def _page(page: PageOfProduct) -> Json:
    """An address that is none of the web's is no address."""
    return {
        "url": web_link(page.url) or None,
        "site": page.site,
        "source": page.source,
        "variant": page.variant,
    }


def _attribute(said: ShownAttribute, attribute: Attribute | None) -> Json:
    return {
        "name": said.name,
        "label": attribute.label if attribute else None,
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
        "said_by": [_saying(saying, value) for saying in value.said_by],
    }


def _saying(saying: ValueSource, value: ShownValue) -> Json:
    return {
        "page": saying.page,
        "raw": saying.raw or value.raw,
        "rule": saying.rule or None,
        "rule_version": saying.rule_version or None,
        "since": iso_time(saying.since),
        "confirmed": not saying.by,
        "confidence": saying.confidence,
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
