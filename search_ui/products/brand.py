"""The brand of a product, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.fields import brand_attribute
from index.search.model import SearchQuery
from search_ui.searching.addresses import search_address
from search_ui.site import this_site

if TYPE_CHECKING:
    from search_ui.languages import Language


class BrandLink(NamedTuple):
    """`address` leads to all products of it."""

    name: str
    address: str


def brand_link(key: str, language: Language) -> BrandLink | None:
    """In the visitor's language where the brand has a name in both; None for no brand."""
    site = this_site()
    attribute = brand_attribute(site.topic)
    if not attribute or not key:
        return None
    label = site.index().schema.labels.get(attribute, {}).get(key)
    name = key if label is None else label.zh if language == "zh" else label.en
    return BrandLink(name, search_address(SearchQuery(chosen={attribute: (key,)}), site.topic))
