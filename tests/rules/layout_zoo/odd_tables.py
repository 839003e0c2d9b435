"""Tables that need a second look."""

from __future__ import annotations

from html import escape

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shop_page
from tests.rules.layout_zoo.products import Product, Spec, each


@family("tvs_en")
def table_colon_cell_between(product: Product) -> str:
    row = "<tr><td>{name}</td><td>:</td><td>{value}</td></tr>"
    return shop_page(product, f"<table>{each(product.specs, row)}</table>")


@family("tvs_en")
def table_numbered_rows(product: Product) -> str:
    rows = "".join(
        f"<tr><td>{n}.</td><td>{escape(s.name)}</td><td>{escape(s.value)}</td></tr>"
        for n, s in enumerate(product.specs, 1)
    )
    return shop_page(product, f"<table>{rows}</table>")


@family("cameras_en")
def table_unit_column(product: Product) -> str:
    """name, number, unit."""
    rows = ""
    for s in product.specs:
        number, _, unit = s.value.rpartition(" ")
        number, unit = (number, unit) if number else (unit, "")
        rows += (
            f"<tr><td>{escape(s.name)}</td><td>{escape(number)}</td><td>{escape(unit)}</td></tr>"
        )
    return shop_page(product, f"<table>{rows}</table>")


@family("cameras_en")
def table_sections_are_tables(product: Product) -> str:
    """A heading and a table of its own for every section; pages have other sections."""
    sections = "".join(
        f"<h3>{escape(section)}</h3><table class='data'>"
        + "".join(f"<tr><td>{escape(s.name)}</td><td>{escape(s.value)}</td></tr>" for s in specs)
        + "</table>"
        for section, specs in product.sections
    )
    return shop_page(product, sections)


@family("tvs_en")
def table_one_section_on_the_sample(product: Product) -> str:
    """The first page has one table only, the others one for every section."""
    sections = product.sections if product.number else [("General", list(product.specs))]
    tables = "".join(
        f"<h3>{escape(section)}</h3><table class='data'>"
        + "".join(f"<tr><th>{escape(s.name)}</th><td>{escape(s.value)}</td></tr>" for s in specs)
        + "</table>"
        for section, specs in sections
    )
    return shop_page(product, f"<div class=specs>{tables}</div>")


@family("phones_en")
def table_sometimes_wrapped(product: Product) -> str:
    """Some pages have a tbody and a div more around the rows."""
    table = "<table>{}</table>"
    if product.number % 2:
        table = "<div class=scroll><table><tbody>{}</tbody></table></div>"
    row = "<tr><td>{name}</td><td>{value}</td></tr>"
    return shop_page(product, f"<div class=specs>{table.format(each(product.specs, row))}</div>")


@family("phones_en")
def table_values_dressed_elsewhere(product: Product) -> str:
    """The sample's values are plain text; other pages have links, lists, paragraphs, breaks."""

    def value(n: int, spec: Spec) -> str:
        plain = escape(spec.value)
        if not product.number:
            return plain
        several = "<br>".join(escape(part) for part in spec.parts)
        wraps = (f"<a href=/x>{plain}</a>", f"<p>{plain}</p>", several, f"<b><i>{plain}</i></b>")
        return wraps[(n + product.number) % 4]

    rows = "".join(
        f"<tr><td>{escape(s.name)}</td><td>{value(n, s)}</td></tr>"
        for n, s in enumerate(product.specs)
    )
    return shop_page(product, f"<table>{rows}</table>")


@family("phones_en")
def table_names_dressed_elsewhere(product: Product) -> str:
    """Plain names on the sample; links and bold ones with colons on other pages."""

    def name(n: int, shown: str) -> str:
        if not product.number:
            return shown
        return (shown, f"<a href=/g>{shown}</a>", f"<b>{shown}:</b>")[(n + product.number) % 3]

    rows = "".join(
        f"<tr><th>{name(n, escape(s.name))}</th><td>{escape(s.value)}</td></tr>"
        for n, s in enumerate(product.specs)
    )
    return shop_page(product, f"<table>{rows}</table>")


@family("cameras_en")
def table_names_in_th_or_td(product: Product) -> str:
    rows = "".join(
        "<tr><{0}>{1}</{0}><td>{2}</td></tr>".format(
            "th" if n % 3 else "td", escape(s.name), escape(s.value)
        )
        for n, s in enumerate(product.specs)
    )
    return shop_page(product, f"<table>{rows}</table>")


@family("cameras_en")
def table_name_and_value_in_one_cell(product: Product) -> str:
    """Cells of a grid, three a row, the name bold on its own line above the value."""
    cells = [f"<td><b>{escape(s.name)}</b><br>{escape(s.value)}</td>" for s in product.specs]
    rows = "".join(f"<tr>{''.join(cells[at : at + 3])}</tr>" for at in range(0, len(cells), 3))
    return shop_page(product, f"<table>{rows}</table>")


@family("phones_en")
def table_infobox(product: Product) -> str:
    """An encyclopedia's box: footnotes, lists without bullets, headings over both columns."""
    rows = f'<tr><th colspan="2" class="infobox-above">{escape(product.title)}</th></tr>'
    rows += '<tr><td colspan="2" class="infobox-image"><img src="p.jpg"><div>Front</div></td></tr>'
    for section, specs in product.sections:
        rows += f'<tr><th colspan="2" class="infobox-header">{escape(section)}</th></tr>'
        for n, s in enumerate(specs):
            parts = "".join(f"<li>{escape(part)}</li>" for part in s.parts)
            value = f'<div class="plainlist"><ul>{parts}</ul></div>'
            if len(s.parts) == 1:
                value = escape(s.value)
            note = f'<sup class="reference"><a href="#n">[{n + 1}]</a></sup>' if n % 2 else ""
            rows += (
                f'<tr><th scope="row"><a href="/wiki">{escape(s.name)}</a></th>'
                f'<td class="infobox-data">{value}{note}</td></tr>'
            )
    prose = f"<p>The <b>{escape(product.title)}</b> is a phone made by <a>{product.brand}</a>.</p>"
    return (
        f"<html><body><div id=content><table class=infobox><tbody>{rows}</tbody></table>{prose}"
        "<table class=navbox><tr><th>Phones</th><td><ul><li>A</li><li>B</li></ul></td></tr>"
        "<tr><th>Other</th><td><ul><li>C</li></ul></td></tr></table></div></body></html>"
    )


@family("cameras_en")
def table_nested_in_value(product: Product) -> str:
    """Rows of sections, whose second cell holds a table of the section's own rows."""
    rows = ""
    for section, specs in product.sections:
        inner = "".join(
            f"<tr><td>{escape(s.name)}</td><td>{escape(s.value)}</td></tr>" for s in specs
        )
        rows += f"<tr><td>{escape(section)}</td><td><table>{inner}</table></td></tr>"
    return shop_page(product, f"<table>{rows}</table>")
