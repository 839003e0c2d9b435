"""What `specseek index stats` tells: how large an index is, and how well its values were read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from specseek.times import local_time, utc_time
from spider.display.tables import figures_table
from spider.display.words import several, shown, size

if TYPE_CHECKING:
    from rich.console import RenderableType

    from index.generations import IndexManifest
    from index.schema import IndexSchema


@dataclass(frozen=True)
class IndexStats:
    manifest: IndexManifest
    schema: IndexSchema

    def table(self) -> RenderableType:
        """Attributes that most products have come first."""
        known = self.manifest
        head = (
            f"{several(known.products, 'product')}, {size(known.bytes)}, "
            f"{known.build_key.engine}, built {local_time(known.made_at)}"
        )
        table = figures_table("attribute", "products", "understood", "says none", "not understood")
        for name, count in sorted(self.schema.counts.items(), key=lambda one: -one[1].products):
            table.add_row(shown(name), *(f"{figure:,}" for figure in count))
        return Group(shown(known.topic, "bold cyan"), Text(head), Text(), table)

    def as_json(self) -> dict[str, object]:
        known = self.manifest
        return {
            "topic": known.topic,
            "generation": known.generation,
            "made_at": utc_time(known.made_at),
            "engine": known.build_key.engine,
            "bytes": known.bytes,
            "products": known.products,
            "attributes": {name: count._asdict() for name, count in self.schema.counts.items()},
        }
