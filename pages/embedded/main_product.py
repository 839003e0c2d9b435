"""Which of the things a page tells of is the product it is about?"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urljoin

from pages.embedded.product_types import is_product

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Node: TypeAlias = dict[str, object]

_DEEPEST = 6
_MOST_NODES = 1000
_LONGEST_ADDRESS = 2000


def main_product(data: Iterable[object], url: str) -> Node | None:
    """The only product at the top, or the one whose address is the page's own.

    The top is what stands in no other thing but a list, a graph, or as the main entity of
    another: not what a list page lists, nor a product's relatives and variants.
    """
    products = _products(data)
    if len(products) == 1:
        return products[0]
    own = (product for product in products if _is_at(product, url))
    return next(own, None)


def _products(data: Iterable[object]) -> list[Node]:
    """Products at the top; what is told in parts under one @id is one."""
    products: dict[object, Node] = {}
    for number, node in enumerate(islice(_top(data, _DEEPEST), _MOST_NODES)):
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
