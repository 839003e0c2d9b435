"""A whole crawl of saved camera shops: is every product there, with its name and price?

One page of each shop is labelled with its gold values, then a real crawl runs through the pages as
`specseek web` serves them, and the ledger is compared with gold. What is missing is told with the
reason that the ledger gives.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from sqlalchemy import select

from core.topic import Topic
from core.urls import canonical_url
from core.yaml_files import parse_yaml, write_yaml
from evaluation import datasets
from rules.learn import Example, train
from rules.library import RuleLibrary
from samples.crawl_process import CrawlProcess
from samples.labels import letters_and_digits
from samples.proxy import PocketProxy
from specseek.saved_web import SavedWeb
from store.ledger import Ledger, ledger_url
from store.records import current_records
from store.schema import pages as pages_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from evaluation.datasets import AttributesPage

PRICE_FLOOR = 0.98
_TOPIC = Path(__file__).with_name("cameras.yaml")
_ATTRIBUTES = {"model": "Name", "price": "Price", "manufacturer": "Brand"}


@dataclass
class ShopResult:
    """Counts of a shop's pages; `misses` tells what is missing or wrong, page by page."""

    shop: str
    pages: int = 0
    kept: int = 0
    names: int = 0
    prices: int = 0
    prices_right: int = 0
    prices_wrong: int = 0
    misses: list[str] = field(default_factory=list)

    def __add__(self, other: ShopResult) -> ShopResult:
        return ShopResult(
            self.shop,
            self.pages + other.pages,
            self.kept + other.kept,
            self.names + other.names,
            self.prices + other.prices,
            self.prices_right + other.prices_right,
            self.prices_wrong + other.prices_wrong,
            self.misses + other.misses,
        )


@dataclass(frozen=True)
class SavedCrawlReport:
    """The shops over all crawls; each crawl begins with another labelled page per shop."""

    crawls: int
    shops: Sequence[ShopResult]

    @property
    def total(self) -> ShopResult:
        return sum(self.shops, ShopResult("all"))

    @property
    def is_good(self) -> bool:
        """Every page kept, every name, nearly every price."""
        all_shops = self.total
        found = all_shops.prices_right >= PRICE_FLOOR * all_shops.prices
        return all_shops.pages == all_shops.kept == all_shops.names and found

    def table(self) -> RenderableType:
        table = Table(title=f"Camera shops crawled {self.crawls} times, one labelled page each")
        table.add_column("shop")
        for heading in ("pages", "kept", "names", "prices", "right", "others beside it"):
            table.add_column(heading, justify="right")
        for shop in (*self.shops, self.total):
            counts = (shop.pages, shop.kept, shop.names)
            of_prices = (shop.prices, shop.prices_right, shop.prices_wrong)
            table.add_row(shop.shop, *(f"{count:,}" for count in (*counts, *of_prices)))
        return Group(table, *self.total.misses)

    def as_json(self) -> dict[str, Any]:
        return {"crawls": self.crawls, "shops": [vars(shop) for shop in self.shops]}


def measure_saved_crawl(draws: int) -> SavedCrawlReport:
    """As many crawls, each with other labelled pages, evenly spread over a shop's pages."""
    shops: dict[str, list[AttributesPage]] = {}
    for page in datasets.swde_camera():
        shops.setdefault(page.site, []).append(page)
    results = {shop: ShopResult(shop) for shop in shops}
    for draw in range(draws):
        labelled = [pages[draw * len(pages) // draws] for pages in shops.values()]
        for result in _crawled(shops, labelled):
            results[result.shop] += result
    return SavedCrawlReport(draws, tuple(results.values()))


def _crawled(
    shops: Mapping[str, Sequence[AttributesPage]], labelled: Iterable[AttributesPage]
) -> list[ShopResult]:
    saved = SavedWeb(datasets.data_sets_folder() / "swde-camera", warn=lambda _: None)
    with TemporaryDirectory() as folder, PocketProxy(saved, 0) as proxy:
        settings = _set_up(Path(folder), tuple(saved.seeds.values()), labelled)
        data = Path(folder) / "data"
        crawl = CrawlProcess(proxy.url, data, "cameras", settings=settings).run()
        if crawl.returncode:
            raise RuntimeError(crawl.stderr.decode(errors="replace")[-2000:])
        with Ledger.open(ledger_url(data)) as ledger:
            return [_result(ledger, shop, pages) for shop, pages in shops.items()]


def _set_up(
    folder: Path, seeds: tuple[str, ...], labelled: Iterable[AttributesPage]
) -> dict[str, str]:
    topics, rules = folder / "topics", folder / "rules"
    topic = parse_yaml(_TOPIC.read_text(encoding="utf-8"), Topic, _TOPIC.name)
    topics.mkdir()
    write_yaml(topics / "cameras.yaml", topic.model_copy(update={"seeds": seeds}))
    library = RuleLibrary(rules / "cameras")
    for page in labelled:
        train(library, page.read(), examples_of(page))
    return {
        "SPECSEEK_TOPICS": str(topics),
        "SPECSEEK_RULES": str(rules),
        "SPECSEEK_CRAWL_PAGES_PER_SITE": "0",
    }


def examples_of(page: AttributesPage) -> tuple[Example, ...]:
    """The first acceptable value of each attribute, telling no names."""
    return tuple(
        Example(attribute=_ATTRIBUTES[attribute], name="", value=values[0])
        for attribute, values in page.attributes.items()
        if values
    )


def _result(ledger: Ledger, shop: str, pages: Sequence[AttributesPage]) -> ShopResult:
    result = ShopResult(shop, len(pages))
    with ledger.reading() as conn:
        read: dict[str, dict[str | None, list[str]]] = {}
        for record in current_records(conn, "cameras"):
            values = read.setdefault(record.url, {})
            for value in record.values:
                values.setdefault(value.attribute, []).append(value.raw)
        found = conn.execute(select(pages_table.c.url, pages_table.c.reason))
        reasons = {page.url: page.reason for page in found}
    for page in pages:
        url = canonical_url(page.url) or page.url
        if url not in read:
            result.misses.append(f"{page.file}: not kept: {reasons.get(url, 'not fetched')}")
            continue
        result.kept += 1
        compare(result, page, read[url])
    return result


def compare(
    result: ShopResult, page: AttributesPage, read: Mapping[str | None, Sequence[str]]
) -> None:
    """Count what was read off a page."""
    shown = {
        name: set(map(letters_and_digits, read.get(_ATTRIBUTES[name], ())))
        for name in ("model", "price")
    }
    gold = {name: set(map(letters_and_digits, page.attributes.get(name, ()))) for name in shown}
    right = {name: bool(gold[name] & shown[name]) for name in gold}
    result.names += right["model"]
    result.prices += bool(gold["price"])
    result.prices_right += right["price"]
    result.prices_wrong += len(shown["price"] - gold["price"])
    for name, found in right.items():
        if gold[name] and not found:
            said = ", ".join(read.get(_ATTRIBUTES[name], ())) or "nothing"
            result.misses.append(f"{page.file}: {name} is {said[:100]}")
