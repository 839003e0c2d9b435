"""How much there is to search in."""

from __future__ import annotations

from typing import NamedTuple


class Counts(NamedTuple):
    products: int
    sites: int
