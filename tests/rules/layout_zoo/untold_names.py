"""Values whose names stand on the page, but the examples do not tell them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from rules.learn import Example
from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shipping_table, shop_page
from tests.rules.layout_zoo.products import each

if TYPE_CHECKING:
    from tests.rules.layout_zoo.products import Product


def _three_specs(product: Product) -> tuple[Example, ...]:
    """Brand, model and colour, as far as the page has them, and the price."""
    wanted = {"Brand": "brand", "Model": "model", "Color": "colour"}
    specs = [
        Example(attribute=wanted[spec.name], value=spec.value)
        for spec in product.specs
        if spec.name in wanted
    ]
    return (*specs, Example(attribute="price", value=product.price))


@family("phones_en", _three_specs)
def untold_table(product: Product) -> str:
    rows = each(product.specs, "<tr><th>{name}</th><td>{value}</td></tr>")
    return shop_page(product, f"<table class=specs>{rows}</table>{shipping_table(product)}")


@family("phones_en", _three_specs)
def untold_table_of_two_pairs_a_row(product: Product) -> str:
    specs = product.specs
    rows = "".join(
        f"<tr>{each(specs[at : at + 2], '<td>{name}:</td><td>{value}</td>')}</tr>"
        for at in range(0, len(specs), 2)
    )
    return shop_page(product, f"<table class=specs>{rows}</table>")


@family("phones_en", _three_specs)
def untold_text_items(product: Product) -> str:
    items = each(product.specs, "<li>{name}: {value}</li>")
    return shop_page(product, f"<ul class=props>{items}</ul>")


def _book(product: Product) -> tuple[Example, ...]:
    return (
        Example(attribute="title", value=product.title),
        Example(attribute="author", value=product.brand),
        Example(attribute="publisher", value=f"{product.brand} Press"),
        Example(attribute="isbn", value=_isbn(product)),
    )


def _isbn(product: Product) -> str:
    return f"978-0-306-4061{product.number}-7"


@family("headphones_en", _book)
def untold_book_page(product: Product) -> str:
    """A book shop: author behind "by", details in a list whose items come and go."""
    items = [
        f"<li><b>Hardcover:</b> {200 + 7 * product.number} pages</li>"
        if product.number % 2
        else "",
        f"<li><b>Publisher:</b> {escape(product.brand)} Press</li>",
        "<li><b>Language:</b> English</li>",
        f"<li><b>ISBN-10:</b> 03064061{product.number}X</li>" if product.number % 3 else "",
        f"<li><b>ISBN-13:</b> {_isbn(product)}</li>",
        f"<li><b>Average Customer Review:</b> 4.{product.number} out of 5 stars</li>",
    ]
    also = "".join(
        f"<li><a>{escape(other.title)}</a> by {escape(other.brand)} <b>{other.price}</b></li>"
        for other in product.others
    )
    return (
        f"<html><head><title>Books: {escape(product.title)}</title></head><body>"
        "<div id=nav><ul><li><a>Books</a></li><li><a>Music</a></li></ul></div>"
        f"<h1 class=t>{escape(product.title)}</h1><span>by <a href=/a>{escape(product.brand)}</a> "
        f"(Author)</span><div>Our Price: <b class=p>{product.price}</b></div>"
        f"<h2>Product Details</h2><ul>{''.join(items)}</ul><h2>Also bought</h2><ul>{also}</ul>"
        "</body></html>"
    )
