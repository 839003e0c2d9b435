"""An index of made-up products, built as any other, for a server to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.topic import shipped_topic
from evaluation.searching.products import made_up_products
from index.build import ProductScan, create_generation, put_to_use
from index.engines.engine import engine_named
from index.generations import IndexPlace, new_generation
from store.ledger import Ledger, ledger_url

if TYPE_CHECKING:
    from pathlib import Path


def build_made_up_index(data: Path, engine: str, products: int) -> None:
    """In a data folder of its own; its ledger knows of no record."""
    topic = shipped_topic("phones")
    with Ledger.open(ledger_url(data)) as ledger:
        place = IndexPlace.of(data, topic, engine_named(engine), ledger)
    folder = place.root / new_generation()
    folder.mkdir(parents=True)
    scan = ProductScan((made.document for made in made_up_products(products)), topic)
    schema = scan.stats.schema(None)
    create_generation(place, folder, schema, (made.document for made in made_up_products(products)))
    put_to_use(place, folder, scan, schema, products)
