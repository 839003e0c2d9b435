"""A search result as JSON, for the command line and the web API."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, TypeAlias

from core.topic import ValueType
from index.search.address import query_string
from index.search.model import RangeFacet

if TYPE_CHECKING:
    from core.local_text import LocalText
    from core.topic import Attribute, Topic
    from index.documents import ProductDocument
    from index.search.model import (
        Correction,
        FilterChip,
        MoreFacet,
        SearchResult,
        SetAside,
        ShownFacet,
    )


Json: TypeAlias = dict[str, object]


def answer_as_json(answer: SearchResult, topic: Topic) -> Json:
    """Everything but the sources of values; each `ask` is the query string of another search."""
    asked = answer.asked
    return {
        "ask": query_string(asked, topic),
        "text": asked.text,
        "total": answer.total,
        "page": asked.page,
        "size": asked.size,
        "sort": asked.sort,
        "order": answer.order,
        "understood": [_chip(chip, topic) for chip in answer.chips],
        "products": [product_in_short(product) for product in answer.products],
        "facets": [_facet(facet) for facet in answer.facets],
        "more_facets": [_more_facet(more) for more in answer.more_facets],
        "sorts": [{"sort": sort, "label": _label(words)} for sort, words in answer.sorts],
        "relaxed": [
            {**_chip(relaxed.chip, topic), "count": relaxed.count} for relaxed in answer.relaxed
        ],
        "corrections": [
            {"text": other.text, "ask": query_string(other, topic)} for other in answer.corrections
        ],
        "compare": [product.id for product in answer.products] if answer.is_comparison else [],
        "notes": [_label(note) for note in answer.notes],
        "set_aside": [_aside(aside, topic) for aside in answer.set_aside],
        "corrected": _correction(answer.corrected, topic) if answer.corrected else None,
    }


def product_in_short(product: ProductDocument) -> Json:
    """Every attribute with its first value, as written and as understood."""
    return {
        "id": product.id,
        "title": product.title,
        "brand": product.brand,
        "sites": list(product.sites),
        "confirmed": product.confirmed,
        "attributes": {
            shown.name: {"raw": shown.shown, "meaning": shown.values[0].meaning}
            for shown in product.attributes
        },
    }


def _chip(chip: FilterChip, topic: Topic) -> Json:
    without = query_string(chip.without, topic)
    return {"label": _label(chip.label), "said": chip.said, "ask": without}


def _aside(aside: SetAside, topic: Topic) -> Json:
    return {
        "said": aside.said,
        "insist": query_string(aside.insisted, topic),
        "ask": query_string(aside.without, topic),
    }


def _correction(corrected: Correction, topic: Topic) -> Json:
    return {
        "typed": corrected.typed,
        "meant": corrected.meant,
        "insist": query_string(corrected.insisted, topic),
    }


def _facet(facet: ShownFacet) -> Json:
    attribute = facet.attribute
    about: Json = {"attribute": attribute.name, "label": _label(facet.label)}
    if isinstance(facet, RangeFacet):
        return about | {
            "unit": attribute.unit,
            "bars": [
                {
                    "low": _end(bar.low, attribute),
                    "high": _end(bar.high, attribute),
                    "count": bar.products,
                }
                for bar in facet.bars
            ],
            "chosen": [_end(limit, attribute) for limit in facet.chosen],
        }
    choices = [
        {
            "key": choice.key,
            "label": _label(choice.label),
            "count": choice.products,
            "chosen": choice.chosen,
        }
        for choice in facet.choices
    ]
    return about | {"values": choices}


def _more_facet(more: MoreFacet) -> Json:
    return {
        "attribute": more.attribute.name,
        "label": _label(more.label),
        "products": more.products,
        "added": more.added,
    }


def _end(limit: float | None, attribute: Attribute) -> float | str | None:
    if limit is None or attribute.type is not ValueType.DATE:
        return limit
    return _day(limit)


def _day(ordinal: float) -> str:
    return date.fromordinal(round(ordinal)).isoformat()


def _label(words: LocalText) -> Json:
    return dict(words.in_all())
