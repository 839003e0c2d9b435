"""Lists that need a second look."""

from __future__ import annotations

from html import escape

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.furniture import shop_page
from tests.rules.layout_zoo.products import Product, each


@family("phones_en")
def list_several_dd(product: Product) -> str:
    """A value of several parts has several dd."""
    rows = "".join(
        f"<dt>{escape(s.name)}</dt>" + "".join(f"<dd>{escape(part)}</dd>" for part in s.parts)
        for s in product.specs
    )
    return shop_page(product, f"<dl>{rows}</dl>")


@family("phones_en")
def list_dl_with_divs(product: Product) -> str:
    return shop_page(
        product, f"<dl>{each(product.specs, '<div><dt>{name}</dt><dd>{value}</dd></div>')}</dl>"
    )


@family("phones_en")
def list_text_then_span(product: Product) -> str:
    """The name is plain text, the value has an element of its own, no colon."""
    return shop_page(
        product, f"<ul>{each(product.specs, '<li>{name} <span>{value}</span></li>')}</ul>"
    )


@family("phones_en")
def list_label_then_text(product: Product) -> str:
    """The name has an element of its own, the value is plain text, no colon."""
    return shop_page(
        product, f"<ul>{each(product.specs, '<li><label>{name}</label>{value}</li>')}</ul>"
    )


@family("tvs_en")
def list_name_dash_value(product: Product) -> str:
    return shop_page(product, f"<ul>{each(product.specs, '<li>{name} – {value}</li>')}</ul>")


@family("tvs_en")
def list_comments_between_texts(product: Product) -> str:
    """Text as script frameworks render it on the server: a comment between any two pieces."""
    unit = "<li><span>{name}<!-- -->: <!-- -->{value}</span></li>"
    return shop_page(product, f"<ul>{each(product.specs, unit)}</ul>")


@family("tvs_en")
def list_sometimes_nested(product: Product) -> str:
    """Sections are items whose own list holds the pairs."""
    sections = "".join(
        f"<li><span>{escape(section)}</span><ul>"
        + "".join(f"<li><b>{escape(s.name)}</b> {escape(s.value)}</li>" for s in specs)
        + "</ul></li>"
        for section, specs in product.sections
    )
    return shop_page(product, f"<ul class=sections>{sections}</ul>")


@family("tvs_en")
def list_name_repeated_for_readers(product: Product) -> str:
    """The value cell says the name again for screen readers and small screens."""
    unit = (
        '<div class="tr"><div class="td">{name}</div><div class="td">'
        '<span class="visually-hidden">{name}: </span>{value}</div></div>'
    )
    return shop_page(product, f'<div class="t">{each(product.specs, unit)}</div>')
