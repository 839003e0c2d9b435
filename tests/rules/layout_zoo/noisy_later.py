"""Further whole pages, written after the reader was changed for the other noisy ones."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import all_specs, family, pair
from tests.rules.layout_zoo.products import each

if TYPE_CHECKING:
    from rules.learn import Example
    from tests.rules.layout_zoo.products import Product


def _page(product: Product, main: str, language: str = "en") -> str:
    return f"""<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8">
<title>{escape(product.title)}</title></head><body>
<div id="root"><div class="hd"><a href="/">Shop</a>
<span>0</span></div><h1>{escape(product.title)}</h1>{main}</div></body></html>"""


def _count(product: Product) -> int:
    return 43 * (product.number + 2) % 97 + 3


@family("tvs_en")
def later_supermarket(product: Product) -> str:
    """Names are headings, values are in the div below; sellers, arrival and stars around it."""
    specs = each(
        product.specs,
        '<div class="nt1"><h3 class="flex">{name}</h3><div class="mv0"><span>{value}'
        "</span></div></div>",
    )
    n = _count(product)
    stars = "".join(
        f'<div class="flex"><span>{star} stars</span><div></div><span>{n * star}</span></div>'
        for star in (5, 4, 3, 2, 1)
    )
    return _page(
        product,
        f"<div><span>Now {product.price}</span><span>Price when purchased online</span></div><div>"
        "<div><span>How you'll get this item:</span></div><div><div>Shipping</div><div>Arrives "
        "Jun 7"
        "</div><div>Free</div></div><div><div>Pickup</div><div>Not available</div></div><div><div>"
        "Delivery</div><div>Not available</div></div></div><div><span>Sold by</span> <a>Bigmart</a>"
        f"</div><section><h2>Specifications</h2>{specs}</section><section><h2>Warranty</h2><div "
        'class="nt1"><h3>Warranty information</h3><div><span>Please be aware that the warranty '
        "terms"
        " on items offered for sale by third parties may differ.</span></div></div></section>"
        "<section>"
        f"<h2>Customer ratings &amp; reviews</h2><span>4.4 out of 5</span>{stars}<div><h4>"
        "Great</h4>"
        "<span>5 out of 5 stars review</span><p>Nice.</p></div></section><section><h3>Frequently "
        "bought together</h3><ul>"
        + "".join(
            f"<li><span>{escape(o.title)}</span><span>{o.price}</span></li>" for o in product.others
        )
        + "</ul></section>",
    )


@family("cameras_en")
def later_photo_dealer(product: Product) -> str:
    """Groups of rows with bulleted values; rebates, used offers and questions before them."""
    groups = "".join(
        f'<div class="group"><div class="groupName">{escape(section)}</div><table>'
        + "".join(
            f'<tr class="pair"><td class="label"><b>{escape(spec.name)}</b></td><td class="value">'
            + "".join(f"<span>{escape(part)}</span>" for part in [spec.value])
            + "</td></tr>"
            for spec in specs
        )
        + "</table></div>"
        for section, specs in product.sections
    )
    n = _count(product)
    return _page(
        product,
        f'<div class="pr">{product.price}</div><table class="used"><tr><td>Used, rated 9</td><td>'
        f"$8{n}"
        f".00</td></tr><tr><td>Used, rated 8+</td><td>$7{n}.00</td></tr></table><div><div>Key "
        "features"
        "</div><ul><li>Fast autofocus</li><li>Vari-angle screen</li></ul></div><div class=more><p>"
        "Order in the next <b>3 hours 12 minutes</b> to ship today</p><dl><dt>Free expedited "
        "shipping"
        "</dt><dd>to 10001</dd><dt>Expected</dt><dd>Mon, Jun 3</dd></dl></div>"
        f'<div id="specs">{groups}</div><div id="qa"><div><span>Q:</span> Does it have GPS?</div>'
        "<div>"
        "<span>A:</span> No, it does not.</div><div><span>Asked by:</span> Luis</div><div><span>"
        "Date "
        'published:</span> 2019-02-11</div></div><div id="in"><h3>Payment options</h3><dl><dt>'
        "Pay in 4"
        f"</dt><dd>$2{n}.75 every two weeks</dd><dt>6 months</dt><dd>No interest if paid in "
        "full</dd>"
        "</dl></div>",
    )


@family("records_en")
def later_second_hand(product: Product) -> str:
    """Lines in one paragraph, names in capitals; postage and the seller in the same style."""
    lines = "<br>\n".join(f"{escape(s.name.upper())}: {escape(s.value)}" for s in product.specs)
    n = _count(product)
    return _page(
        product,
        f"<div class=listing><p>{lines}</p><p>All records are cleaned. Photos show the actual item."
        "</p><h3>Postage</h3><p>UK: £3.50<br>Europe: £9.00<br>World: £14.00<br>Combined postage: "
        f"yes</p><h3>Seller</h3><p>Member: waxcellar<br>Feedback: {n * 7} (99.8%)<br>Since: "
        "2007</p>"
        f"<h3>Bids</h3><table><tr><td>Current bid</td><td>£{n}.00</td></tr><tr><td>Bids</td><td>"
        f"{product.number + 2}</td></tr><tr><td>Time left</td><td>2 days 4 hours</td></tr></table>"
        "</div>",
    )


def _with_sku(product: Product) -> tuple[Example, ...]:
    return (pair("Art.-Nr.:", f"10{_count(product)}-{product.number}"), *all_specs(product))


@family("washers_de", _with_sku)
def later_de_electronics(product: Product) -> str:
    """Divs with hashed classes; services before them, marks and the responsible person behind."""
    rows = each(
        product.specs,
        '<div class="sc-a1 hKJw"><p class="sc-b2 eTRx">{name}</p><p class="sc-c3 '
        'kLmo">{value}</p></div>',
    )
    n = _count(product)
    services = "".join(
        f'<div class="sc-d4"><p>{name}</p><p>{price}</p></div>'
        for name, price in (
            ("Lieferung an den Aufstellort", "29,99 €"),
            ("Anschluss", "49,99 €"),
            ("Altgeräte-Mitnahme", "0,00 €"),
            ("Garantieverlängerung 3 Jahre", f"{n},99 €"),
        )
    )
    return _page(
        product,
        f"<span>Art.-Nr.: 10{n}-{product.number}</span><div>{product.price}</div><div><h3>"
        "Services</h3>"
        f"{services}</div><div><h2>Technische Daten</h2>{rows}</div><div><h2>Kundenmeinungen</h2>"
        "<p>4.6"
        f"</p><div><p>Verarbeitung</p><p>4.7</p></div><div><p>Lautstärke</p><p>4.{n % 10}</p>"
        "</div><div>"
        "<p>Preis-Leistung</p><p>4.5</p></div></div><div><h2>Verantwortliche Person in der "
        "EU</h2><div>"
        f"<p>Name</p><p>{product.brand} Hausgeräte GmbH</p></div><div><p>Adresse</p><p>"
        f"Gewerbepark {n},"
        " 70565 Stuttgart</p></div><div><p>Kontakt</p><p>service@example.com</p></div></div>",
        "de",
    )


@family("drills_de")
def later_de_small_shop(product: Product) -> str:
    """A text of the shop with list items; shipping by country, a table of bulk prices."""
    items = each(product.specs, "<li>{name}: {value}</li>")
    n = _count(product)
    bulk = "".join(
        f"<tr><td>ab {count} Stück</td><td>{n - count // 5},90 €</td></tr>" for count in (2, 5, 10)
    )
    return _page(
        product,
        f'<p>{product.price} inkl. 19 % MwSt.</p><table class="bulk"><tr><th>Menge</th><th>'
        "Stückpreis"
        f"</th></tr>{bulk}</table><div><p>Das Gerät für jeden Tag: leicht, stark, leise.</p><ul>"
        f"{items}"
        "</ul></div><h3>Versandkosten</h3><table><tr><td>Deutschland</td><td>4,90 €</td></tr><tr>"
        "<td>"
        "Österreich</td><td>9,90 €</td></tr><tr><td>Schweiz</td><td>19,90 €</td></tr></table><h3>"
        f"Bewertungen ({n})</h3><p><b>Max M.</b> schrieb am 03.04.2022:</p><p>Sehr gut!</p><p>"
        "Vorteile:"
        " leicht</p><p>Nachteile: laut</p>",
        "de",
    )


@family("kettles_zh")
def later_zh_group_buying(product: Product) -> str:
    """Rows of two spans without classes; the group's price, the shop's figures, other buyers."""
    rows = each(product.specs, "<div><span>{name}</span><span>{value}</span></div>")
    n = _count(product)
    return _page(
        product,
        f"<div><span>拼单价</span><span>{product.price}</span></div><div><span>已拼</span><span>"
        f"{n}万+件"
        f"</span></div><div><div>商品详情</div>{rows}</div><div><div>商品评价({n * 100})</div>"
        "<div><span>"
        f"质量很好({n})</span><span>物流很快({n + 4})</span></div><div><span>小鱼</span><span>"
        "2023-05-0"
        f"{product.number + 1}</span></div></div><div><div>店铺</div><div><span>商品数量</span>"
        "<span>"
        f"{n * 3}</span></div><div><span>已拼件数</span><span>{n}万</span></div><div><span>"
        "描述相符</span>"
        "<span>4.9</span></div><div><span>物流服务</span><span>4.8</span></div><div><span>"
        "服务态度</span>"
        "<span>4.9</span></div></div>",
        "zh",
    )


@family("phones_zh")
def later_zh_mobile_portal(product: Product) -> str:
    """A table with names in th; marks of users by part, prices by town, similar phones' figures."""
    rows = each(
        product.specs,
        '<tr><th><span class="t">{name}</span></th><td><span>{value}</span></td></tr>',
    )
    n = _count(product)
    similar = "".join(
        f"<li><a>{escape(o.title)}</a><p>屏幕：6.{o.number}英寸</p><p>电池：4{o.number}00mAh</p>"
        "</li>"
        for o in product.others
    )
    return _page(
        product,
        f'<div><b>{product.price}</b><p>上市价格以当地为准</p></div><div class="marks"><span>'
        "性能</span><i>"
        f"8.{n % 10}</i><span>外观</span><i>9.0</i><span>拍照</span><i>8.8</i><span>续航</span>"
        "<i>7.9</i>"
        f"</div><table>{rows}</table><h3>各地报价</h3><table><tr><th>城市</th><th>最低价</th><th>"
        "商家数</th>"
        f"</tr><tr><td>北京</td><td>￥5{n}0</td><td>12</td></tr><tr><td>上海</td><td>￥5{n}5</td>"
        "<td>9</td>"
        f"</tr></table><h3>竞品对比</h3><ul>{similar}</ul><h3>网友点评</h3><p>优点：屏幕好</p><p>"
        "缺点：有点重"
        "</p><p>总结：推荐购买</p>",
        "zh",
    )
