"""The published table again, on the pocket web: exact matching and ours beside the paper's.

A page counts as right only if its whole record is right. Sites the paper does not have
(newer layouts) are read the same way, without a published figure beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from evaluation.scoring import Tally
from rules.extract import extract, extract_exact
from samples.labels import is_right, labelled_library, page_of
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pages.page import Page
    from rules.library import RuleLibrary
    from rules.model import SiteRules
    from rules.record import Extraction
    from samples.gold import ProductPage


@dataclass(frozen=True)
class PublishedSite:
    """A site of the paper, and what exact matching reached there."""

    name: str
    result: Tally


# Table 3-4 of the paper, by the host of the pocket web that is modelled on the site.
PUBLISHED_SITES = {
    "www.pcpop.example": PublishedSite("W1 pcpop", Tally(82, 82, 86)),
    "product.pconline.example": PublishedSite("W2 pconline", Tally(110, 110, 110)),
    "mobile.21cn.example": PublishedSite("W3 21cn", Tally(94, 100, 104)),
    "tech.163.example": PublishedSite("W4 163", Tally(103, 103, 103)),
    "digi.sohu.example": PublishedSite("W5 sohu", Tally(112, 112, 112)),
}


@dataclass(frozen=True)
class PaperRow:
    """Pages right, extracted and expected on one site, with one labelled page per layout."""

    host: str
    attributes: tuple[int, int]
    """The fewest and the most on a page."""
    exact: Tally
    ours: Tally

    @property
    def name(self) -> str:
        site = PUBLISHED_SITES.get(self.host)
        return site.name if site else self.host

    @property
    def published(self) -> Tally | None:
        site = PUBLISHED_SITES.get(self.host)
        return site.result if site else None

    def as_json(self) -> dict[str, Any]:
        return {
            "site": self.name,
            "host": self.host,
            "attributes": self.attributes,
            "published": self.published.as_json() if self.published else None,
            "exact": self.exact.as_json(),
            "ours": self.ours.as_json(),
        }


def paper_rows() -> Iterator[PaperRow]:
    web = PocketWeb()
    with TemporaryDirectory() as folder:
        library = labelled_library(Path(folder))
        for host in web.sites:
            yield _row(host, list(web.product_pages(host)), library)


def _row(host: str, products: Sequence[ProductPage], library: RuleLibrary) -> PaperRow:
    counts = sorted(len(product.gold) for product in products)
    rules = library.rules_for(products[0].url)
    return PaperRow(
        host,
        (counts[0], counts[-1]),
        exact=_tally(products, rules, extract_exact),
        ours=_tally(products, rules, extract),
    )


def _tally(
    products: Sequence[ProductPage],
    rules: SiteRules | None,
    read: Callable[[Page, SiteRules | None], Extraction],
) -> Tally:
    correct = extracted = 0
    for product in products:
        records = read(page_of(product), rules).records
        extracted += bool(records)
        correct += is_right(records, product)
    return Tally(correct, extracted, len(products))
