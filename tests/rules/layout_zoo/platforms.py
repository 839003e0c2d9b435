"""Pages as widespread shop software writes them, with its own furniture around the specs."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import all_specs, family, pair
from tests.rules.layout_zoo.products import Product, each

if TYPE_CHECKING:
    from rules.learn import Example


def _english(product: Product, main: str, behind: str = "") -> str:
    cards = "".join(
        f'<li class="grid__item"><div class="card"><a href="/products/{other.number}">'
        f'<h3 class="card__heading">{escape(other.title)}</h3></a><div class="price">'
        f'<span class="visually-hidden">Regular price</span><span>{other.price}</span></div></div>'
        "</li>"
        for other in product.others
    )
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>{escape(product.title)} &ndash; The Good Store</title>
<meta property="og:title" content="{escape(product.title)}"></head><body>
<a class="skip-link" href="#main">Skip to content</a>
<div class="announcement-bar"><p>Free shipping over $50</p></div>
<header><a href="/">The Good Store</a><nav><ul><li><a href="/new">New</a></li>
<li><a href="/sale">Sale</a></li></ul></nav><a href="/cart">Cart <span>0</span></a></header>
<main id="main"><div class="product"><h1 class="product__title">{escape(product.title)}</h1>
<div class="price"><span class="visually-hidden">Regular price</span>
<span class="price-item">{product.price}</span></div>
<form><label for="q">Quantity</label><input id="q" value="1"><button>Add to cart</button></form>
{main}</div></main>
<section class="related"><h2>You may also like</h2><ul>{cards}</ul></section>{behind}
<footer><div><h2>Quick links</h2><ul><li><a href="/search">Search</a></li>
<li><a href="/policies">Refund policy</a></li></ul></div><div><h2>Contact</h2>
<p>Phone: 1-800-555-0199</p><p>Mon - Fri: 9 am to 5 pm</p></div>
<small>&copy; 2024, The Good Store</small></footer></body></html>"""


def _specs_and_number(product: Product) -> tuple[Example, ...]:
    return (pair("Produktnummer:", f"HH-{1000 + product.number}"), *all_specs(product))


def _german(product: Product, main: str) -> str:
    cards = "".join(
        f'<div class="product-box"><a href="/p/{other.number}">{escape(other.title)}</a>'
        f'<p class="product-price">{other.price}*</p></div>'
        for other in product.others
    )
    return f"""<!DOCTYPE html><html lang="de"><head><meta charset="utf-8">
<title>{escape(product.title)} | Haushalt24</title></head><body>
<header><a href="/">Haushalt24</a><a href="/checkout/cart">Warenkorb
<span>0,00 €*</span></a><nav><a href="/w">Waschen</a><a href="/k">Kühlen</a></nav></header>
<main><h1 class="product-detail-name">{escape(product.title)}</h1>
<div class="product-detail-buy"><p class="product-detail-price">{product.price}*</p>
<p class="product-detail-tax">Preise inkl. MwSt. zzgl. Versandkosten</p>
<p class="delivery">Sofort verfügbar, Lieferzeit: 1-3 Tage</p>
<div><span class="ordernumber-label">Produktnummer:</span>
<span class="ordernumber">HH-{1000 + product.number}</span></div></div>
{main}</main>
<section><h2>Ähnliche Produkte</h2>{cards}</section>
<footer><h3>Service Hotline</h3><p>Unterstützung unter: <b>0180 555 01</b></p>
<p>Mo-Fr: 09:00 - 17:00 Uhr</p><h3>Informationen</h3><ul><li><a>Impressum</a></li>
<li><a>Datenschutz</a></li></ul><p>* Alle Preise inkl. gesetzl. Mehrwertsteuer</p></footer>
</body></html>"""


@family("headphones_en")
def platform_shopify_description(product: Product) -> str:
    """Rich text of the seller: a sentence, then bullets with bold names."""
    items = each(product.specs, "<li><strong>{name}:</strong> {value}</li>")
    return _english(
        product,
        f'<div class="product__description rte"><p>Meet the {escape(product.title)}: made for those'
        f" who listen.</p><h3>Specs</h3><ul>{items}</ul></div>"
        '<details><summary><h2>Shipping</h2></summary><div class="rte"><p>We ship within two'
        " days.</p></div></details>",
    )


@family("tvs_en")
def platform_shopify_accordion(product: Product) -> str:
    """Closed `details`; each holds paragraphs of name and value with a line break between."""
    rows = each(product.specs, "<p><strong>{name}</strong><br>{value}</p>")
    return _english(
        product,
        f'<div class="accordion"><details><summary><h2>Specifications</h2></summary><div>{rows}'
        "</div></details><details><summary><h2>Care</h2></summary><div><p>Wipe with a dry cloth."
        "</p></div></details></div>",
    )


@family("headphones_en")
def platform_woocommerce(product: Product) -> str:
    row = (
        '<tr class="woocommerce-product-attributes-item"><th class="woocommerce-product-'
        'attributes-item__label" scope="row">{name}</th><td class="woocommerce-product-attributes-'
        'item__value"><p>{value}</p>\n</td></tr>'
    )
    return _english(
        product,
        '<div class="product_meta"></div><div class="woocommerce-tabs"><ul class="tabs"><li><a>'
        "Description</a></li><li><a>Additional information</a></li><li><a>Reviews (2)</a></li></ul>"
        '<div class="panel" id="tab-description"><h2>Description</h2><p>Light and loud.</p></div>'
        '<div class="panel" id="tab-additional_information" style="display:none"><h2>Additional'
        ' information</h2><table class="woocommerce-product-attributes shop_attributes">'
        f'{each(product.specs, row)}</table></div><div class="panel" style="display:none">'
        '<h2>Reviews</h2><ol><li><strong class="author">Ann</strong> <time>May 3, 2023</time>'
        "<p>Great sound.</p></li></ol></div></div>",
    )


@family("washers_de", _specs_and_number)
def platform_shopware(product: Product) -> str:
    row = (
        '<tr class="properties-row"><th class="properties-label">{name}:</th>'
        '<td class="properties-value"><span>{value}</span></td></tr>'
    )
    return _german(
        product,
        '<div class="tab-pane"><div class="h2">Produktinformationen</div><p>Sauber und leise: so '
        'wäscht man heute.</p><div class="product-detail-properties"><p>Eigenschaften</p><table '
        f'class="product-detail-properties-table"><tbody>{each(product.specs, row)}</tbody></table>'
        "</div></div>",
    )


@family("washers_de", _specs_and_number)
def platform_jtl(product: Product) -> str:
    row = (
        '<tr class="attr-characteristic"><td class="h6">{name}: </td>'
        '<td class="attr-value"><a href="/s" class="badge">{value}</a></td></tr>'
    )
    return _german(
        product,
        '<div class="product-attributes"><table class="table table-sm table-striped"><tbody>'
        f"{each(product.specs, row)}</tbody></table></div>",
    )


@family("washers_de", _specs_and_number)
def platform_div_rows_with_help(product: Product) -> str:
    """`dl` rows in `div`s; some terms have a button with an explanation."""
    rows = ""
    for n, s in enumerate(product.specs):
        tip = '<button class="info" aria-label="Mehr Informationen"><i></i></button>'
        rows += (
            f'<div class="specs__row"><dt class="specs__term">{escape(s.name)}'
            f'{tip if n % 3 == 0 else ""}</dt><dd class="specs__def">{escape(s.value)}</dd></div>'
        )
    return _german(
        product, f'<section><h2>Technische Daten</h2><dl class="specs">{rows}</dl></section>'
    )


@family("tvs_en")
def platform_hashed_grid(product: Product) -> str:
    """Names and values are the cells of one grid; class names are made up by a program."""
    cells = "".join(
        f'<div class="css-1x8t0 e1k2">{escape(s.name)}</div>'
        f'<div class="css-9fa3q e1k3"><span>{escape(s.value)}</span></div>'
        for s in product.specs
    )
    return _english(product, f'<h2>Specifications</h2><div class="css-77aa e1k1">{cells}</div>')


@family("tvs_en")
def platform_hashed_paragraphs(product: Product) -> str:
    """Two paragraphs a pair, all in one element, told apart by classes alone."""
    sections = "".join(
        f'<section class="Box_wrap__aZ1x"><h3 class="Box_head__9kQ">{escape(section)}</h3><div>'
        + each(specs, '<p class="Box_key__Q1z">{name}</p><p class="Box_val__Zp0">{value}</p>')
        + "</div></section>"
        for section, specs in product.sections
    )
    return _english(product, f'<div class="Page_specs__x1">{sections}</div>')


@family("tvs_en")
def platform_grid_without_classes(product: Product) -> str:
    """Two columns of cells that look the same."""
    cells = each(product.specs, "<div>{name}</div><div>{value}</div>")
    return _english(product, f'<h2>Specs</h2><div class="grid grid-cols-2">{cells}</div>')


@family("tvs_en")
def platform_rows_of_four_cells(product: Product) -> str:
    """Two pairs in each row, and all cells look the same."""
    rows = ""
    for first in range(0, len(product.specs), 2):
        cells = each(
            product.specs[first : first + 2],
            '<div class="col-3">{name}</div><div class="col-3">{value}</div>',
        )
        rows += f'<div class="row">{cells}</div>'
    return _english(product, f'<div class="specs">{rows}</div>')


@family("tvs_en")
def platform_table_with_column_heads(product: Product) -> str:
    rows = each(product.specs, "<tr><td>{name}</td><td>{value}</td></tr>")
    head = "<thead><tr><th>Specification</th><th>Details</th></tr></thead>"
    return _english(product, f"<table>{head}<tbody>{rows}</tbody></table>")


@family("washers_de", _specs_and_number)
def platform_icons_with_hidden_words(product: Product) -> str:
    """Yes and no are icons, with words for screen readers beside them."""
    rows = ""
    for spec in product.specs:
        value = escape(spec.value)
        if value in {"ja", "nein"}:
            value = f'<i class="icon-{value}"></i><span class="visually-hidden">{value}</span>'
        rows += f'<tr><th scope="row">{escape(spec.name)}</th><td>{value}</td></tr>'
    return _german(product, f'<table class="specs">{rows}</table>')


@family("phones_zh")
def platform_value_above_name(product: Product) -> str:
    """The value in large letters, below it what it is; the rest of the sheet the other way."""
    first = each(
        product.specs[:4],
        '<div class="emphasisItem--H5Qt"><div class="emphasisTitle--IGCl">{value}</div>'
        '<div class="emphasisSubTitle--Lzwb">{name}</div></div>',
    )
    others = each(
        product.specs[4:],
        '<div class="generalItem--qLqL"><div class="generalTitle--aV8D" title="{name}">{name}</div>'
        '<div class="generalSubTitle--S4pg" title="{value}">{value}</div></div>',
    )
    liked = "".join(f"<a>{escape(other.title)}</a>" for other in product.others)
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8">
<title>{escape(product.title)}-旗舰店</title></head><body>
<div class="nav"><a>首页</a><a>我的订单</a></div>
<h1 class="mainTitle--Oz2H">{escape(product.title)}</h1>
<div class="priceWrap--tZQ"><span>￥</span><span>{product.price.lstrip("￥")}</span></div>
<div class="tab--x"><span>商品评价</span><span>参数信息</span><span>图文详情</span></div>
<div class="paramsWrap--AbC"><div class="emphasis--Qdg">{first}</div>
<div class="general--Yh2">{others}</div></div>
<div class="recommend--k"><h3>猜你喜欢</h3>{liked}</div></body></html>"""


@family("cameras_en")
def platform_tech_spec_tables(product: Product) -> str:
    """One table a section, half of them in a second column; then ranks and reviews as rows."""
    row = (
        '<tr><th class="a-color-secondary a-size-base prodDetSectionEntry"> {name} </th>'
        '<td class="a-size-base prodDetAttrValue"> &lrm;{value} </td></tr>'
    )
    tables = "".join(
        f'<div class="a-section"><h3 class="a-expander-prompt">{escape(section)}</h3>'
        f'<table class="a-keyvalue prodDetTable">{each(specs, row)}</table></div>'
        for section, specs in product.sections
    )
    return _english(
        product,
        f'<div id="prodDetails"><h2>Product information</h2>{tables}</div>'
        '<div id="feedback"><h2>Feedback</h2><p>Would you like to <a>tell us about a lower price'
        "</a>?</p></div>",
    )


@family("cameras_en")
def platform_tabs_of_rows(product: Product) -> str:
    """Sections as tabs, all but the first hidden; rows of two spans in `li`."""
    tabs = "".join(
        f'<li role="tab"><a href="#t{n}">{escape(section)}</a></li>'
        for n, (section, _) in enumerate(product.sections)
    )
    panels = "".join(
        f'<div role="tabpanel" id="t{n}"{" hidden" if n else ""}><ul>'
        + each(
            specs,
            '<li class="attr"><span class="attr-name">{name}</span>'
            '<span class="attr-value">{value}</span></li>',
        )
        + "</ul></div>"
        for n, (_, specs) in enumerate(product.sections)
    )
    return _english(product, f'<ul class="tablist">{tabs}</ul>{panels}')


@family("cameras_en")
def platform_compared_with_similar(product: Product) -> str:
    """The specs in a table; below it a comparison with other products by the same names."""
    row = "<tr><th>{name}</th><td>{value}</td></tr>"
    names = [s.name for s in product.specs[:4]]
    columns = [product, *product.others[:3]]
    head = "".join(f"<th><a href='/{p.number}'>{escape(p.title)}</a></th>" for p in columns)
    rows = ""
    for name in names:
        cells = "".join(
            f"<td>{escape(next((s.value for s in p.specs if s.name == name), '-'))}</td>"
            for p in columns
        )
        rows += f"<tr><th>{escape(name)}</th>{cells}</tr>"
    prices = "".join(f"<td>{p.price}</td>" for p in columns)
    return _english(
        product,
        f"<table class=specs>{each(product.specs, row)}</table>",
        f"<section><h2>Compare with similar items</h2><table><tr><td></td>{head}</tr>"
        f"<tr><th>Price</th>{prices}</tr>{rows}</table></section>",
    )
