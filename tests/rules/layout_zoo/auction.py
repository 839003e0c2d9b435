"""Auction sites: item specifics with two pairs a row, tables in tables, later columns of divs."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import family, pair
from tests.rules.layout_zoo.furniture import related, reviews, shipping_table, shop_page
from tests.rules.layout_zoo.products import Product, Spec

if TYPE_CHECKING:
    from rules.learn import Example

_CONDITION = ("Used", "New", "Seller refurbished", "For parts or not working")


def _with_condition(product: Product) -> list[Spec]:
    condition = Spec("", "Condition", _CONDITION[product.number % 4])
    return [condition, *product.specs]


def _condition_and_specs(product: Product) -> tuple[Example, ...]:
    return tuple(pair(spec.name, spec.value) for spec in _with_condition(product))


def _pairs_a_row(specs: list[Spec], cells: str, empty: str, row: str = "<tr>{}</tr>") -> str:
    rows = []
    for at in range(0, len(specs), 2):
        two = specs[at : at + 2]
        shown = [cells.format(name=escape(s.name), value=escape(s.value)) for s in two]
        rows.append(row.format("\n".join([*shown, *[empty] * (2 - len(two))])))
    return "\n".join(rows)


def _auction_page(product: Product, specifics: str) -> str:
    """Layout tables around everything; the sale's own facts look like item specifics too."""
    return f"""<html><head><title>{escape(product.title)} | auction</title></head><body>
<div id="gh"><a href="/">Home</a> <a href="/my">My account</a> <a href="/sell">Sell</a></div>
<table width="100%"><tr><td class="vi-crumb">Back to search | <a>Cell Phones</a> &gt;
<a>{escape(product.brand)}</a></td></tr></table>
<table class="vi-main"><tr><td width="300"><img src="i.jpg"></td><td>
<h1 id="itemTitle"><span class="g-hdn">Details about &nbsp;</span>{escape(product.title)}</h1>
<table class="vi-buy"><tr><td class="lbl">Item condition:</td><td>
<span>{_CONDITION[product.number % 4]}</span></td></tr>
<tr><td class="lbl">Time left:</td><td><span>{product.number + 1}d 04h</span></td></tr>
<tr><td class="lbl">Price:</td><td><span id="prcIsum">US {product.price}</span></td></tr>
<tr><td class="lbl">Shipping:</td><td>FREE Standard Shipping | <a>See details</a></td></tr>
</table></td><td><div class="si">Seller information <a>best-deals-{product.number}</a>
<span>99.{product.number}% Positive feedback</span></div></td></tr></table>
<div id="tabs"><ul><li>Description</li><li>Shipping and payments</li></ul></div>
<div id="vi-desc"><table width="100%"><tr><td>
{specifics}
</td></tr></table>
<div class="seller-text"><p>Up for sale is a <b>{escape(product.title)}</b>. No returns.</p>
<p>Payment: within 3 days. Shipping: same day.</p></div></div>
<div id="ship">{shipping_table(product)}</div>
{related(product)}{reviews(product)}
<div class="foot"><a>About</a> <a>Policies</a></div></body></html>"""


@family("phones_en", _condition_and_specs)
def auction_two_pairs_a_row(product: Product) -> str:
    cells = '<td class="attrLabels">{name}:</td><td width="50.0%"><span>{value}</span></td>'
    rows = _pairs_a_row(_with_condition(product), cells, "<td>&nbsp;</td><td>&nbsp;</td>")
    return _auction_page(
        product,
        '<div class="itemAttr"><div class="section"><h2 class="secHd">Item specifics</h2>'
        f'<table cellpadding="0" width="100%">{rows}</table></div></div>',
    )


@family("phones_en", _condition_and_specs)
def auction_odd_row_without_filler(product: Product) -> str:
    """Bold names in td; the last row of an odd number simply ends; condition is a long text."""
    cells = "<td><b>{name}:</b></td><td>{value}</td>"
    rows = _pairs_a_row(_with_condition(product), cells, "")
    return _auction_page(product, f"<h3>Item specifics</h3><table class=specs>{rows}</table>")


@family("cameras_en")
def auction_two_pairs_in_one_section_each(product: Product) -> str:
    """Sections as rows over all columns, then two pairs a row."""
    cells = (
        "<td class='attrLabels'> {name}: </td><td><h2 itemprop='x'><span>{value}</span></h2></td>"
    )
    rows = "".join(
        f"<tr><td colspan=4 class=sec>{escape(section)}</td></tr>"
        + _pairs_a_row(specs, cells, "<td></td><td></td>")
        for section, specs in product.sections
    )
    return _auction_page(product, f"<div class=itemAttr><table>{rows}</table></div>")


@family("phones_en", _condition_and_specs)
def auction_label_value_columns(product: Product) -> str:
    """The later markup: rows of columns, each with a label and a value wrapped several times."""
    cells = (
        '<div class="ux-layout-section__item"><div class="ux-labels-values__labels">'
        '<div class="ux-labels-values__labels-content"><div><span class="ux-textspans">{name}'
        "</span></div></div></div>"
        '<div class="ux-labels-values__values"><div class="ux-labels-values__values-content">'
        '<div><span class="ux-textspans">{value}</span></div></div></div></div>'
    )
    rows = _pairs_a_row(
        _with_condition(product), cells, "", '<div class="ux-layout-section__row">{}</div>'
    )
    return shop_page(
        product,
        '<div class="vim"><h2><span>Item specifics</span></h2>'
        f'<div class="ux-layout-section">{rows}</div></div>'
        '<div class="vim"><h2><span>Shipping</span></h2><div class="ux-layout-section">'
        '<div class="ux-layout-section__row"><div class="ux-layout-section__item">'
        '<div class="ux-labels-values__labels"><div><span>Shipping:</span></div></div>'
        '<div class="ux-labels-values__values"><div><div><span>Free</span> <span>Economy</span>'
        "</div></div></div></div></div></div></div>",
    )


@family("phones_en", _condition_and_specs)
def auction_definition_columns(product: Product) -> str:
    """The latest markup: one dl a pair, two to a row, a read-more button in some values."""
    specs = _with_condition(product)
    more = '<button aria-expanded="false"><span>Read more</span></button>'
    pairs = "".join(
        f'<div class="evo-col"><dl class="lv"><dt class="lv__label"><div><span class="ts">'
        f"{escape(spec.name)}</span></div></dt>"
        f'<dd class="lv__value"><div><span class="ts">{escape(spec.value)}</span></div></dd>'
        "</dl></div>"
        for spec in specs
    )
    seller = f"<dl><dt>Joined</dt><dd>May {product.number + 2}, 2011</dd></dl>"
    return shop_page(
        product,
        f'<div class="about">{pairs}</div><div class="seller">{seller}{more}</div>',
    )


@family("phones_en", _condition_and_specs)
def auction_wordy_condition(product: Product) -> str:
    """The condition has a hidden explanation and a link behind it, the others have not."""
    said, *specs = _with_condition(product)
    cells = '<td class="attrLabels">{name}:</td><td width="50.0%"><span>{value}</span></td>'
    explained = (
        f'<tr><td class="attrLabels">Condition:</td><td><div><span>{said.value}</span>'
        '<span class="infoLink" style="display:none">An item that was sold before. '
        '<a href="#">See all condition definitions<b class="g-hdn">- opens in a new window</b>'
        "</a></span></div></td></tr>"
    )
    rows = _pairs_a_row(specs, cells, "<td>&nbsp;</td><td>&nbsp;</td>")
    return _auction_page(product, f'<div class="itemAttr"><table>{explained}{rows}</table></div>')


def _with_catalogue(product: Product) -> tuple[Example, ...]:
    return (
        *_condition_and_specs(product),
        *(pair(name, value) for name, value in _catalogue(product)),
    )


def _catalogue(product: Product) -> list[tuple[str, str]]:
    """What the site itself knows of the product, on two pages of three."""
    known = [("Product Line", f"{product.brand} {product.number}"), ("Country of Origin", "China")]
    return known if product.number % 3 != 2 else []


@family("phones_en", _with_catalogue)
def auction_specifics_and_catalogue(product: Product) -> str:
    """Two pairs a row, and below them some pages have the catalogue's facts, one a row."""
    cells = '<td class="attrLabels">{name}:</td><td width="50.0%"><span>{value}</span></td>'
    rows = _pairs_a_row(_with_condition(product), cells, "<td>&nbsp;</td><td>&nbsp;</td>")
    facts = "".join(
        f'<tr><td width="20%"><font>{name}</font></td><td><font>{value}</font></td></tr>'
        for name, value in _catalogue(product)
    )
    details = f'<div class="prodDetail"><h2>Detailed item info</h2><table>{facts}</table></div>'
    return _auction_page(
        product,
        f'<div class="itemAttr"><table>{rows}</table></div>{details if facts else ""}',
    )
