"""A value under a new name, and the page that shows it."""

from __future__ import annotations

from typing import NamedTuple


class ValueOnPage(NamedTuple):
    """`url` is "" where no page is told."""

    value: str
    url: str = ""
