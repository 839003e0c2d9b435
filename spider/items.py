"""What a crawl gives to feeds and pipelines: one item for each record."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ProductRecord:
    """One record as a page showed it.

    `source` is "rule", "rows" where it was read without one and nobody confirmed it, or "json-ld"
    or "microdata" where the page itself tells machines;
    `values` has one entry for each attribute (the page's own name where none is known).
    """

    url: str
    site: str
    source: str
    rule: str
    captured_at: str
    values: dict[str, str] = field(default_factory=dict)
