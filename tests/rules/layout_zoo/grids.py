"""Specs without tables or lists: divs, spans and headings."""

from __future__ import annotations

from html import escape

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shop_page
from tests.rules.layout_zoo.products import Product, each


@family("tvs_en")
def grid_flat_divs(product: Product) -> str:
    """div name, div value, div name, div value, all in one container."""
    cells = "".join(
        f'<div class="k">{escape(s.name)}</div><div class="v">{escape(s.value)}</div>'
        for s in product.specs
    )
    return shop_page(product, f'<div class="grid">{cells}</div>')


@family("tvs_en")
def grid_flat_spans(product: Product) -> str:
    cells = "\n".join(
        f"<span class='k'>{escape(s.name)}</span> <span class='v'>{escape(s.value)}</span>"
        for s in product.specs
    )
    return shop_page(product, f"<div class='grid'>{cells}</div>")


@family("tvs_en")
def grid_heading_then_div(product: Product) -> str:
    """A heading is the name, the div behind it the value; all in one flow."""
    cells = "".join(
        f'<div class="pb2"><h3 class="flex"><span>{escape(s.name)}</span></h3>'
        f'<div class="mv0"><span>{escape(s.value)}</span></div></div>'
        for s in product.specs
    )
    return shop_page(
        product,
        f'<section><h2>Specifications</h2><div class="nt1">{cells}</div></section>'
        '<section><h2>Warranty</h2><div class="nt1"><div class="pb2"><h3>Warranty information</h3>'
        "<div>Please ask the seller</div></div></div></section>",
    )


@family("cameras_en")
def grid_div_rows(product: Product) -> str:
    """div rows of two divs, sections with headings, deep nesting."""
    sections = ""
    for section, specs in product.sections:
        rows = "".join(
            f'<div class="row"><div class="col-4"><b>{escape(s.name)}</b></div>'
            f'<div class="col-8"><div>{escape(s.value)}</div></div></div>'
            for s in specs
        )
        sections += f'<div class="group"><h3>{escape(section)}</h3><div>{rows}</div></div>'
    sale = '<div class="row"><div class="col-4"><b>Availability</b></div><div>In stock</div></div>'
    return shop_page(product, f'<div class="buy">{sale}</div><div class="sp">{sections}</div>')


@family("tvs_en")
def grid_comments_between_texts(product: Product) -> str:
    unit = "<div><div><!-- -->{name}<!-- -->:</div><div><!--[-->{value}<!--]--></div></div>"
    return shop_page(product, f"<div class=g>{each(product.specs, unit)}</div>")


@family("tvs_en")
def grid_cards(product: Product) -> str:
    unit = '<div class="card"><i class="icon"></i><span>{name}</span><p>{value}</p></div>'
    return shop_page(product, f'<div class="cards">{each(product.specs, unit)}</div>')


@family("tvs_en")
def grid_value_above_name(product: Product) -> str:
    """Big numbers with what they are below them."""
    unit = '<div class="stat"><b>{value}</b><span>{name}</span></div>'
    return shop_page(product, f'<div class="stats">{each(product.specs, unit)}</div>')
