"""What the demonstration shows: some records of each site, and how many came out right."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from specseek.demo import SiteOutcome

_RECORDS = 3
_ATTRIBUTES = 6


def records_table(site: SiteOutcome) -> Table:
    """The first records of a site, a column for each of the attributes it shows most."""
    shown = [record.joined() for record in site.records[:_RECORDS]]
    columns = _columns([record.joined().keys() for record in site.records])
    table = Table(title=site.host, title_justify="left", title_style="bold cyan", box=SIMPLE_HEAD)
    for attribute in columns:
        table.add_column(attribute, no_wrap=True, overflow="ellipsis", max_width=24)
    for record in shown:
        table.add_row(*(record.get(attribute, "–") for attribute in columns))
    return table


def summary_table(sites: Sequence[SiteOutcome]) -> Table:
    table = Table(
        title="The pocket web, read with one labelled page per layout",
        title_style="bold",
        box=SIMPLE_HEAD,
    )
    table.add_column("site")
    for heading in ("labelled", "pages", "pages right", "pairs read"):
        table.add_column(heading, justify="right")
    for site in sites:
        table.add_row(site.host, *_counts([site]), style="" if site.right < site.pages else "green")
    table.add_section()
    table.add_row("all", *_counts(sites), style="bold")
    return table


def _counts(sites: Sequence[SiteOutcome]) -> list[str]:
    counts = (
        sum(site.labelled for site in sites),
        sum(site.pages for site in sites),
        sum(site.right for site in sites),
        sum(len(record.pairs) for site in sites for record in site.records),
    )
    return [f"{count:,}" for count in counts]


def _columns(attributes: Iterable[Iterable[str]]) -> list[str]:
    """The attributes most records have; where equally many do, those that come first."""
    return [name for name, _ in Counter(chain.from_iterable(attributes)).most_common(_ATTRIBUTES)]
