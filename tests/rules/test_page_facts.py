from __future__ import annotations

from pages.nesting import outline
from rules.page_facts import page_facts, page_name
from tests.rules.small_pages import page


def facts(html: str) -> dict[str, str]:
    """Role → value, of what is more likely right than not."""
    made = page(html)
    found = page_facts(made, outline(made))
    assert all(0 < fact.confidence <= 1 for fact in found)
    name = page_name(made, outline(made))
    assert [fact for fact in found if fact.role == "name"] == ([name] if name else [])
    return {fact.role: fact.value for fact in found if fact.confidence > 0.5}


SHOP = """<title>Canon SX130 IS | Shop</title><meta property="og:image" content="/sx130.jpg">
<body><div id=cart>€0,00 (0 Artikel)</div><h1>Canon SX130 IS</h1>
<p>List price: <b>$249.99</b> <del>$239.00</del></p>
<p class=price><span>$</span><span>199</span></p><p>Brand: <b>Canon</b></p>
<div><p>EAN</p><p>4006381333931</p></div><p>SKU: CS-130</p>
<ul>{}</ul>"""


def test_name_price_brand_picture_and_codes_by_what_they_are() -> None:
    cards = "".join(f"<li><a>Nikon {n}</a> <b>$1{n}9.00</b>" for n in range(6))
    assert facts(SHOP.format(cards)) == {
        "name": "Canon SX130 IS",
        "price": "$199",
        "brand": "Canon",
        "image": "/sx130.jpg",
        "gtin": "4006381333931",
        "sku": "CS-130",
    }


def test_a_price_among_others_like_it_is_none_of_this_product() -> None:
    few, many = (
        "<h1>Canon SX130 IS</h1><ul>" + "".join(f"<li class=price>$1{n}9.00" for n in range(count))
        for count in (1, 9)
    )
    assert facts(few)["price"] == "$109.00"
    assert "price" not in facts(many)


def test_what_the_page_tells_machines_comes_first() -> None:
    told = (
        '<script type="application/ld+json">{"@type": "Product", "name": "Canon SX130 IS", '
        '"offers": {"price": "189.00", "priceCurrency": "USD"}, '
        '"brand": {"name": "Canon"}}</script>'
    )
    found = facts(told + "<h1>Canon SX130 IS</h1><p>was <s>$249</s></p>")
    assert found == {"name": "Canon SX130 IS", "price": "189.00 USD", "brand": "Canon"}


def test_the_headline_that_the_title_repeats_is_the_name() -> None:
    html = "<title>9780805087444: Ghost Story by P. Straub</title><h1>9780805087444</h1>"
    assert facts(html + "<h2>Ghost Story</h2><h2>by P. Straub</h2><h2>Reviews</h2>") == {
        "name": "Ghost Story",
        "isbn": "9780805087444",
    }


def test_a_page_about_nothing_says_nothing() -> None:
    assert facts("") == {}
    assert facts("<p>Hello there, this is a page of words.") == {}


def test_a_code_that_a_template_left_open_is_none() -> None:
    told = '{"@type": "Product", "name": "Jug", "gtin": "n/a", "mpn": "N/A", "sku": "J-17"}'
    read = facts(f'<h1>Jug</h1><script type="application/ld+json">{told}</script>')
    assert read == {"name": "Jug", "sku": "J-17"}
