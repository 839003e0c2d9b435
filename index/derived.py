"""Facts that pages give under another attribute: the brand is part of the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.documents import ShownAttribute, ShownValue
from index.fields import brand_attribute
from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Topic
    from index.documents import ProductDocument


def with_derived(document: ProductDocument, topic: Topic) -> ProductDocument:
    """The document with what its own values tell of attributes that no page gives."""
    added = tuple(_brand(document, topic))
    if not added:
        return document
    places = topic.places
    known = [one for one in document.attributes if one.known]
    others = (one for one in document.attributes if not one.known)
    in_order = sorted((*known, *added), key=lambda one: places[one.name])
    return document._replace(attributes=(*in_order, *others))


def _brand(document: ProductDocument, topic: Topic) -> Iterator[ShownAttribute]:
    """The brand that the product's name begins with."""
    name, brand = brand_attribute(topic), BRANDS.brands.get(document.brand)
    if not (name and brand) or document.get(name):
        return
    for naming in filter(None, map(topic.standard_name, ("Name", "Model"))):
        if named := document.get(naming):
            said_by = tuple(
                source if source.raw else source._replace(raw=named.shown)
                for source in named.values[0].said_by
            )
            value = ShownValue(brand.names[0], brand.names[0], said_by)
            yield ShownAttribute(name, known=True, conflict=False, values=(value,), derived=naming)
            return
