"""Whole pages of English-language shops: what stands around the specs looks like specs, too.

Ratings by stars, shipping boxes, prices in other currencies, size charts, questions, sellers,
cookie tables and related products, written as the shops write their specs.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import all_specs, family, pair
from tests.rules.layout_zoo.products import each

if TYPE_CHECKING:
    from rules.learn import Example
    from tests.rules.layout_zoo.products import Product


def _whole(product: Product, main: str, behind: str = "", brand: str = "Bigstore") -> str:
    return f"""<!DOCTYPE html><html lang="en-us"><head><meta charset="utf-8">
<title>{escape(product.title)} : {brand}</title></head><body>
<header><a href="/">{brand}</a><span>Deliver to</span> <span>New York 10001</span>
<a href="/cart">0 items</a><nav><ul><li><a href="/d">Deals</a></li><li><a href="/n">New</a></li>
<li><a href="/h">Help</a></li></ul></nav></header>
<ul class="crumbs"><li><a href="/a">Home</a></li><li><a href="/b">{product.brand}</a></li></ul>
<h1>{escape(product.title)}</h1>{main}{behind}
<footer><h3>Get to know us</h3><ul><li><a>Careers</a></li><li><a>Blog</a></li></ul>
<h3>Customer service</h3><p>Phone: 1-800-555-0142</p><p>Hours: Mon-Fri 8am-6pm</p>
<small>&copy; 2025 {brand}</small></footer></body></html>"""


def _number(product: Product) -> int:
    """A figure that differs from product to product, for counts and percentages."""
    return 37 * (product.number + 3) % 89 + 7


def _asin_and_specs(product: Product) -> tuple[Example, ...]:
    return (*all_specs(product), pair("ASIN", f"B08{product.number}QXKZ2"))


@family("headphones_en", _asin_and_specs)
def noisy_department_store(product: Product) -> str:
    """Bold names in a short table, more in two others beside rank and stars; bars of stars."""
    top = each(
        product.specs[:4],
        '<tr class="a-spacing-small"><td class="a-span3"><span class="a-text-bold">{name}</span>'
        '</td><td class="a-span9"><span class="po-break-word">{value}</span></td></tr>',
    )
    rows = each(
        product.specs,
        '<tr><th class="a-color-secondary prodDetSectionEntry"> {name} </th>'
        '<td class="a-size-base prodDetAttrValue"> &lrm;{value} </td></tr>',
    )
    n = _number(product)
    bars = "".join(
        f'<tr><td><a href="/r">{star} star</a></td><td><a href="/r"><div></div></a></td>'
        f'<td><a href="/r">{(n * star) % 70}%</a></td></tr>'
        for star in (5, 4, 3, 2, 1)
    )
    aspects = "".join(
        f'<div class="a-row"><span>{aspect}</span> <span>{4 + at / 10}</span></div>'
        for at, aspect in enumerate(("Sound quality", "Comfort", "Value for money", "Bass"))
    )
    also = "".join(
        f'<li><a href="/{o.number}">{escape(o.title)}</a><span>4.{o.number} out of 5 stars</span>'
        f"<span>{n + o.number}</span><span>{o.price}</span></li>"
        for o in product.others
    )
    return _whole(
        product,
        f'<span>List Price: </span><span>{product.price}</span><table class="po">{top}</table>'
        "<h3>About this item</h3><ul><li><span>Deep sound: hear every note the way it was "
        "recorded, with a driver that our engineers tuned for months.</span></li><li><span>All-day "
        "comfort: soft cushions and a light frame let you forget that you are wearing them."
        "</span></li></ul>"
        '<div class="buybox"><div><span>Ships from</span><span>Bigstore</span></div>'
        "<div><span>Sold by</span><span>Bigstore</span></div><div><span>Returns</span><span>30-day "
        "refund/replacement</span></div><div><span>Payment</span><span>Secure transaction</span>"
        f"</div></div><h2>Technical Details</h2><table>{rows}</table><h2>Additional Information"
        f"</h2><table><tr><th>ASIN</th><td>B08{product.number}QXKZ2</td></tr><tr><th>Customer "
        f"Reviews</th><td><span>4.{product.number} out of 5 stars</span> <a>{n * 13} ratings</a>"
        f"</td></tr><tr><th>Best Sellers Rank</th><td>#{n * 7} in Electronics</td></tr></table>",
        f"<h2>Customer reviews</h2><span>4.{product.number} out of 5</span><table>{bars}</table>"
        f"<h3>By feature</h3>{aspects}<h2>Customers who viewed this also viewed</h2><ol>{also}</ol>"
        "<h2>Customer questions &amp; answers</h2><div><div><span>Question:</span><span>Do they "
        "fold?</span></div><div><span>Answer:</span><span>Yes, they fold flat.</span></div></div>",
    )


def _sku_and_specs(product: Product) -> tuple[Example, ...]:
    return (pair("SKU:", f"MW-{4410 + product.number}"), *all_specs(product))


_CURRENCIES = ("AED", "GBP", "AUD", "KWD", "USD", "CAD", "QAR", "SGD", "ZAR")


def _in_currencies(product: Product) -> str:
    return "".join(
        f'<li data-currency="{one}"><b>{one}</b>: <span>{31 * (product.number + at + 2)}.{at}0'
        "</span></li>"
        for at, one in enumerate(_CURRENCIES)
    )


@family("shoes_en", _sku_and_specs)
def noisy_blog_shop(product: Product) -> str:
    """Attributes in a tab; prices in nine currencies here and at every related product."""
    rows = each(
        product.specs,
        '<tr class="attributes-item"><th class="attributes-item__label" scope="row">{name}</th>'
        '<td class="attributes-item__value"><p>{value}</p></td></tr>',
    )
    cards = "".join(
        f'<li class="product"><h3><a href="/p/{o.number}">{escape(o.title)}</a></h3>'
        f'<ul class="prices">{_in_currencies(o)}</ul><span>In Stock</span>'
        f'<div class="vendor">Sold By: <a href="/v">{o.brand}</a></div></li>'
        for o in product.others
    )
    return _whole(
        product,
        f'<p class="price">{product.price}</p><ul class="prices">{_in_currencies(product)}</ul>'
        '<table class="variations"><tr><th><label for="s">Size</label></th><td><select id="s">'
        "<option>Choose an option</option><option>8</option><option>9</option></select></td></tr>"
        '</table><p>16 people are viewing this right now</p><div class="product_meta">'
        f'<span class="sku_wrapper">SKU: <span class="sku">MW-{4410 + product.number}</span></span>'
        "</div>"
        '<div class="tabs"><ul><li><a>Description</a></li><li><a>Additional information</a></li>'
        "<li><a>Shipping</a></li></ul><div><h2>Description</h2><p>Made for long days outside. Take "
        "it anywhere.</p></div><div><h2>Additional information</h2><table "
        f'class="shop_attributes">{rows}</table></div><div><h2>Shipping</h2><p><b>Domestic '
        "Shipping:</b> Standard $8.80, Express $12</p><p><b>International Shipping:</b> calculated "
        "at checkout</p><p>Orders dispatched within: 24 hours</p></div></div>",
        f"<section><h2>Related products</h2><ul>{cards}</ul></section>"
        '<div class="cookie-notice"><p>We use cookies.</p><table><thead><tr><th>Cookie</th><th>'
        "Duration</th><th>Description</th></tr></thead><tbody><tr><td>consent-analytics</td><td>11 "
        "months</td><td>Stores the consent for the category Analytics.</td></tr><tr><td>"
        "consent-necessary</td><td>11 months</td><td>Stores the consent for the category Necessary."
        "</td></tr><tr><td>viewed_policy</td><td>11 months</td><td>Whether the user has consented."
        "</td></tr></tbody></table></div>",
    )


@family("shoes_en")
def noisy_accordions(product: Product) -> str:
    """Each fact in an accordion of its own, beside shipping, a size chart and questions."""
    facts = each(
        product.specs,
        '<details class="accordion"><summary><h3 class="h4">{name}</h3></summary><div '
        'class="metafield-rich_text_field"><p>{value}</p></div></details>',
    )
    sizes = "".join(
        f"<tr><td>{us}</td><td>{us + 33}</td><td>{us - 1}</td><td>{us + 17}.5</td></tr>"
        for us in range(6, 13)
    )
    n = _number(product)
    stars = "".join(
        f'<div class="row"><span>{star}★</span><span>{(star * n) % 80}%</span>'
        f"<span>({star * n})</span></div>"
        for star in (5, 4, 3, 2, 1)
    )
    return _whole(
        product,
        '<div class="price"><span class="visually-hidden">Regular price</span><span>'
        f"{product.price}"
        "</span></div><p>or 4 interest-free payments</p><fieldset><legend>Color: <span>Slate</span>"
        "</legend><label>Slate</label><label>Moss</label></fieldset><fieldset><legend>Size: <span>"
        "9</span></legend><label>8</label><label>9</label><label>10</label></fieldset>"
        f'<div class="accordions">{facts}</div><div class="help"><details><summary><h3>Shipping '
        "&amp;"
        " Returns</h3></summary><div><p>Free over $50. Returns within 30 days.</p></div></details>"
        "<details><summary><h3>Size guide</h3></summary><div><table><tr><th>US</th><th>EU</th><th>"
        f"UK</th><th>CM</th></tr>{sizes}</table></div></details></div>",
        '<section><h2>Why us</h2><div class="col"><h4>Carbon neutral</h4><p>We plant a tree for '
        "every"
        ' pair.</p></div><div class="col"><h4>Free repairs</h4><p>For as long as you own them.</p>'
        '</div><div class="col"><h4>Fast shipping</h4><p>Out of our house within a day.</p></div>'
        f"</section><section><h2>Reviews</h2><p>4.7</p><p>Based on {n * 5} reviews</p>{stars}"
        '<div class="review"><b>Dana R.</b><span>Verified buyer</span><div><span>Size purchased:'
        "</span><span>9</span></div><div><span>Height:</span><span>5'7\"</span></div><p>Great on "
        "wet rock.</p></div></section><section><h2>FAQs</h2><details><summary>Are they waterproof?"
        "</summary><p>Yes, they are.</p></details><details><summary>Can I resole them?</summary><p>"
        "Any good cobbler can.</p></details></section>",
        "Fernwood",
    )


def _more_information(product: Product) -> tuple[Example, ...]:
    return (pair("SKU", f"24-WG{product.number}5"), *all_specs(product))


@family("cameras_en", _more_information)
def noisy_more_information(product: Product) -> str:
    """`additional-attributes` with the name repeated in data-th; a review form, tier prices."""
    rows = each(
        product.specs,
        '<tr><th class="col label" scope="row">{name}</th><td class="col data" data-th="{name}">'
        "{value}</td></tr>",
    )
    n = _number(product)
    return _whole(
        product,
        '<div class="product-info-stock-sku"><div class="stock"><span>In stock</span></div>'
        '<div class="product attribute sku"><strong class="type">SKU</strong><div class="value">'
        f'24-WG{product.number}5</div></div></div><div class="price-box"><span>Special Price</span>'
        f'<span class="price">{product.price}</span> <span>Regular Price</span><span class="price">'
        '$1,999.00</span></div><ul class="prices-tier"><li>Buy 2 for <span>$900.00</span> each and '
        "<strong>save 5%</strong></li><li>Buy 5 for <span>$850.00</span> each and <strong>save 10%"
        '</strong></li></ul><div class="field"><label>Qty</label><input value="1"></div>'
        '<div class="data items"><a>Details</a><a>More Information</a><a>Reviews 2</a>'
        '<div class="data item content"><p>Ready for every trip.</p></div>'
        '<table class="data table additional-attributes"><caption>More Information</caption>'
        f"<tbody>{rows}</tbody></table></div>",
        '<div class="review-list"><h2>Customer Reviews</h2><div class="review-title">Solid</div>'
        "<table><tr><th>Price</th><td><div><span>80%</span></div></td></tr><tr><th>Quality</th><td>"
        f"<div><span>{n}%</span></div></td></tr><tr><th>Value</th><td><div><span>100%</span></div>"
        "</td></tr></table><p>Review by <strong>Jane</strong></p><p>Posted on <time>3/4/21</time>"
        '</p></div><div class="block shipping"><h2>Estimated delivery</h2><table><tr><th>Method'
        "</th><th>Time</th><th>Price</th></tr><tr><td>Ground</td><td>3-5 days</td><td>$4.99</td>"
        "</tr><tr><td>Express</td><td>1-2 days</td><td>$14.99</td></tr><tr><td>Pickup</td><td>Today"
        "</td><td>Free</td></tr></table></div>",
    )


@family("tvs_en")
def noisy_electronics_chain(product: Product) -> str:
    """Rows of two divs in sections; a credit offer, pickup, and protection plans like them."""
    sections = "".join(
        f'<div class="section"><h3>{escape(section)}</h3><ul>'
        + each(
            specs,
            '<li><div class="zebra-row"><div class="row-title"><span>{name}</span><button><span '
            'class="sr-only">Info</span></button></div><div class="row-value">{value}</div></div>'
            "</li>",
        )
        + "</ul></div>"
        for section, specs in product.sections
    )
    n = _number(product)
    others = "".join(
        f'<li><a href="/{o.number}"><h4>{escape(o.title)}</h4></a><div>Model: <span>QN{o.number}65'
        f"</span></div><div>SKU: <span>64011{o.number}</span></div><div>{o.price}</div>"
        f"<div>Rating {4 + o.number / 10}</div></li>"
        for o in product.others
    )
    return _whole(
        product,
        f'<div class="price">{product.price}</div><div class="financing"><div>$54.05/mo.</div><div>'
        "suggested payments with 24-month financing</div></div>"
        '<div class="plans"><h2>Protect your product</h2><div class="row"><div>2-Year Protection'
        '</div><div>$149.99</div></div><div class="row"><div>5-Year Protection</div><div>$249.99'
        '</div></div></div><div class="fulfil"><div class="row"><div>Pickup</div><div>Ready in 1 '
        'hour</div></div><div class="row"><div>Shipping</div><div>Get it by Fri, Dec 12</div></div>'
        f'</div><div class="specs"><h2>Specifications</h2>{sections}</div>',
        '<div class="reviews"><h2>Customer reviews</h2><div class="row"><div>Picture quality</div>'
        f'<div>4.{n % 10}</div></div><div class="row"><div>Ease of use</div><div>4.6</div></div>'
        f'<div class="row"><div>Sound quality</div><div>4.1</div></div><div><span>5 stars</span>'
        f"<span>{n * 9}</span></div><div><span>4 stars</span><span>{n * 3}</span></div><div>"
        "<span>3 "
        f"stars</span><span>{n}</span></div></div><div><h2>Compare similar products</h2><ul>"
        f"{others}"
        "</ul></div>",
    )


def _item_and_specs(product: Product) -> tuple[Example, ...]:
    return (pair("eBay item number:", f"3264325712{product.number}"), *all_specs(product))


@family("phones_en")
def noisy_auction(product: Product) -> str:
    """Specifics, shipping, returns and the seller's marks, all of them label and value columns."""

    def columns(pairs: list[tuple[str, str]]) -> str:
        return "".join(
            '<div class="ux-labels-values col-12"><div class="ux-labels-values__labels"><div><span>'
            f'{escape(name)}</span></div></div><div class="ux-labels-values__values"><div><div>'
            f"<span>{escape(value)}</span></div></div></div></div>"
            for name, value in pairs
        )

    n = _number(product)
    specifics = columns([(spec.name, spec.value) for spec in product.specs])
    shipping = columns(
        [
            ("Shipping:", f"US ${n}.20 Standard International. See details"),
            ("Located in:", "Shenzhen, China"),
            ("Delivery:", "Estimated between Thu, Jun 5 and Tue, Jul 1"),
            ("Returns:", "30 days returns. Buyer pays for return shipping."),
            ("Payments:", "PayPal, VISA, Mastercard"),
        ]
    )
    marks = columns(
        [
            ("Accurate description", "4.9"),
            ("Reasonable shipping cost", "5.0"),
            ("Shipping speed", f"4.{n % 10}"),
            ("Communication", "4.9"),
        ]
    )
    return _whole(
        product,
        f'<div class="price">US {product.price}</div><div class="box">{shipping}</div>'
        f'<div class="tabs"><h2>Item specifics</h2><div class="grid">{specifics}</div>'
        "<h2>Item description from the seller</h2><p>Works well. Please look at the pictures.</p>"
        f"</div>",
        f'<div class="seller"><h2>About this seller</h2><p>phonehub_{product.number}</p><p>{n}.4% '
        "positive feedback</p><h3>Detailed seller ratings</h3><p>Average for the last 12 "
        "months</p>"
        f'<div class="grid">{marks}</div><h3>Seller feedback ({n * 31})</h3><ul><li><div>a***b ('
        "120)</div><div>Past month</div><div>Great seller, fast.</div></li><li><div>k***z (7)</div>"
        "<div>Past 6 months</div><div>As described.</div></li></ul></div>",
        brand="Auctions",
    )


@family("phones_en")
def noisy_marketplace_overseas(product: Product) -> str:
    """Two pairs to a list item, in spans with hashed classes; the shop's own figures beside."""
    cell = (
        '<div class="specification--prop--Jh28bKu"><div class="specification--title--SfH3sA8">'
        "<span>"
        '{name}</span></div><div class="specification--desc--Dxx6W0W" title="{value}"><span>{value}'
        "</span></div></div>"
    )
    items = "".join(
        f'<li class="specification--line--IXeRJI7">{each(product.specs[at : at + 2], cell)}</li>'
        for at in range(0, len(product.specs), 2)
    )
    n = _number(product)
    return _whole(
        product,
        f'<div class="price--current">{product.price}</div><div class="sku-item"><div><span>Color'
        "</span>: <span>Black</span></div></div>"
        '<div class="shipping"><div><strong>Shipping: US $1.99</strong></div><div>Delivery: '
        "<strong>"
        "Nov 28 - Dec 09</strong></div><div>Courier company: <strong>Standard</strong></div></div>"
        f'<div class="specs"><h2>Specifications</h2><ul>{items}</ul></div>',
        f'<div class="store"><h3>Store info</h3><table><tr><td>Name:</td><td>Shop{n} Store</td>'
        "</tr>"
        f"<tr><td>Store no.:</td><td>11027{n}</td></tr><tr><td>Location:</td><td>China</td></tr>"
        "<tr>"
        f"<td>Open since:</td><td>Jan {product.number + 1}, 2019</td></tr></table><div><div>{n}.6%"
        f"</div><div>Positive feedback</div></div><div><div>{n * 12}</div><div>Followers</div>"
        "</div>"
        "</div><div><h2>Reviews</h2><div>Color:Black Ships From:CHINA</div><p>Good phone.</p><div>"
        "Logistics: Standard</div></div>",
        brand="Overseas Market",
    )


@family("headphones_en")
def noisy_own_words(product: Product) -> str:
    """A seller's description: lines with breaks, then terms of the sale written the same way."""
    lines = "<br>".join(f"{escape(s.name)}: {escape(s.value)}" for s in product.specs)
    return _whole(
        product,
        f'<p class="price">{product.price}</p><div class="desc"><p>** BRAND NEW **</p><p>You are '
        f"looking at a fine set by {escape(product.brand)}. Ask me anything!</p><p>{lines}</p><p>"
        "<b>PAYMENT</b><br>We accept PayPal only. Please pay within 3 days.</p><p><b>SHIPPING</b>"
        "<br>USA: free, 3-5 days<br>Canada: $9.00<br>Europe: $14.00<br>Rest of the world: $19.00"
        "</p><p><b>RETURNS</b><br>Refund: money back within 30 days<br>Return postage: paid by "
        "buyer</p><p><b>CONTACT</b><br>E-mail: shop@example.com<br>Opening hours: 9 am to 5 pm</p>"
        "</div>",
        brand="Classifieds",
    )
