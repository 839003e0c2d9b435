"""What search engines and link previews read.

`/robots.txt` and `/sitemap.xml` lead them to the pages of products and nowhere else: searches have
endless addresses. A product's page has a description, Open Graph properties and a schema.org
Product (`product_metadata`).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import urljoin

from flask import Blueprint, Response, abort, render_template, request

from core.currencies import currency_of
from core.topic import Facet, Role, ValueType
from index.generations import IndexUnusable
from index.values.read import read_value
from index.values.types import Price
from search_ui.addresses import path_here, product_address
from search_ui.pictures import picture_address
from search_ui.site import asked_site, this_site
from search_ui.text import ValueTranslator, one_way, short
from search_ui.topics import sites_here

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Attribute, Topic
    from index.documents import ProductDocument, ShownAttribute
    from search_ui.languages import Language
    from search_ui.site import SearchSite


search_engine_views = Blueprint("search_engines", __name__)

_PRODUCTS_PER_FILE = 50_000  # the most that sitemaps.org allows
_CLOSED = (
    *("/search", "/compare", "/news", "/discussions", "/d/", "/stored/"),
    *("/suggest.json", "/typing.json", "/opensearch-suggestions"),
    *(
        "/label",
        "/review",
        "/sources",
        "/monitor",
        "/log-in",
        "/metrics",
        "/readyz",
        "/*.json$",
        "/*.csv$",
    ),
)


@search_engine_views.get("/robots.txt")
def robots() -> Response:
    closed = [prefix + path for prefix, _ in sites_here() for path in _CLOSED]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    text = "\n".join((*lines, "", f"Sitemap: {_absolute(path_here('/sitemap.xml'))}", ""))
    return Response(text, content_type="text/plain; charset=utf-8")


@search_engine_views.get("/sitemap.xml")
def sitemap() -> Response:
    """The list of the files below, as the addresses of one file are limited."""
    addresses = [
        _absolute(f"{prefix}/sitemap-{number}.xml")
        for prefix, site in sites_here()
        for number in _sitemap_files(site)
    ]
    return _sitemap("sitemapindex", "sitemap", addresses)


def _sitemap_files(site: SearchSite) -> Iterable[int]:
    """None if there is no index; other topics of this server may have one."""
    try:
        products = site.index().schema.products
    except IndexUnusable:
        if asked_site():
            raise
        return ()
    return range(1, max(1, -(-products // _PRODUCTS_PER_FILE)) + 1)


@search_engine_views.get("/sitemap-<int:number>.xml")
def sitemap_file(number: int) -> Response:
    """In the order of their ids, so that a product stays in its file."""
    idents = sorted(this_site().index().searcher.ids())
    first = (number - 1) * _PRODUCTS_PER_FILE
    chosen = idents[first : first + _PRODUCTS_PER_FILE] if number else []
    if not chosen and number != 1:
        abort(404, "There is no such sitemap.")
    addresses = [_absolute(product_address(ident)) for ident in chosen]
    return _sitemap("urlset", "url", addresses)


def _absolute(path: str) -> str:
    return urljoin(request.url_root, path)


def _sitemap(container: str, item: str, addresses: list[str]) -> Response:
    body = render_template("sitemap.xml", container=container, item=item, addresses=addresses)
    return Response(body, content_type="application/xml; charset=utf-8")


# The metadata of a product's page.


_LONGEST_DESCRIPTION = 200  # characters; search engines show fewer
_MOST_IN_DESCRIPTION = 6
_LONGEST_VALUE = 200
_MOST_PROPERTIES = 60

_JsonLd: TypeAlias = dict[str, Any]


_PROPERTIES = {
    Role.MODEL: "model",
    Role.GTIN: "gtin",
    Role.MPN: "mpn",
    Role.SKU: "sku",
}


class ProductMetadata(NamedTuple):
    """`image` is the address of its picture, "" if it has none."""

    address: str
    description: str
    image: str
    schema_org: _JsonLd


def product_metadata(
    document: ProductDocument, topic: Topic, brand: str, language: Language
) -> ProductMetadata:
    known = {attribute.name: attribute for attribute in topic.attributes}
    said = [(one, known.get(one.name) if one.known else None) for one in document.attributes]
    address = _absolute(product_address(document.id))
    facts = islice(_facts(said, topic, language), _MOST_IN_DESCRIPTION)
    description = short("; ".join(facts), _LONGEST_DESCRIPTION)
    schema_org: _JsonLd = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": one_way(document.title),
        "url": address,
        "description": description,
        "additionalProperty": [
            {
                "@type": "PropertyValue",
                "name": _label(one, attribute, language),
                "value": one_way(one.shown)[:_LONGEST_VALUE],
            }
            for one, attribute in said[:_MOST_PROPERTIES]
        ],
    }
    image = _absolute(picture_address(document.picture)) if document.picture else ""
    if image:
        schema_org["image"] = image
    if brand:
        schema_org["brand"] = {"@type": "Brand", "name": brand}
    for one, attribute in said:
        if attribute and attribute.role in _PROPERTIES:
            name = _PROPERTIES[attribute.role]
            schema_org.setdefault(name, one_way(one.shown)[:_LONGEST_VALUE])
    if offers := _offers(said):
        schema_org["offers"] = offers
    return ProductMetadata(address, description, image, schema_org)


def _facts(
    said: list[tuple[ShownAttribute, Attribute | None]], topic: Topic, language: Language
) -> Iterator[str]:
    """What people filter by, as a card says it: prices and amounts before words."""
    told = [
        (one, attribute)
        for one, attribute in said
        if attribute and attribute.facet is not Facet.NONE and one.values[0].meaning
    ]
    told.sort(key=lambda pair: pair[1].facet is not Facet.RANGE)
    translator = ValueTranslator(topic, language)
    for one, attribute in told:
        value = one_way(translator.meaning(one.values[0], attribute))
        yield f"{_label(one, attribute, language)} {short(value, _LONGEST_VALUE)}"


def _label(one: ShownAttribute, attribute: Attribute | None, language: Language) -> str:
    return attribute.label_in(language) if attribute else one_way(one.name)[:100]


def _offers(said: list[tuple[ShownAttribute, Attribute | None]]) -> _JsonLd | None:
    """The lowest and highest price of all pages, in the topic's currency."""
    for one, attribute in said:
        if attribute is None or attribute.type is not ValueType.PRICE:
            continue
        currency = currency_of(attribute.unit)
        prices = [
            price
            for value in one.values
            for price in read_value(value.raw, attribute).values
            if isinstance(price, Price) and price.currency == currency
        ]
        if prices:
            return {
                "@type": "AggregateOffer",
                "priceCurrency": currency,
                "lowPrice": min(price.low for price in prices),
                "highPrice": max(price.high for price in prices),
            }
    return None
