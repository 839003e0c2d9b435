"""`/compare?id=…&id=…`: two to four products beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, g, make_response, render_template, request

from index.search.model import SearchQuery
from search_ui.comparing.choice import FEWEST_COMPARED, MOST_COMPARED, compared_products
from search_ui.comparing.differences import compared_attributes
from search_ui.comparing.table import comparison_table
from search_ui.products.links import compare_address, product_address
from search_ui.products.readable import one_way
from search_ui.site import this_site

if TYPE_CHECKING:
    from werkzeug import Response

    from search_ui.comparing.choice import ComparedProducts

compare_views = Blueprint("compare", __name__)
_OFFERED = 8
_LONGEST_TITLE = 120


class ProductColumn(NamedTuple):
    title: str
    address: str
    removed: str
    confirmed: bool


class OfferedProduct(NamedTuple):
    """A product that may join, and the address at which it has."""

    title: str
    address: str


@compare_views.get("/compare")
def compare_page() -> Response:
    choice = compared_products(request.args.getlist("id"))
    only = {"only": "differences"} if request.args.get("only") == "differences" else {}
    rows = (
        compared_attributes(choice.products, this_site().topic)
        if len(choice.products) >= FEWEST_COMPARED
        else []
    )
    shown = [row for row in rows if row.differs or not only]
    text = request.args.get("add", "")
    answer = make_response(
        render_template(
            "compare/compare.html",
            columns=_columns(choice, only),
            idents=choice.idents,
            groups=comparison_table(shown, g.language),
            differing=sum(row.differs for row in rows),
            attributes=len(rows),
            only=only,
            all_rows=compare_address(choice.idents),
            differences=compare_address(choice.idents, only="differences"),
            json=compare_address(choice.idents, ".json"),
            csv=compare_address(choice.idents, ".csv"),
            unknown=[one_way(ident)[:_LONGEST_TITLE] for ident in choice.unknown],
            too_many=len(choice.too_many),
            most=MOST_COMPARED,
            fewest=FEWEST_COMPARED,
            text=one_way(text)[:_LONGEST_TITLE],
            offers=_offers(text, choice, only) if text else None,
        )
    )
    answer.add_etag()
    return answer.make_conditional(request)


def _columns(choice: ComparedProducts, only: dict[str, str]) -> list[ProductColumn]:
    return [
        ProductColumn(
            one_way(product.title)[:_LONGEST_TITLE],
            product_address(product.id),
            compare_address([one for one in choice.idents if one != product.id], **only),
            product.confirmed,
        )
        for product in choice.products
    ]


def _offers(text: str, choice: ComparedProducts, only: dict[str, str]) -> list[OfferedProduct]:
    """What a search for products to add finds, without those that are there."""
    found = this_site().finder().find(SearchQuery(text, size=_OFFERED + MOST_COMPARED)).products
    return [
        OfferedProduct(
            one_way(product.title)[:_LONGEST_TITLE],
            compare_address([*choice.idents, product.id], **only),
        )
        for product in found
        if product.id not in choice.idents
    ][:_OFFERED]
