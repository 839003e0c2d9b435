"""`/p/<id>`: one product with everything that is known of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flask import Blueprint, g, make_response, render_template, request

from search_ui.products.brand import brand_link
from search_ui.products.links import compare_address, product_address, web_link
from search_ui.products.past_prices import past_prices
from search_ui.products.price_panel import price_panels
from search_ui.products.prices import day_of
from search_ui.products.readable import one_way
from search_ui.products.sheet import spec_sheet
from search_ui.products.shelf import product
from search_ui.site import this_site

if TYPE_CHECKING:
    from werkzeug import Response


product_views = Blueprint("product", __name__)
_LONGEST_ID = 200  # characters of an unknown one that are repeated


@product_views.get("/p/<path:ident>")
def product_page(ident: str) -> Response:
    """The page of a product; where there is none of that id, a way to search for it."""
    document = product(ident)
    if document is None:
        return _missing(ident)
    site = this_site()
    groups = spec_sheet(document, site.topic, g.language)
    past = past_prices(document, site)
    answer = make_response(
        render_template(
            "product/product.html",
            product=document,
            title=one_way(document.title),
            brand=brand_link(document.brand, g.language),
            variants=tuple(dict.fromkeys(page.variant for page in document.pages if page.variant)),
            pages=[(page, web_link(page.url)) for page in document.pages],
            groups=groups,
            conflicts=sum(row.conflict for group in groups for row in group.rows),
            prices=list(price_panels(past, document, site.topic, day_of(time.time()), g.language)),
            images=[link for image in document.images if (link := web_link(image))],
            compare=compare_address([ident]),
            json=product_address(ident, ".json"),
            csv=product_address(ident, ".csv"),
        )
    )
    answer.add_etag()
    return answer.make_conditional(request)


def _missing(ident: str) -> Response:
    shown = one_way(ident)[:_LONGEST_ID]
    words = shown.partition("~")[0].replace(":", " ").replace("_", " ")
    answer = make_response(render_template("product/missing.html", ident=shown, words=words))
    answer.status_code = 404
    return answer
