"""The products that `specseek search` found, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from core.topic import Facet, ValueType
from spider.display.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.topic import Topic
    from index.documents import ProductDocument

_MOST_SPECS = 6
_MEASURED = (ValueType.QUANTITY, ValueType.DATE)


def products_table(products: Iterable[ProductDocument], topic: Topic) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("product", overflow="fold", ratio=3)
    table.add_column("price", justify="right", no_wrap=True)
    table.add_column("specs", overflow="fold", ratio=5)
    table.add_column("sites", overflow="fold", ratio=2)
    prices = [one.name for one in topic.attributes if one.type is ValueType.PRICE]
    measured = [
        one.name
        for one in topic.attributes
        if one.type in _MEASURED and one.facet is not Facet.NONE
    ]
    for product in products:
        price = next(_meanings(product, prices), "")
        specs = " · ".join([*_meanings(product, measured)][:_MOST_SPECS])
        sites = " ".join(product.sites)
        title = shown(product.title, "bold")
        if not product.confirmed:
            title.append(" (unconfirmed)", "yellow")
        table.add_row(title, shown(price), shown(specs), shown(sites))
    return table


def _meanings(product: ProductDocument, names: Iterable[str]) -> Iterator[str]:
    """What was understood of an attribute, in the order asked for."""
    for name in names:
        attribute = product.get(name)
        if attribute and attribute.values[0].meaning:
            yield attribute.values[0].meaning
