"""The demonstration: learn from the labelled samples, read the whole pocket web."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from evaluation.scoring import compared
from pages.page import Page
from rules.examples import Example
from rules.extraction import extract
from rules.library import RuleLibrary
from rules.training import train
from samples.labelled_pages import FOLDER as LABELLED
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rules.record import Record
    from samples.gold import ProductPage


@dataclass(frozen=True)
class SiteOutcome:
    """What came out of one site; `right` counts pages whose whole record is right."""

    host: str
    labelled: int
    pages: int
    right: int
    records: tuple[Record, ...]


def read_pocket_web() -> Iterator[SiteOutcome]:
    """Train on every labelled sample, then read site after site."""
    web = PocketWeb()
    with TemporaryDirectory() as folder:
        library = RuleLibrary(Path(folder))
        labelled = Counter(_train(library, labels) for labels in _labels())
        for host in web.sites:
            yield _read_site(library, host, labelled[host], web.product_pages(host))


def _labels() -> list[Path]:
    return sorted(LABELLED.glob("*/expected.json"))


def _train(library: RuleLibrary, labels: Path) -> str | None:
    """Learn from one labelled page, and tell its host."""
    expected = json.loads(labels.read_bytes())
    body = labels.with_name("page.html").read_bytes()
    page = Page.read(body, expected["url"], expected["content_type"])
    train(library, page, [Example(**pair) for pair in expected["pairs"]])
    return urlsplit(page.url).hostname


def _read_site(
    library: RuleLibrary, host: str, labelled: int, products: Iterable[ProductPage]
) -> SiteOutcome:
    pages = right = 0
    records: list[Record] = []
    for product in products:
        page = Page.read(product.body, product.url, product.content_type)
        found = extract(page, library.rules_for(page.url)).records
        pages += 1
        right += _is_right(found, product)
        records += found
    return SiteOutcome(host, labelled, pages, right, tuple(records))


def _is_right(found: Sequence[Record], product: ProductPage) -> bool:
    gold = compared((pair.attribute, pair.value) for pair in product.gold)
    return [compared(record.joined().items()) for record in found] == [gold]
