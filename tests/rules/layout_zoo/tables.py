"""Tables of specs: a name cell, a value cell, and what shops put around and into them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import family, pair
from tests.rules.layout_zoo.furniture import price_tiers, shipping_table, shop_page

if TYPE_CHECKING:
    from rules.learn import Example
    from tests.rules.layout_zoo.products import Product


@family("headphones_en")
def table_th_td_with_marks(product: Product) -> str:
    """Tech details: direction marks, no-break spaces and scripts in the cells, two tables."""
    tables = ""
    for section, specs in product.sections:
        rows = "".join(
            f'<tr><th class="a-size-base prodDetSectionEntry"> {escape(spec.name)} </th>\n'
            f'<td class="a-size-base prodDetAttrValue"> &lrm;{escape(spec.value)} </td></tr>\n'
            for spec in specs
        )
        tables += f'<h3>{section}</h3><table class="a-keyvalue prodDetTable">{rows}</table>'
    rank = (
        "<tr><th>Customer Reviews</th><td><style>.x{}</style><div><span>4.5 out of 5 stars</span>"
        '</div><script>P.when("A").execute(function(){});</script></td></tr>'
    )
    return shop_page(
        product,
        f'<div id="prodDetails"><div class="wrapper">{tables}</div></div>'
        f'<div class="more"><h2>Feedback</h2><table>{rank}</table></div>',
    )


@family("cameras_en")
def table_td_td_sections(product: Product) -> str:
    """One table, section headings over both columns, names in the first td."""
    rows = "".join(
        f'<tr class="head"><td colspan="2"><strong>{escape(section)}</strong></td></tr>'
        + "".join(
            f"<tr><td class=specDetail>{escape(s.name)}</td><td>{escape(s.value)}</td></tr>"
            for s in specs
        )
        for section, specs in product.sections
    )
    return shop_page(
        product, f"<div class=tab>{price_tiers()}</div><div class=tab><table>{rows}</table></div>"
    )


@family("cameras_en")
def table_th_sections_and_lists(product: Product) -> str:
    """th section headings; values of several parts are bullet lists."""
    rows = ""
    for section, specs in product.sections:
        rows += f'<tr><th colspan="2" scope="col">{escape(section)}</th></tr>'
        for spec in specs:
            items = "".join(f"<li>{escape(part)}</li>" for part in spec.parts)
            value = f"<ul>{items}</ul>" if len(spec.parts) > 1 else escape(spec.value)
            rows += f'<tr><th scope="row">{escape(spec.name)}</th><td>{value}</td></tr>'
    return shop_page(product, f"<table><tbody>{rows}</tbody></table>{shipping_table(product)}")


@family("tvs_en")
def table_value_in_one_item_list(product: Product) -> str:
    """Every value in a list of one item, a caption row above each table."""
    tables = ""
    for section, specs in product.sections:
        rows = "".join(
            f'<tr class="row"><td class="_1h">{escape(s.name)}</td>'
            f'<td class="_2v"><ul><li class="_3i">{escape(s.value)}</li></ul></td></tr>'
            for s in specs
        )
        tables += (
            f'<div class="_4g"><div class="_5t">{escape(section)}</div>'
            f'<table class="_6b"><tbody>{rows}</tbody></table></div>'
        )
    return shop_page(product, f'<div class="specs"><div>{tables}</div></div>')


@family("headphones_en")
def table_woocommerce(product: Product) -> str:
    rows = "".join(
        f'<tr class="woocommerce-product-attributes-item"><th>{escape(s.name)}</th>'
        f'<td class="value"><p>{_linked(s.parts)}</p>\n</td></tr>'
        for s in product.specs
    )
    return shop_page(
        product,
        '<div class="panel"><h2>Additional information</h2>'
        f'<table class="shop_attributes">{rows}</table></div>',
    )


def _linked(parts: list[str]) -> str:
    if len(parts) == 1:
        return escape(parts[0])
    return ", ".join(f'<a href="/tag" rel="tag">{escape(part)}</a>' for part in parts)


@family("headphones_en")
def table_magento(product: Product) -> str:
    """th/td in a captioned table whose cells have no text around them, and a tier table."""
    rows = "\n".join(
        f'<tr>\n<th class="col label" scope="row">{escape(s.name)}</th>\n'
        f'<td class="col data" data-th="{escape(s.name)}">{escape(s.value)}</td>\n</tr>'
        for s in product.specs
    )
    return shop_page(
        product,
        f"{price_tiers()}<table class='data table additional-attributes'>"
        f"<caption>More Information</caption><tbody>\n{rows}\n</tbody></table>",
    )


@family("phones_en")
def table_names_with_glossary(product: Product) -> str:
    """Names are links to a glossary with a question mark and a hidden explanation."""
    rows = "".join(
        f'<tr><td class="ttl"><a href="/glossary?{n}">{escape(s.name)}</a>'
        f'<span class="tip" style="display:none">What {escape(s.name)} means</span></td>'
        f'<td class="nfo">{escape(s.value)}</td></tr>'
        for n, s in enumerate(product.specs)
    )
    return shop_page(product, f"<div id=specs><table>{rows}</table></div>")


@family("cameras_en")
def table_icon_cell_first(product: Product) -> str:
    rows = "".join(
        f'<tr><td class="ic"><img src="{n}.png" alt=""></td><td class="n">{escape(s.name)}</td>'
        f'<td class="v">{escape(s.value)}</td></tr>'
        for n, s in enumerate(product.specs)
    )
    return shop_page(product, f"<table class=features>{rows}</table>")


def _split_rows(product: Product) -> tuple[Example, ...]:
    return tuple(pair(s.name, part) for s in product.specs for part in s.parts)


@family("phones_en", _split_rows)
def table_rows_without_name_continue(product: Product) -> str:
    """A section cell over several rows; a second line of a value has an empty name cell."""
    tables = ""
    for section, specs in product.sections:
        rows = [(s.name if n == 0 else "&nbsp;", p) for s in specs for n, p in enumerate(s.parts)]
        lines = [
            f'<td class="ttl">{name}</td><td class="nfo">{escape(part)}</td>' for name, part in rows
        ]
        head = f'<th rowspan="{len(lines)}">{escape(section)}</th>'
        body = "".join(f"<tr>{head if n == 0 else ''}{line}</tr>" for n, line in enumerate(lines))
        tables += f'<table cellspacing="0">{body}</table>'
    return shop_page(product, f'<div id="specs-list">{tables}</div>')


@family("phones_en")
def table_three_columns_section_name_value(product: Product) -> str:
    """The section stands in the first column of its first row only."""
    rows = "".join(
        f"<tr><td>{escape(section) if n == 0 else ''}</td><td>{escape(s.name)}</td>"
        f"<td>{escape(s.value)}</td></tr>"
        for section, specs in product.sections
        for n, s in enumerate(specs)
    )
    return shop_page(product, f"<table class=spec3>{rows}</table>{price_tiers()}")
