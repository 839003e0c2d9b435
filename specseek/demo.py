"""The demonstration: learn from the labelled samples, read the whole pocket web."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from evaluation.pocket_web import is_right, labelled_library, labelled_samples, page_of
from rules.extraction import extract
from rules.standard_names import with_standard_names
from rules.topic import TOPICS, Topic
from rules.yaml_files import read_yaml
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.library import RuleLibrary
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
    labelled = Counter(urlsplit(sample.page.url).hostname for sample in labelled_samples())
    web = PocketWeb()
    with TemporaryDirectory() as folder:
        library = labelled_library(Path(folder))
        for host in web.sites:
            yield _read_site(library, host, labelled[host], web.product_pages(host))


def _read_site(
    library: RuleLibrary, host: str, labelled: int, products: Iterable[ProductPage]
) -> SiteOutcome:
    topic = read_yaml(TOPICS / "phones.yaml", Topic)
    pages = right = 0
    records: list[Record] = []
    for product in products:
        page = page_of(product)
        extraction = extract(page, library.rules_for(page.url))
        found = with_standard_names(extraction, topic).records
        pages += 1
        right += is_right(found, product)
        records += found
    return SiteOutcome(host, labelled, pages, right, tuple(records))
