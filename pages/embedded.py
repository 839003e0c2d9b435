"""Product data embedded for machines: JSON-LD, microdata and RDFa.

`embedded_products` is the entry point; before it, in this order: JSON that people wrote by hand,
values of schema.org as text, prices, the pairs of one product, JSON-LD, and which of several
products is the page's own. Data in the page's own markup is read by `embedded_items.py`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal
from urllib.parse import urljoin

from pages.embedded_items import (
    LONGEST_VALUE,
    NAMES_A_PRODUCT,
    is_product,
    microdata,
    rdfa,
)
from pages.encoding import to_text
from pages.page import fold, unescape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pages.embedded_items import Node
    from pages.page import Page


_STRING = r'"(?:[^"\\]++|\\.?+)*+"?+'
_NOISE = re.compile(
    rf"(?s)(?P<string>{_STRING})"
    r"|(?:(?://|/\*)\s*+)?(?:<!\[CDATA\[|\]\]>)(?:\s*+\*/)?|<!--|-->|//[^\n]*+|/\*.*?(?:\*/|\Z)"
)
_TRAILING_COMMA = re.compile(rf"(?s)(?P<string>{_STRING})|,(?=\s*+[\]}}])")
_ODD_ESCAPE = re.compile(r'(?s)\\(?:(["\\/bfnrtu])|(.?))')


def read_json(text: str) -> object:
    """Numbers stay text, as they are written. ValueError where it cannot be read."""
    try:
        return _read(text)
    except ValueError:
        return _read(_mended(text))


def _read(text: str) -> object:
    try:
        read: object = json.loads(
            text, strict=False, parse_float=str, parse_int=str, parse_constant=str
        )
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return read


def _mended(text: str) -> str:
    if '"' not in text:
        text = unescape(text)
    text = _NOISE.sub(_kept_string, text)
    text = _TRAILING_COMMA.sub(lambda found: found["string"] or "", text)
    return text.strip("\ufeff; \t\r\n")


def _kept_string(found: re.Match[str]) -> str:
    return _ODD_ESCAPE.sub(_plain_escape, found["string"]) if found["string"] else " "


def _plain_escape(escape: re.Match[str]) -> str:
    known, unknown = escape.groups()
    return escape[0] if known else unknown


# The words of a value, of whatever type it came.


MOST_VALUES = 20  # of a list
_LONGEST_RAW = 10_000
_DEEPEST = 3

# What UN/CEFACT's codes for units are called by people.
_UNITS = {
    "GRM": "g", "KGM": "kg", "MGM": "mg", "LBR": "lb", "ONZ": "oz", "TNE": "t",
    "MMT": "mm", "CMT": "cm", "MTR": "m", "KMT": "km", "INH": "in", "FOT": "ft",
    "LTR": "L", "MLT": "mL", "E09": "mAh", "AMH": "Ah", "WTT": "W", "KWT": "kW", "WHR": "Wh",
    "VLT": "V", "AMP": "A", "HTZ": "Hz", "KHZ": "kHz", "MHZ": "MHz", "A86": "GHz",
    "AD": "B", "2P": "KB", "4L": "MB", "E34": "GB", "E35": "TB",
    "SEC": "s", "MIN": "min", "HUR": "h", "DAY": "d", "CEL": "°C", "P1": "%", "C62": "",
}  # fmt: skip


def text_of(value: object, depth: int = _DEEPEST) -> str:
    """Its words; of a thing, its name; of a list, all different ones with commas between."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return fold(unescape(value)) if len(value) < _LONGEST_RAW else ""
    if isinstance(value, list) and depth:
        texts = (text_of(one, depth - 1) for one in value[:MOST_VALUES])
        return ", ".join(dict.fromkeys(filter(None, texts)))
    if isinstance(value, dict) and depth:
        return text_of(value.get("@value", value.get("name")), depth - 1)
    return ""


def quantity_of(value: object, depth: int = _DEEPEST) -> str:
    """An amount with its unit, "174 g"; a range where it is told as one."""
    if not (isinstance(value, dict) and depth):
        return text_of(value)
    amount = quantity_of(value.get("value"), depth - 1) or span_of(
        text_of(value.get("minValue")), text_of(value.get("maxValue"))
    )
    if not amount:
        return text_of(value)
    code = text_of(value.get("unitCode"))
    unit = text_of(value.get("unitText")) or _UNITS.get(code, code)
    return f"{amount} {unit}".strip()


def span_of(low: str, high: str) -> str:
    return "-".join(dict.fromkeys(filter(None, (low, high))))


# Prices in the offers of a product.


_MOST_OFFERS = 100


def price_pairs(offers: object) -> Iterator[tuple[str, str]]:
    """One price, or the lowest and the highest: "low-high"; in the first offer's currency."""
    prices_found = list(_prices(offers, "", _DEEPEST))
    currency = next((currency for _, currency in prices_found if currency), "")
    prices = [price for price, other in prices_found if other in {"", currency}]
    if prices:
        yield "price", _span(prices)
        yield "priceCurrency", currency


def _prices(offers: object, currency: str, depth: int) -> Iterator[tuple[str, str]]:
    """Prices and their currencies, of offers and of offers inside them."""
    for offer in (offers if isinstance(offers, list) else [offers])[:_MOST_OFFERS]:
        if not (isinstance(offer, dict) and depth):
            continue
        named = text_of(offer.get("priceCurrency")) or currency
        prices = [text_of(offer.get(name)) for name in ("price", "lowPrice", "highPrice")]
        if any(prices):
            yield from ((price, named) for price in prices if price)
            continue
        specified = offer.get("priceSpecification")
        first = specified[:1] if isinstance(specified, list) else specified
        yield from _prices(first, named, depth - 1)
        yield from _prices(offer.get("offers"), named, depth - 1)


def _span(prices: list[str]) -> str:
    try:
        ordered = sorted(prices, key=float)
    except ValueError:
        return prices[0]
    low, high = ordered[0], ordered[-1]
    return low if float(low) == float(high) else span_of(low, high)


# The pairs of name and value that a product's data holds.


MOST_PAIRS = 300
MOST_IMAGES = 8
LONGEST_NAME = 100

_NAMES = "name brand manufacturer model".split()
_CODES = "sku mpn gtin gtin8 gtin12 gtin13 gtin14 isbn productID".split()
_WORDS = "category color size".split()
_QUANTITIES = "weight width height depth".split()
_OTHERS = "price priceCurrency ratingValue releaseDate image".split()
_OF_SCHEMA_ORG = frozenset(chain(_NAMES, _CODES, _WORDS, _QUANTITIES, _OTHERS))


def pairs_of(product: Node) -> tuple[tuple[str, str], ...]:
    """At most `MOST_PAIRS` different ones; long texts are left out.

    Pictures alone are not product data.
    """
    short = (
        (name, value)
        for name, value in chain(_told(product), _additional(product.get("additionalProperty")))
        if 0 < len(name) <= LONGEST_NAME and 0 < len(value) <= LONGEST_VALUE
    )
    pairs = tuple(dict.fromkeys(islice(short, MOST_PAIRS)))
    return pairs if any(name != "image" for name, _ in pairs) else ()


def _told(product: Node) -> Iterator[tuple[str, str]]:
    offer = _only(product.get("offers"))
    for name in _NAMES:
        if name != "manufacturer" or not text_of(product.get("brand")):
            yield name, text_of(product.get(name))
    for name in _CODES:
        yield name, text_of(product.get(name)) or text_of(offer.get(name))
    for name in _WORDS:
        yield name, text_of(product.get(name))
    for name in _QUANTITIES:
        yield name, quantity_of(product.get(name))
    yield from price_pairs(product.get("offers"))
    rating = product.get("aggregateRating")
    if isinstance(rating, dict):
        yield "ratingValue", text_of(rating.get("ratingValue"))
    yield "releaseDate", text_of(product.get("releaseDate"))
    yield from islice(_images(product.get("image")), MOST_IMAGES)


def _only(offers: object) -> Node:
    """The one offer, in which some shops give the product's codes; {} if there are several."""
    if isinstance(offers, list) and len(offers) == 1:
        offers = offers[0]
    return offers if isinstance(offers, dict) else {}


def _images(images: object) -> Iterator[tuple[str, str]]:
    """Addresses as written, or in an ImageObject."""
    for one in images if isinstance(images, list) else [images]:
        address = one.get("contentUrl") or one.get("url") if isinstance(one, dict) else one
        if isinstance(address, str) and address.strip():
            yield "image", " ".join(address.split())


def _additional(properties: object) -> Iterator[tuple[str, str]]:
    for one in properties if isinstance(properties, list) else [properties]:
        if isinstance(one, dict):
            name = text_of(one.get("name")) or text_of(one.get("propertyID"))
            yield name, quantity_of({key: one[key] for key in one if key != "name"})


# JSON-LD that may describe a product: found in its bytes, without a tree.


MOST_BLOCKS = 50
LARGEST_BLOCK = 1_000_000

# Some frameworks write the plus of the script's type as an entity.
_TYPE = re.compile(rb"ld(?:\+|&#x2[bB];|&#43;)json")
_SCRIPT = b"<script"
_LONGEST_TAG = 1000
_END = re.compile(rb"</[sS][cC][rR][iI][pP][tT]")


def json_ld(page: Page) -> Iterator[object]:
    """The content of each block; one that is not JSON, or too large, is skipped."""
    for block in islice(_blocks(page.body), MOST_BLOCKS):
        if len(block) <= LARGEST_BLOCK and NAMES_A_PRODUCT.search(block):
            try:
                yield read_json(to_text(block, page.encoding))
            except ValueError:
                continue


def _blocks(body: bytes) -> Iterator[bytes]:
    position = 0
    while found := _TYPE.search(body, position):
        position = found.end()
        if not _is_in_script_tag(body, found.start()):
            continue
        start = body.find(b">", position) + 1
        if not start:
            return
        end = _END.search(body, start)
        position = end.start() if end else len(body)
        yield body[start:position]


def _is_in_script_tag(body: bytes, position: int) -> bool:
    tag = body.rfind(b"<", max(0, position - _LONGEST_TAG), position)
    return body[tag : tag + len(_SCRIPT)].lower() == _SCRIPT


# Which of several things is the product that the page is about?


_DEEPEST_NESTING = 6
_MOST_NODES = 1000
_LONGEST_ADDRESS = 2000


def main_product(data: Iterable[object], url: str) -> Node | None:
    """The only product at the top, or the one whose address is the page's own.

    Top-level things are in nothing but a list or a graph, or are the main entity of another:
    not what a list page lists, nor a product's related products and variants.
    """
    products = _products(data)
    if len(products) == 1:
        return products[0]
    own = (product for product in products if _is_at(product, url))
    return next(own, None)


def _products(data: Iterable[object]) -> list[Node]:
    """Top-level products; parts with the same @id are merged."""
    products: dict[object, Node] = {}
    for number, node in enumerate(islice(_top(data, _DEEPEST_NESTING), _MOST_NODES)):
        if is_product(node.get("@type")):
            name = node.get("@id")
            key = name if isinstance(name, str) else number
            products[key] = {**node, **products.get(key, {})}
    return list(products.values())


def _top(values: Iterable[object], depth: int) -> Iterator[Node]:
    for value in values if depth else ():
        if isinstance(value, list):
            yield from _top(value, depth - 1)
        elif isinstance(value, dict):
            yield value
            yield from _top((value.get("@graph"), value.get("mainEntity")), depth - 1)


def _is_at(product: Node, url: str) -> bool:
    page = _comparable(url.partition("#")[0])
    addresses = (product.get("url"), product.get("@id"))
    return page != "" and any(
        _comparable(_joined(url, address)) == page
        for address in addresses
        if isinstance(address, str) and 0 < len(address) < _LONGEST_ADDRESS
    )


def _joined(url: str, address: str) -> str:
    try:
        return urljoin(url, address.strip())
    except ValueError:
        return address


def _comparable(url: str) -> str:
    return url.partition(":")[2].rstrip("/")


# The product a page is about.


Source = Literal["json-ld", "microdata", "rdfa"]


@dataclass(frozen=True, slots=True)
class EmbeddedProduct:
    """Pairs of name and value: schema.org's own names first, then those the shop gave."""

    source: Source
    pairs: tuple[tuple[str, str], ...]

    @property
    def additional(self) -> tuple[tuple[str, str], ...]:
        """The pairs with names that the shop gave."""
        return tuple(pair for pair in self.pairs if pair[0] not in _OF_SCHEMA_ORG)


def embedded_products(page: Page) -> tuple[EmbeddedProduct, ...]:
    """The page's main product, or nothing; never raises, whatever the page holds.

    Microdata is read only if JSON-LD has no product, RDFa only if neither has one.
    """
    return (
        _product_in("json-ld", json_ld(page), page.url)
        or _product_in("microdata", microdata(page), page.url)
        or _product_in("rdfa", rdfa(page), page.url)
    )


def _product_in(source: Source, data: Iterable[object], url: str) -> tuple[EmbeddedProduct, ...]:
    product = main_product(data, url)
    pairs = pairs_of(product) if product else ()
    return (EmbeddedProduct(source, pairs),) if pairs else ()
