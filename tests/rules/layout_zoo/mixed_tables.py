"""Tables with more in them than rows of a name and a value."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shop_page
from tests.rules.layout_zoo.products import each

if TYPE_CHECKING:
    from tests.rules.layout_zoo.products import Product


@family("phones_en")
def table_lines_in_value_cells(product: Product) -> str:
    """A row for each section; its value cell holds `name: value` lines."""
    rows = "".join(
        f"<tr><td>{escape(section)}</td><td>{each(specs, '{name}: {value}', '<br>')}</td></tr>"
        for section, specs in product.sections
    )
    return shop_page(product, f"<table>{rows}</table>")


@family("phones_en")
def table_bold_lines_in_value_cells(product: Product) -> str:
    rows = "".join(
        f"<tr><th>{escape(section)}</th><td>"
        + each(specs, "<div><b>{name}</b> {value}</div>")
        + "</td></tr>"
        for section, specs in product.sections
    )
    return shop_page(product, f"<table>{rows}</table>")


@family("phones_en")
def table_picture_cell_behind_first_row(product: Product) -> str:
    picture = "<td rowspan=20><img src=a.jpg><br>Front view</td>"
    rows = each(product.specs, "<tr><td>{name}</td><td>{value}</td></tr>")
    rows = rows.replace("</td></tr>", f"</td>{picture}</tr>", 1)
    return shop_page(product, f"<table>{rows}</table>")


@family("phones_en")
def table_wide_rows_between(product: Product) -> str:
    """Rows that span the table with remarks, links and buttons between."""
    rows = ""
    for n, (section, specs) in enumerate(product.sections):
        rows += (
            f"<tr class=sec><td colspan=2><h4>{escape(section)}</h4> <a>Back to top</a></td></tr>"
        )
        rows += each(specs, "<tr><td>{name}</td><td>{value}</td></tr>")
        if n == product.number % 3:
            rows += "<tr><td colspan=2><small>Note:</small> <span>as measured</span></td></tr>"
    return shop_page(product, f"<table>{rows}</table>")


@family("phones_en")
def table_section_cell_over_rows(product: Product) -> str:
    """The section's cell is a td like the others and spans its rows."""
    rows = ""
    for section, specs in product.sections:
        cells = each(specs, "<td>{name}</td><td>{value}</td>", "</tr><tr>")
        rows += f'<tr><td rowspan="{len(specs)}">{escape(section)}</td>{cells}</tr>'
    return shop_page(product, f"<table>{rows}</table>")
