"""Values that stand without a name: title, price, brand; alone or beside named ones."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from rules.learn import Example
from tests.rules.layout_zoo.family import all_specs, family
from tests.rules.layout_zoo.furniture import shop_page

if TYPE_CHECKING:
    from tests.rules.layout_zoo.products import Product


def _three(product: Product) -> tuple[Example, ...]:
    return (
        Example(attribute="title", value=product.title),
        Example(attribute="price", value=product.price),
        Example(attribute="brand", value=product.brand),
    )


def _title_price_and_specs(product: Product) -> tuple[Example, ...]:
    return (*_three(product)[:2], *all_specs(product))


def _cards(product: Product, card: str) -> str:
    return "".join(
        card.format(title=escape(o.title), brand=escape(o.brand), price=o.price)
        for o in product.others
    )


@family("cameras_en", _three)
def single_headline_price_brand(product: Product) -> str:
    main = (
        f'<p class="brand"><a href="/b">{escape(product.brand)}</a></p>'
        f'<div class="buy"><span class="was">$1,999.00</span></div>'
    )
    return shop_page(product, main)


@family("cameras_en", _three)
def single_table_layout_shop(product: Product) -> str:
    """A shop of 2005: tables for everything, the price bold and red."""
    card = '<td align="center"><a href="#"><font size="1">{title}</font></a><br><b>{price}</b></td>'
    sale = "<tr><td>List price:</td><td><strike>$1,999.00</strike></td></tr>"
    return f"""<html><head><title>{escape(product.title)} - Photo Store</title></head><body>
<table width="760"><tr><td><a href="/">Photo Store</a></td><td>Call 1-800-555-0100</td></tr></table>
<table width="760"><tr><td width="160"><a>Cameras</a><br><a>Lenses</a><br><a>Flashes</a></td>
<td><font size="4"><b>{escape(product.title)}</b></font><br>
by <a href="/m">{escape(product.brand)}</a>
<table>{sale if product.number % 2 else ""}<tr><td>Our price:</td><td><font color="red"><b>
{product.price}</b></font></td></tr><tr><td>Availability:</td><td>In stock</td></tr></table>
<table><tr>{_cards(product, card)}</tr></table></td></tr></table></body></html>"""


@family("phones_en", _title_price_and_specs)
def single_values_beside_specs(product: Product) -> str:
    rows = "".join(
        f"<tr><th>{escape(s.name)}</th><td>{escape(s.value)}</td></tr>" for s in product.specs
    )
    return shop_page(product, f"<table class=specs>{rows}</table>")


@family("phones_zh", _three)
def single_values_chinese(product: Product) -> str:
    card = '<li><a>{title}</a><span class="price">{price}</span></li>'
    yuan, digits = product.price[:1], product.price[1:]
    return f"""<html><head><meta charset="utf-8"><title>{product.title}</title></head><body>
<div class="nav"><a>首页</a><a>手机</a><a>数码</a></div>
<div class="info"><div class="logo"><a title="{product.brand}">{product.brand}</a></div>
<h2>{product.title}</h2><p class="slogan">{"新品上市" if product.number % 2 else ""}</p>
<p>售价：<span class="yuan">{yuan}</span><span class="num">{digits}</span>
<del>￥9999</del></p></div>
<ul class="more">{_cards(product, card)}</ul></body></html>"""
