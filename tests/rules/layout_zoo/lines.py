"""Specs as lines of a text, by breaks, paragraphs or signs."""

from __future__ import annotations

from html import escape

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shop_page
from tests.rules.layout_zoo.products import Product, each


@family("headphones_en")
def lines_strong_and_br(product: Product) -> str:
    """A seller's text: bold names, values as text up to the line's end."""
    lines = "<br>\n".join(
        f"<strong>{escape(s.name)}:</strong> {escape(s.value)}" for s in product.specs
    )
    return shop_page(
        product,
        "<div class='description'><p>Now <strong>20% off</strong>! Hear every note.</p>"
        f"<p>{lines}</p><p>Shipping: we ship from <strong>Ohio</strong>.</p></div>",
    )


@family("headphones_en")
def lines_name_colon_value_br(product: Product) -> str:
    lines = "<br>".join(f"{escape(s.name)}: {escape(s.value)}" for s in product.specs)
    return shop_page(
        product,
        f"<div class='description'><p>Great sound.<br>Buy now.</p><p>{lines}</p>"
        "<p>Questions? Mail us: sales@shop.example</p></div>",
    )


@family("headphones_en")
def lines_paragraph_each(product: Product) -> str:
    lines = "".join(f"<p><b>{escape(s.name)}</b>: {escape(s.value)}</p>" for s in product.specs)
    return shop_page(product, f"<div class='description'>{lines}</div>")


@family("headphones_en")
def lines_in_preformatted_text(product: Product) -> str:
    """Lines of one text that only white space parts."""
    lines = "\n".join(f"{escape(s.name)}: {escape(s.value)}" for s in product.specs)
    return shop_page(product, f"<pre>{lines}</pre>")


@family("headphones_en")
def lines_colon_outside_bold(product: Product) -> str:
    """Bold names, the colon outside, lines parted by br, a bold heading between."""
    blocks = "<br><br>".join(
        f"<u><b>{escape(section)}</b></u><br>"
        + "<br>".join(f"<b>{escape(s.name)}</b>: {escape(s.value)}" for s in specs)
        for section, specs in product.sections
    )
    return shop_page(product, f"<div class='d'>{blocks}</div>")


@family("headphones_en")
def lines_bullets_by_sign(product: Product) -> str:
    """Lines begin with a sign and end with br."""
    lines = "<br>".join(f"• {escape(s.name)} : {escape(s.value)}" for s in product.specs)
    return shop_page(product, f"<p>Hello!</p><p>{lines}</p>")


@family("headphones_en")
def lines_spans_and_br(product: Product) -> str:
    unit = "<span>{name}:</span> <span>{value}</span><br>"
    return shop_page(product, f"<div class=d>{each(product.specs, unit)}</div>")
