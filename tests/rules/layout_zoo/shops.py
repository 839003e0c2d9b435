"""Ways of real shops that are no plain table or list."""

from __future__ import annotations

from html import escape

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import price_tiers, shipping_table, shop_page
from tests.rules.layout_zoo.products import Product, each


@family("cameras_en")
def shop_sections_as_accordion(product: Product) -> str:
    """Buttons open sections; hidden by style until then; each holds a table."""
    sections = "".join(
        f'<div class="acc"><button aria-controls="s{n}">{escape(section)}</button>'
        f'<div id="s{n}" style="height:0"><table>'
        + "".join(
            f'<tr data-sel="row"><td class="lab">{escape(s.name)}</td>'
            f'<td class="val"><span>{escape(s.value)}</span></td></tr>'
            for s in specs
        )
        + "</table></div></div>"
        for n, (section, specs) in enumerate(product.sections)
    )
    return shop_page(product, f"<div>{sections}</div>")


@family("phones_en")
def shop_rows_of_headings(product: Product) -> str:
    """A phone database: section th, then rows of li with strong names in ul."""
    sections = "".join(
        f'<div class="s_specs_box"><h2 class="htitle">{escape(section)}</h2><ul>'
        + "".join(
            f'<li class="s_lv_1"><strong class="s_lv1">{escape(s.name)}:</strong>'
            f'<ul class="s_lv_1 field"><li>{escape(s.value)}</li></ul></li>'
            for s in specs
        )
        + "</ul></div>"
        for section, specs in product.sections
    )
    return shop_page(product, f'<div id="phone_specificatons">{sections}</div>')


@family("cameras_en")
def shop_review_site_table(product: Product) -> str:
    """A review site: label th with a help link, td, section rows by thead in one table."""
    parts = "".join(
        f"<thead><tr><th colspan='2'>{escape(section)}</th></tr></thead><tbody>"
        + "".join(
            f'<tr><th class="label">{escape(s.name)} <a href="/h"><img alt="help"></a></th>'
            f'<td class="value">{_listed(s.parts)}</td></tr>'
            for s in specs
        )
        + "</tbody>"
        for section, specs in product.sections
    )
    return shop_page(product, f"<table class='specsTable'>{parts}</table>")


def _listed(parts: list[str]) -> str:
    if len(parts) == 1:
        return f"<div>{escape(parts[0])}</div>"
    return "<ul>" + "".join(f"<li><span>{escape(part)}</span></li>" for part in parts) + "</ul>"


@family("phones_en")
def shop_two_columns_of_tables(product: Product) -> str:
    """The specs fall into two tables, left and right."""
    half = len(product.specs) // 2
    sides = "".join(
        f'<div class="{side}"><table>'
        + "".join(f"<tr><th>{escape(s.name)}</th><td>{escape(s.value)}</td></tr>" for s in specs)
        + "</table></div>"
        for side, specs in (("left", product.specs[:half]), ("right", product.specs[half:]))
    )
    return shop_page(product, f"<div class=specs>{sides}</div>{shipping_table(product)}")


@family("tvs_en")
def shop_read_more_behind_long_values(product: Product) -> str:
    """Only long values have a button behind them; the sample has none."""
    rows = ""
    for s in product.specs:
        long = len(s.value) > 11 and product.number
        more = '<button class="more">Show more</button>' if long else ""
        rows += f"<li><h4>{escape(s.name)}</h4><div>{escape(s.value)}{more}</div></li>"
    return shop_page(product, f"<ul class=facts>{rows}</ul>")


@family("phones_en")
def shop_values_with_unit_elements(product: Product) -> str:
    """Numbers and units in elements of their own; no space between the tags."""
    rows = ""
    for s in product.specs:
        number, _, unit = s.value.rpartition(" ")
        value = f"<b>{escape(number)}</b><small>{escape(unit)}</small>" if number else escape(unit)
        rows += f'<div class="r"><span class="n">{escape(s.name)}</span><span>{value}</span></div>'
    return shop_page(product, f'<div class="sheet">{rows}</div>')


@family("headphones_en")
def shop_description_table_by_seller(product: Product) -> str:
    """A seller's own table, pasted from a text processor."""
    row = (
        '<tr style="height:15pt"><td style="width:120pt"><p class="MsoNormal"><b><span '
        'lang="EN-US">{name}<o:p></o:p></span></b></p></td><td><p class="MsoNormal"><span>{value}'
        "<o:p>&nbsp;</o:p></span></p></td></tr>"
    )
    return shop_page(
        product,
        '<div class="desc"><p class="MsoNormal"><b><span>Description</span></b></p>'
        f'<table class="MsoTableGrid"><tbody>{each(product.specs, row)}</tbody></table></div>',
    )


@family("headphones_en")
def shop_custom_elements(product: Product) -> str:
    unit = "<spec-row><spec-key>{name}</spec-key><spec-value>{value}</spec-value></spec-row>"
    return shop_page(product, f"<spec-list>{each(product.specs, unit)}</spec-list>")


@family("headphones_en")
def shop_summary_of_bold_keys(product: Product) -> str:
    """Table of spans: td with bold name, td with value, and a see-more line; no th."""
    row = (
        '<tr class="a-spacing-small"><td class="a-span3"><span class="a-text-bold">{name}</span>'
        '</td><td class="a-span9"><span class="po-break-word">{value}</span></td></tr>'
    )
    return shop_page(
        product,
        f'<div id="overview"><table class="a-normal">{each(product.specs, row)}</table>'
        '<a href="#">See more</a></div><div id="about"><h1>About this item</h1><ul>'
        "<li><span>SOUND: rich and deep</span></li><li><span>FIT: all day comfort</span></li>"
        "</ul></div>",
    )


@family("tvs_en")
def shop_rows_with_tooltips(product: Product) -> str:
    """Rows of flex divs; a button's tooltip text stands inside some name cells."""
    rows = ""
    for n, s in enumerate(product.specs):
        tip = (
            f'<button type="button" aria-label="Learn about {escape(s.name)}"><svg></svg></button>'
            '<div role="tooltip" class="tt"><p>How we measure it: from corner to corner.</p></div>'
        )
        rows += (
            f'<div class="dB7j8"><div class="w-4"><div class="mr-1 inline">{escape(s.name)}</div>'
            f'{tip if n % 4 == 2 else ""}</div><div class="w-8">{escape(s.value)}</div></div>'
        )
    return shop_page(product, f'<div class="zvAln">{rows}</div>')


@family("cameras_en")
def shop_sections_not_shown_at_first(product: Product) -> str:
    """All but the first tab have display:none until a script shows them."""
    tabs = "".join(
        f'<div class="tab"{"" if n == 0 else " style=" + chr(34) + "display: none" + chr(34)}>'
        + "".join(f"<dl><dt>{escape(s.name)}</dt><dd>{escape(s.value)}</dd></dl>" for s in specs)
        + "</div>"
        for n, (section, specs) in enumerate(product.sections)
    )
    return shop_page(product, f'<div class="tabs">{tabs}</div>')


@family("tvs_en")
def shop_wholesale(product: Product) -> str:
    """A wholesaler: three dl columns, `Name:` in a span, value in a div with a title."""
    unit = (
        '<dl class="do-entry-item"><dt class="do-entry-item"><span class="attr-name J-attr-name" '
        'title="{name}">{name}:</span></dt><dd class="do-entry-item-val"><div class="ellipsis" '
        'title="{value}">{value}</div></dd></dl>'
    )
    supply = (
        '<div class="do-overview"><h3>Supply Ability</h3><dl class="do-entry-item">'
        "<dt>Supply Ability:</dt><dd><div>10000 Piece/Pieces per Month</div></dd></dl></div>"
    )
    return shop_page(
        product,
        f'{price_tiers()}<div class="do-overview"><h3>Quick Details</h3>{each(product.specs, unit)}'
        f"</div>{supply}",
    )
