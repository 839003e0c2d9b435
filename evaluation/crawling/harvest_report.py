"""What crawlers have harvested, side by side: a table, a chart, figures for scripts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from evaluation.crawling.harvest_chart import Curve, harvest_chart

if TYPE_CHECKING:
    from collections.abc import Mapping

SHARES = (0.05, 0.1, 0.2)


@dataclass(frozen=True)
class Harvest:
    """`products[n]` is how many product pages the first n + 1 pages held."""

    name: str
    products: tuple[int, ...]

    def after(self, pages: int) -> int:
        return self.products[min(pages, len(self.products)) - 1] if self.products else 0


@dataclass(frozen=True)
class HarvestReport:
    """The first harvest is ours; the others stop when enough is seen of them."""

    pages: int
    product_pages: int
    harvests: tuple[Harvest, ...]

    def found(self, harvest: Harvest, share: float) -> int:
        return harvest.after(round(self.pages * share))

    def times(self, rival: Harvest, share: float) -> float:
        """How many times as many as a rival ours has found by then."""
        return self.found(self.harvests[0], share) / max(1, self.found(rival, share))

    def table(self) -> Table:
        title = f"Product pages found, of {self.product_pages:,} among {self.pages:,} pages"
        table = Table("", title=title, box=SIMPLE_HEAD)
        for share in SHARES:
            table.add_column(f"after {share:.0%}", justify="right")
        table.add_column("in the end", justify="right")
        for harvest in self.harvests:
            ours = harvest is self.harvests[0]
            end = f"{harvest.after(self.pages):,}" if ours else "–"
            table.add_row(harvest.name, *(self._cell(harvest, share) for share in SHARES), end)
        return table

    def _cell(self, harvest: Harvest, share: float) -> str:
        found = f"{self.found(harvest, share):,}"
        if harvest is self.harvests[0]:
            return found
        return f"{found} (ours: {self.times(harvest, share):.1f} ×)"

    def as_json(self) -> Mapping[str, object]:
        return {
            "pages": self.pages,
            "product_pages": self.product_pages,
            "found": {
                harvest.name: {f"{share:.0%}": self.found(harvest, share) for share in SHARES}
                for harvest in self.harvests
            },
            "in_the_end": self.harvests[0].after(self.pages),
            "times": {
                rival.name: {f"{share:.0%}": round(self.times(rival, share), 2) for share in SHARES}
                for rival in self.harvests[1:]
            },
        }

    def chart(self) -> str:
        curves = [
            Curve(
                harvest.name,
                [found / self.product_pages for found in harvest.products],
                ours=harvest is self.harvests[0],
            )
            for harvest in self.harvests
        ]
        return harvest_chart(
            f"Product pages found on a web of {self.pages:,} pages", curves, self.pages
        )
