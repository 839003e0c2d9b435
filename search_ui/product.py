"""`/p/<id>`: one product with everything that is known about it.

The sheet lists its attributes in the topic's groups, each value with its sources; past prices are
drawn by `prices.py`.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, g, make_response, render_template, request

from index.documents import ProductDocument
from index.fields import brand_attribute
from index.search.model import SearchQuery
from index.values.local_format import percent_in
from search_ui.addresses import compare_address, product_address, search_address, web_link
from search_ui.channels import about_product
from search_ui.languages import phrase
from search_ui.prices import day_of, past_prices, price_panels
from search_ui.product_overview import product_overview
from search_ui.search_engines import product_metadata
from search_ui.site import this_site
from search_ui.text import CutText, ValueTranslator, cut, one_way, readable_document, utc_minute

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from werkzeug import Response

    from core.topic import Attribute, Topic
    from index.documents import PageOfProduct, ShownAttribute, ShownValue, ValueSource
    from search_ui.languages import Language


product_views = Blueprint("product", __name__)
_LONGEST_ID = 200  # characters of an unknown id that are shown


@product_views.get("/p/<path:ident>")
def product_page(ident: str) -> Response:
    """The page of a product; for an unknown id, a page with a search box."""
    document = product(ident)
    if document is None:
        return _missing(ident)
    site = this_site()
    groups = spec_sheet(document, site.topic, g.language)
    brand = brand_link(document.brand, g.language)
    past = past_prices(document, site)
    answer = make_response(
        render_template(
            "product/product.html",
            product=document,
            title=one_way(document.title),
            brand=brand,
            metadata=product_metadata(
                document, site.topic, brand.name if brand else "", g.language
            ),
            overview=product_overview(document, site.index(), site.topic, g.language),
            pages=[(page, web_link(page.url)) for page in _each_once(document.pages)],
            groups=groups,
            conflicts=sum(row.conflict for group in groups for row in group.rows),
            prices=list(price_panels(past, document, site.topic, day_of(time.time()), g.language)),
            picture_page=_picture_page(document),
            media=[(one, link) for one in document.media if (link := web_link(one.url))],
            images=[link for image in document.images if (link := web_link(image))],
            about=about_product(document.id, g.language),
            compare=compare_address([ident]),
            json=product_address(ident, ".json"),
            csv=product_address(ident, ".csv"),
        )
    )
    answer.add_etag()
    return answer.make_conditional(request)


class PicturePage(NamedTuple):
    site: str
    link: str


def _picture_page(document: ProductDocument) -> PicturePage | None:
    """The page that shows the picture."""
    if document.picture is None:
        return None
    page = document.pages[document.picture.page]
    return PicturePage(page.site, web_link(page.url))


def _each_once(pages: Sequence[PageOfProduct]) -> list[PageOfProduct]:
    """A page of which several records were read is one page; one with a variant tells more."""
    by_url: dict[str, PageOfProduct] = {}
    for page in pages:
        if page.url not in by_url or (page.variant and not by_url[page.url].variant):
            by_url[page.url] = page
    return list(by_url.values())


def _missing(ident: str) -> Response:
    shown = one_way(ident)[:_LONGEST_ID]
    words = shown.partition("~")[0].replace(":", " ").replace("_", " ")
    answer = make_response(render_template("product/missing.html", ident=shown, words=words))
    answer.status_code = 404
    return answer


# Products from the current index.


def products(idents: Sequence[str]) -> list[ProductDocument]:
    """The products with these ids that exist, in the given order."""
    hits = this_site().index().searcher.get(idents)
    return [readable_document(ProductDocument.from_json(hit.document)) for hit in hits]


def product(ident: str) -> ProductDocument | None:
    return next(iter(products([ident])), None)


# The brand of a product, with a link.


class BrandLink(NamedTuple):
    """`address` leads to all products of the brand."""

    name: str
    address: str


def brand_link(key: str, language: Language) -> BrandLink | None:
    """In the visitor's language if the brand has a name in it; None if there is no brand."""
    site = this_site()
    attribute = brand_attribute(site.topic)
    if not attribute or not key:
        return None
    label = site.index().schema.labels.get(attribute, {}).get(key)
    name = label.in_language(language) if label else key
    return BrandLink(name, search_address(SearchQuery(chosen={attribute: (key,)}), site.topic))


# The spec sheet of a product: attributes in groups, each value with its sources.


_LONGEST = 300  # characters of a value that are shown at first
_LONGEST_NAME = 100
_MOST = 20  # values of an attribute, and pages of a value; the JSON has all of them


class SourceLine(NamedTuple):
    """A source of a value: a page, and the value as written there."""

    raw: CutText
    site: str
    link: str
    variant: str
    read_by: str
    since: str


class SheetValue(NamedTuple):
    """`gloss` repeats the value for those who cannot read the text; mostly "".

    `unsure` is "", or says that it was read without a rule, with the confidence.
    """

    text: CutText
    meaning: str
    gloss: str
    sources: tuple[SourceLine, ...]
    unseen: int
    unsure: str = ""


class SheetRow(NamedTuple):
    """The first value is shown at first; `sites` is the number of sites with any value.

    `spoken` is the label without direction marks, for attributes of elements. `derived` is the
    label of what the values were read from, "" if pages give this attribute itself.
    """

    label: str
    spoken: str
    conflict: bool
    values: tuple[SheetValue, ...]
    unseen: int
    sites: int
    derived: str = ""


class SheetGroup(NamedTuple):
    key: str
    title: str
    rows: tuple[SheetRow, ...]


def spec_sheet(document: ProductDocument, topic: Topic, language: Language) -> list[SheetGroup]:
    """The topic's groups in its order, then unknown attributes."""
    known = {attribute.name: attribute for attribute in topic.attributes}
    rows: dict[str, list[SheetRow]] = {attribute.group: [] for attribute in topic.attributes}
    rows[""] = []
    translator = ValueTranslator(topic, language)
    for said in document.attributes:
        attribute = known.get(said.name) if said.known else None
        group = attribute.group if attribute else ""
        row = _row(said, attribute, document, language, translator)
        derived = (label_of(one, known.get(one), language) for one in said.derived)
        rows[group].append(row._replace(derived=" / ".join(derived)))
    return [
        SheetGroup(group or "other", group_title(group, topic, language), tuple(some))
        for group, some in rows.items()
        if some
    ]


def group_title(group: str, topic: Topic, language: Language) -> str:
    """In the visitor's language if there is a translation, else as in the topic."""
    if not group:
        return phrase("product.group.other", language)
    return topic.translated(group, language) or group


def label_of(name: str, attribute: Attribute | None, language: Language) -> str:
    """The topic's label; names from pages may be anything, and are cut."""
    return attribute.label_in(language) if attribute else cut(name, _LONGEST_NAME).start


def _row(
    said: ShownAttribute,
    attribute: Attribute | None,
    document: ProductDocument,
    language: Language,
    translator: ValueTranslator,
) -> SheetRow:
    values = tuple(
        SheetValue(
            cut(value.raw, _LONGEST),
            cut(translator.meaning(value, attribute), _LONGEST).start,
            translator.gloss(value, attribute),
            tuple(_sources(value, document, language)),
            max(0, len(value.said_by) - _MOST),
            "" if value.confirmed else _unsure(_surest(value), language),
        )
        for value in said.values[:_MOST]
    )
    sites = {document.pages[one.page].site for value in said.values for one in value.said_by}
    unseen = max(0, len(said.values) - _MOST)
    label = label_of(said.name, attribute, language)
    return SheetRow(label, one_way(label), said.conflict, values, unseen, len(sites))


def _unsure(confidence: float, language: Language) -> str:
    percent = percent_in(min(0.99, confidence), language)
    return phrase("product.unconfirmed.value", language, percent=percent)


def _surest(value: ShownValue) -> float:
    return max(source.confidence for source in value.said_by)


def _sources(
    value: ShownValue, document: ProductDocument, language: Language
) -> Iterator[SourceLine]:
    for source in value.said_by[:_MOST]:
        page = document.pages[source.page]
        yield SourceLine(
            cut(source.raw or value.raw, _LONGEST),
            page.site,
            web_link(page.url),
            page.variant,
            _read_by(source, page.source, language),
            utc_minute(source.since, language),
        )


def _read_by(source: ValueSource, embedded: str, language: Language) -> str:
    """The rule with its version, the kind of embedded data, or the confidence without a rule."""
    if source.by:
        return _unsure(source.confidence, language)
    return f"{source.rule} v{source.rule_version}" if source.rule else embedded
