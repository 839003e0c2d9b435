"""Markup in which it is not plain where a unit begins and ends."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shop_page
from tests.rules.layout_zoo.products import Spec, each

if TYPE_CHECKING:
    from tests.rules.layout_zoo.products import Product


def _lines(spec: Spec, tag: str) -> str:
    """A value of several parts in elements of their own, a simple one as it is."""
    if len(spec.parts) == 1:
        return escape(spec.value)
    return "".join(f"<{tag}>{escape(part)}</{tag}>" for part in spec.parts)


@family("cameras_en")
def hard_value_lines_look_like_rows(product: Product) -> str:
    """A row is a div of two divs, and so is a value of two lines."""
    rows = "".join(
        f'<div class="row"><div>{escape(s.name)}</div><div>{_lines(s, "div")}</div></div>'
        for s in product.specs
    )
    return shop_page(product, f'<div class="specs">{rows}</div>')


@family("cameras_en")
def hard_value_spans_look_like_rows(product: Product) -> str:
    rows = "".join(
        f"<li><span>{escape(s.name)}</span><span>{_lines(s, 'span')}</span></li>"
        for s in product.specs
    )
    return shop_page(product, f"<ul>{rows}</ul>")


@family("headphones_en")
def hard_name_line_above_value_line(product: Product) -> str:
    """A seller's text: a bold line, below it the value, an empty line, the next."""
    lines = each(product.specs, "<strong>{name}</strong><br>{value}<br><br>")
    return shop_page(product, f"<div class=rte><p>Enjoy.</p><p>{lines}</p></div>")


@family("cameras_en")
def hard_flat_headings(product: Product) -> str:
    """Headings and what stands below them, all in one flow with other headings."""
    flow = "".join(
        f"<h4>{escape(s.name)}</h4>" + "".join(f"<p>{escape(part)}</p>" for part in s.parts)
        for s in product.specs
    )
    return shop_page(product, f"<div class=flow><h3>Technical data</h3>{flow}</div>")


@family("tvs_en")
def hard_dt_headings(product: Product) -> str:
    """Headings are dt too, without a dd."""
    rows = "".join(
        f"<dt>{escape(section)}</dt>" + each(specs, "<dt>{name}</dt><dd>{value}</dd>")
        for section, specs in product.sections
    )
    return shop_page(product, f"<dl>{rows}</dl>")


@family("tvs_en")
def hard_heading_rows_of_two_cells(product: Product) -> str:
    rows = "".join(
        f"<tr><td><b>{escape(section)}</b></td><td>&nbsp;</td></tr>"
        + each(specs, "<tr><td>{name}</td><td>{value}</td></tr>")
        for section, specs in product.sections
    )
    return shop_page(product, f"<table>{rows}</table>")


@family("phones_en")
def hard_stray_end_tags(product: Product) -> str:
    """End tags of things never begun, or begun elsewhere."""
    rows = each(
        product.specs, "<tr><td><b>{name}</td></b></td><td>{value}</a></div></td></tr></tr>"
    )
    return shop_page(product, f"<div><table>{rows}</table></table></div>")


@family("phones_en")
def hard_first_row_without_tr(product: Product) -> str:
    rows = each(product.specs, "<td>{name}</td><td>{value}</td></tr>", "<tr>")
    return shop_page(product, f"<table>{rows}</table>")


@family("phones_en")
def hard_overview_and_details(product: Product) -> str:
    """The first specs stand above the buy button, the others far below, in like lists."""
    item = "<li><span>{name}</span><b>{value}</b></li>"
    return shop_page(
        product,
        f'<ul class="overview">{each(product.specs[:4], item)}</ul><button>Buy</button>'
        "<p>Great phone.</p><ul><li>Fast</li><li>Light</li></ul>"
        f'<div class="details"><ul class="full">{each(product.specs[4:], item)}</ul></div>',
    )


@family("phones_en")
def hard_hidden_sort_keys(product: Product) -> str:
    """Numbers have a hidden key before them; all tables stand in a tab that is not shown yet."""
    rows = "".join(
        f"<tr><td>{escape(s.name)}</td><td>"
        + ("<span style='display:none'>0000120</span>" if s.value[0].isdigit() else "")
        + f"{escape(s.value)}</td></tr>"
        for s in product.specs
    )
    return shop_page(product, f'<div style="display:none" id=tab2><table>{rows}</table></div>')


@family("tvs_en")
def hard_questions_like_specs(product: Product) -> str:
    """A dl of questions and answers beside the dl of specs."""
    asked = "<dt>Is it loud?</dt><dd>No.</dd><dt>Does it come with a cable?</dt><dd>Yes</dd>"
    specs = each(product.specs, "<dt>{name}</dt><dd>{value}</dd>")
    return shop_page(product, f"<h3>Specs</h3><dl>{specs}</dl><h3>Questions</h3><dl>{asked}</dl>")


@family("tvs_en")
def hard_long_values(product: Product) -> str:
    """One value is a whole text with colons, another the name of something else."""
    story = "Note: colors may differ. Size: measured by hand, twice. " * 8
    row = "<tr><th>{name}</th><td>{value}</td></tr>"
    return shop_page(
        product,
        f"<table>{each(product.specs, row)}</table><table><tr><td>{story}</td></tr></table>",
    )


@family("cameras_en")
def hard_flat_grid_with_headings(product: Product) -> str:
    """Headings, names and values of a grid are all divs of one container."""
    cells = "".join(
        f'<div class="h">{escape(section)}</div>'
        + each(specs, '<div class="k">{name}</div><div class="v">{value}</div>')
        for section, specs in product.sections
    )
    return shop_page(product, f'<div class="grid">{cells}</div>')
