"""A site on a data folder of its own, asked through Flask's test client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.settings import load_settings
from search_ui.app import create_app

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from flask import Flask


def site_on(
    data: Path, topics: Sequence[str] = ("phones",), *, read_only: bool = False, **search: object
) -> Flask:
    """The site that `specseek serve` would run on this data folder, with settings of `[search]`."""
    defaults = load_settings()
    chosen = {
        "data": data,
        "sources": data / "sources",
        "search": defaults.search.model_copy(update=search),
    }
    app = create_app(defaults.model_copy(update=chosen), topics, read_only=read_only)
    app.testing = False  # errors become pages, as visitors see them
    return app
