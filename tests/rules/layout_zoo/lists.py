"""Lists of specs: dl, ul, and the words that stand bold before a value."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shop_page

if TYPE_CHECKING:
    from tests.rules.layout_zoo.products import Product


@family("headphones_en")
def list_bullets_with_direction_marks(product: Product) -> str:
    """Bullets: bold name, then right-to-left mark, colon, left-to-right mark, then the value."""
    items = "".join(
        f'<li><span class="a-list-item"><span class="a-text-bold">{escape(s.name)}\n&rlm;\n:\n'
        f"&lrm;\n</span> <span>{escape(s.value)}</span> </span></li>"
        for s in product.specs
    )
    rank = (
        '<ul class="a-unordered-list"><li><span class="a-list-item">'
        '<span class="a-text-bold"> Best Sellers Rank: </span> #1,24'
        f'{product.number} in Electronics (<a href="/top">See Top 100 in Electronics</a>)'
        "</span></li></ul>"
    )
    return shop_page(
        product,
        '<div id="detailBullets"><div><ul class="a-unordered-list detail-bullet-list">'
        f"{items}</ul></div>{rank}</div>",
    )


@family("tvs_en")
def list_one_dl_a_row(product: Product) -> str:
    """One dl a pair under fieldset-like sections."""
    sections = ""
    for section, specs in product.sections:
        rows = "".join(
            f"<dl><dt>{escape(s.name)}</dt><dd>{escape(s.value)}</dd></dl>" for s in specs
        )
        sections += f"<fieldset><h3 class='specTitle'>{escape(section)}</h3>{rows}</fieldset>"
    return shop_page(product, f'<div id="Specs" class="tab">{sections}</div>')


@family("headphones_en")
def list_one_dl_for_all(product: Product) -> str:
    rows = "".join(
        f"<dt>{escape(s.name)}:</dt><dd title='{escape(s.value)}'>{escape(s.value)}</dd>"
        for s in product.specs
    )
    packaging = (
        "<dl class='attrs'><dt>Unit Type:</dt><dd>piece</dd><dt>Package Weight:</dt>"
        f"<dd>0.{product.number + 2}kg (0.66lb.)</dd></dl>"
    )
    return shop_page(
        product,
        f"<div class='box'><h3>Item specifics</h3><dl class='attrs'>{rows}</dl></div>"
        f"<div class='box'><h3>Packaging Details</h3>{packaging}</div>",
    )


@family("phones_en")
def list_strong_then_text(product: Product) -> str:
    """`<li><strong>Name:</strong>value</li>`, some values links."""
    items = "".join(
        f"<li><strong>{escape(s.name)}:</strong>"
        + (f'<a href="/b">{escape(s.value)}</a>' if s.name == "Brand" else escape(s.value))
        + "</li>"
        for s in product.specs
    )
    return shop_page(product, f'<ul class="item-specifics">{items}</ul>')


@family("phones_en")
def list_span_title_span_value(product: Product) -> str:
    items = "\n".join(
        f'<li class="property-item"><span class="propery-title">{escape(s.name)}:</span>\n'
        f'<span class="propery-des" title="{escape(s.value)}">{escape(s.value)}</span></li>'
        for s in product.specs
    )
    return shop_page(
        product, f'<div class="ui-box-body"><ul class="property-list">{items}</ul></div>'
    )


@family("tvs_en")
def list_name_colon_value_text(product: Product) -> str:
    """`<li>Name: value</li>`, beside other lists of plain features."""
    items = "".join(f"<li>{escape(s.name)}: {escape(s.value)}</li>" for s in product.specs)
    features = "<li>Crystal clear picture</li><li>Game mode: on the fly</li>"
    return shop_page(
        product, f"<h3>Highlights</h3><ul>{features}</ul><h3>Specifications</h3><ul>{items}</ul>"
    )


@family("tvs_en")
def list_li_with_two_divs(product: Product) -> str:
    """Rows of divs in li, names with a tooltip button and text for screen readers."""
    items = "".join(
        f'<li class="spec-row"><div class="spec-name"><div>{escape(s.name)}'
        '<button class="tooltip"><span class="sr-only">Info</span></button></div></div>'
        f'<div class="spec-value"><span>{escape(s.value)}</span></div></li>'
        for s in product.specs
    )
    return shop_page(product, f'<div class="spec-table"><ul>{items}</ul></div>')
