"""The prices that the pages of a product said, out of the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.topic import ValueType
from search_ui.products.readable import readable
from store.records import value_history

if TYPE_CHECKING:
    from core.topic import Attribute, Topic
    from index.documents import ProductDocument
    from search_ui.site import SearchSite
    from store.records import PastValue


def price_attributes(topic: Topic) -> list[Attribute]:
    return [attribute for attribute in topic.attributes if attribute.type is ValueType.PRICE]


def past_prices(document: ProductDocument, site: SearchSite) -> list[PastValue]:
    """In the order in which they were first said; none where there is no ledger."""
    if site.ledger is None:
        return []
    records = [page.record_id for page in document.pages]
    attributes = [attribute.name for attribute in price_attributes(site.topic)]
    with site.ledger.reading() as conn:
        past = value_history(conn, records, attributes)
    return [value._replace(raw=readable(value.raw)) for value in past]
