"""What stands on shop pages beside the specs: navigation, offers, other products, reviews.

Much of it looks like specs (a name, then a value) and is none.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.rules.layout_zoo.products import Product

_DEPARTMENTS = ("Phones", "Cameras", "Headphones", "TV & Video", "Memory", "Accessories", "Deals")


def shop_page(product: Product, main: str) -> str:
    """A present-day English shop."""
    departments = "".join(
        f'<li class="nav-item"><a href="/d/{n}">{escape(name)}</a></li>'
        for n, name in enumerate(_DEPARTMENTS[product.number % 2 :])
    )
    banner = '<div class="banner"><p>Free shipping on orders over $35</p></div>'
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(product.title)} | Shop</title>
<style>.specs td {{ padding: 4px }}</style>
<script>var page = {{"sku": "{product.number}", "html": "<td>Color</td>"}};</script></head>
<body>
<header><a class="logo" href="/">Shop</a>
<form action="/search"><input name="q"><select><option>All</option><option>Phones</option></select>
</form><nav><ul>{departments}</ul></nav></header>
{banner if product.number % 2 else ""}
<div class="breadcrumbs"><a href="/">Home</a> <span>&gt;</span> <a href="/d/0">Electronics</a>
<span>&gt;</span> <a href="/b">{escape(product.brand)}</a></div>
<main id="product"><h1 class="title">{escape(product.title)}</h1>
<div class="rating"><span>4.{product.number}</span>
<a href="#reviews">12{product.number} ratings</a></div>
<div class="price-box"><span class="label">Price:</span>
<span class="price">{escape(product.price)}</span></div>
<button>Add to cart</button>
{main}
</main>
{related(product)}
{reviews(product)}
<footer><div class="col"><h4>Help</h4><ul><li><a href="/r">Returns</a></li>
<li><a href="/s">Shipping</a></li></ul></div>
<div class="col"><h4>About us</h4><ul><li><a href="/c">Careers</a></li></ul></div>
<p>&copy; 2023 Shop Inc. Phone: 1-800-555-0100</p></footer>
<script>track("view")</script></body></html>"""


def related(product: Product) -> str:
    """Other products with their prices."""
    items = "".join(
        f'<div class="card"><a href="/item/{other.number}"><img src="{other.number}.jpg" alt="">'
        f'<span class="name">{escape(other.title)}</span></a>'
        f'<div class="card-price"><span>Price:</span> <b>{escape(other.price)}</b></div></div>'
        for other in product.others[: 2 + product.number % 3]
    )
    return f'<section class="related"><h2>Customers also viewed</h2>{items}</section>'


def reviews(product: Product) -> str:
    texts = (
        ("Great buy", "Battery: lasts all day. Color: as shown. Love it!", "Ann"),
        ("Not bad", "I like the screen size. Arrived in two days.", "Bob"),
        ("Hm", "Brand new? Mine had scratches.", "Cleo K."),
    )
    items = "".join(
        f'<div class="review"><h3>{title}</h3><p>{text}</p>'
        f"<p>By <b>{who}</b> on <span>March {3 + product.number}, 2023</span></p></div>"
        for title, text, who in texts[product.number % 2 :]
    )
    return f'<section id="reviews"><h2>Reviews</h2>{items}</section>'


def shipping_table(product: Product) -> str:
    """A th/td table just like a table of specs, about shipping."""
    return (
        '<table class="shipping"><tr><th>Shipping</th><td>Free standard shipping</td></tr>'
        f"<tr><th>Delivery</th><td>Between Mar {10 + product.number} and Mar 20</td></tr>"
        "<tr><th>Returns</th><td>30 days, buyer pays return shipping</td></tr></table>"
    )


def price_tiers() -> str:
    return (
        '<table class="tiers"><tr><td>1 - 9 pieces</td><td>$12.00</td></tr>'
        "<tr><td>10 - 99 pieces</td><td>$11.20</td></tr>"
        "<tr><td>100+ pieces</td><td>$9.85</td></tr></table>"
    )
