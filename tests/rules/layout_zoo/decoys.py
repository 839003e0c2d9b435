"""Specs beside things that look just like them and are none."""

from __future__ import annotations

from html import escape

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shop_page
from tests.rules.layout_zoo.products import Product, each

_TH_TD = "<tr><th>{name}</th><td>{value}</td></tr>"


@family("headphones_en")
def decoy_shipping_table_beside(product: Product) -> str:
    """The shop's terms in a table of the same class, right behind the specs."""
    terms = (
        "<tr><th>Shipping</th><td>Free standard shipping</td></tr>"
        f"<tr><th>Delivery</th><td>Between Mar {10 + product.number} and Mar 20</td></tr>"
        "<tr><th>Returns</th><td>30 days</td></tr>"
    )
    return shop_page(
        product,
        f'<h2>Specs</h2><table class="table">{each(product.specs, _TH_TD)}</table>'
        f'<h2>Terms</h2><table class="table">{terms}</table>',
    )


@family("tvs_en")
def decoy_other_products_with_specs(product: Product) -> str:
    """Every related product shows a few specs in the very same list markup."""
    item = "<li><strong>{name}:</strong> {value}</li>"
    cards = ""
    for other in product.others:
        few = each(other.specs[:3], item)
        cards += f"<div class=card><a>{escape(other.title)}</a><ul>{few}</ul></div>"
    return shop_page(
        product, f"<div class=specs><ul>{each(product.specs, item)}</ul></div><div>{cards}</div>"
    )


@family("tvs_en")
def decoy_summary_in_other_words(product: Product) -> str:
    """A summary above the specs: the first of them again, as text, shortened."""
    summary = "".join(
        f"<li>{escape(s.name)}: about {escape(s.value.split()[0])}</li>" for s in product.specs[:4]
    )
    return shop_page(
        product,
        f"<ul class=summary>{summary}</ul><div><table>{each(product.specs, _TH_TD)}</table></div>",
    )


@family("headphones_en")
def decoy_bold_prose_between(product: Product) -> str:
    """A description whose other paragraphs begin with bold words too, but without a colon."""
    prose = (
        "<p><strong>Free gift!</strong> Order today and get a pouch.</p>",
        "<p><strong>Hear more</strong> with every detail in place.</p>",
        "<p><strong>Made for you</strong> by people who listen.</p>",
    )
    start = product.number % 3
    specs = each(product.specs, "<p><strong>{name}:</strong> {value}</p>")
    return shop_page(product, f"<div class=rte>{prose[start]}{specs}{prose[(start + 1) % 3]}</div>")


@family("phones_en")
def decoy_choices_of_the_same_name(product: Product) -> str:
    """Boxes to choose a colour and a size, in rows like those of the specs."""
    choice = (
        '<div class="row"><div>Color</div><div><select><option>Red</option><option>Gray</option>'
        '</select></div></div><div class="row"><div>Storage Capacity</div><div><select>'
        "<option>64 GB</option><option>128 GB</option></select></div></div>"
    )
    specs = each(product.specs, '<div class="row"><div>{name}</div><div>{value}</div></div>')
    return shop_page(
        product, f'<div class="choose">{choice}</div><div class="specs"><div>{specs}</div></div>'
    )


@family("phones_en")
def decoy_average_column(product: Product) -> str:
    """A third column compares with the average phone."""
    row = "<tr><td>{name}</td><td>{value}</td><td>Average: 3 of 5</td></tr>"
    return shop_page(product, f"<table>{each(product.specs, row)}</table>")


@family("phones_en")
def decoy_empty_values(product: Product) -> str:
    """Names the shop has no value for."""
    empty = "<tr><th>Megapixel rating</th><td></td></tr><tr><th>Edition</th><td>&nbsp;</td></tr>"
    return shop_page(product, f"<table>{empty}{each(product.specs, _TH_TD)}{empty}</table>")


@family("headphones_en")
def decoy_comparison_with_others(product: Product) -> str:
    """The specs' names again in a table that compares the product with others."""
    compared = [product, *product.others[:3]]
    rows = "<tr><th></th>" + "".join(f"<td>{escape(p.title)}</td>" for p in compared) + "</tr>"
    for name in ("Brand", "Form Factor", "Item Weight", "Impedance"):
        values = [{s.name: s.value for s in p.specs}.get(name, "—") for p in compared]
        rows += f"<tr><th>{name}</th>" + "".join(f"<td>{value}</td>" for value in values) + "</tr>"
    return shop_page(
        product,
        f"<div><table>{each(product.specs, _TH_TD)}</table></div><div><h2>Compare</h2>"
        f"<table>{rows}</table></div>",
    )


@family("cameras_en")
def decoy_heading_row(product: Product) -> str:
    """The table's first row says what its columns are."""
    return shop_page(
        product,
        "<table><tr><td>Feature</td><td>Description</td></tr>"
        f"{each(product.specs, '<tr><td>{name}</td><td>{value}</td></tr>')}"
        "<tr><td colspan=2>Specifications may change without notice</td></tr></table>",
    )
